import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "@antler/plugin-api";
import sandboxPlugin from "@antler/sandbox";
import { scriptedModel } from "@antler/testing";
import { expect, it } from "vitest";
import { folderOf, humanOf, lastToolTexts, platformOf, runOnce, skillText, taskCall } from "./fixture.js";

const secret = (name: string): string => `${skillText(name)}\nThe word is OSPREY-${name}.`;
const CALLS = [
  { name: "ls", args: { path: "/mnt/skills" } },
  { name: "glob", args: { path: "/mnt/skills", pattern: "**/*" } },
  { name: "grep", args: { path: "/mnt/skills", pattern: "OSPREY" } },
  { name: "read_file", args: { path: "/mnt/skills/leaky/SKILL.md" } },
  { name: "read_file", args: { path: "/mnt/skills/open/SKILL.md" } },
];

it("SKL-23: no file tool of lead or subagent shows a path or a word of a disabled skill", async () => {
  await using folder = await folderOf({
    "skills/leaky/SKILL.md": secret("leaky"),
    "skills/open/SKILL.md": secret("open"),
  });
  const model = scriptedModel((request) => {
    const isLead = humanOf(request) === "go";
    if (request.turn === 0) return { calls: CALLS };
    return isLead && request.turn === 1 ? { calls: [taskCall("general-purpose")] } : "done";
  });
  const config = `skills: { disabled: [leaky] }\nsandbox: { use: local }\ndata_dir: ${join(folder.path, "data")}\n`;
  await using platform = await platformOf(model, folder, config, [sandboxPlugin as Plugin]);
  await runOnce(platform);
  for (const agent of ["go", "the task"]) {
    const after = model.requests.filter((request) => humanOf(request) === agent)[1];
    const [ls, glob, grep, leaky, open] = after === undefined ? [] : lastToolTexts(after);
    for (const text of [ls, glob, grep]) expect(text).not.toMatch(/leaky|OSPREY-leaky/);
    expect(leaky).not.toContain("OSPREY");
    expect(open).toContain("OSPREY-open");
  }
  await rm(join(folder.path, "data"), { recursive: true, force: true });
});
