import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DefaultPlugin } from "@antler/core";
import type { Plugin } from "@antler/plugin-api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { delegatingModel, requestsOf, runOnce, toolPlugin } from "./fixture.js";

const TOOL_SEARCH: DefaultPlugin = {
  id: "@antler/tool-search",
  load: async () => (await import("@antler/tool-search")).default as Plugin,
};
let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "antler-messages-"));
  for (const name of ["a", "b"]) {
    mkdirSync(join(dir, "skills", name), { recursive: true });
    writeFileSync(
      join(dir, "skills", name, "SKILL.md"),
      `---\nname: ${name}\ndescription: The skill ${name}.\n---\n\nBody of ${name}.\n`,
    );
  }
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

describe("first messages of a subagent", () => {
  it("MSG-01, SYS-001: one system message, first: prompt, skills, deferred tools; then the task", async () => {
    const hidden = toolPlugin({ name: "gis_lookup", deferred: true, run: () => "row" });
    const model = delegatingModel([{ prompt: "Count the reefs", type: "charter" }], ({ messages }) => {
      const systems = messages.flatMap((message, index) => (message.type === "system" ? [index] : []));
      if (systems.length !== 1 || systems[0] !== 0) throw new Error("400 System message must be at the beginning");
      return "done";
    });
    const { result } = await runOnce(model, {
      defaults: [TOOL_SEARCH],
      plugins: [hidden],
      configFile: join(dir, "config.yaml"),
      config: `skills: { paths: [./skills] }
subagents: { custom_agents: { charter: { description: d, system_prompt: "You chart reefs.", skills: [b, a] } } }
`,
    });
    expect(result.text).toBe("lead: Task Succeeded. Result: done");
    const [request] = requestsOf(model, "Count the reefs");
    expect(request?.messages.map((message) => [message.type, message.text])).toEqual([
      [
        "system",
        [
          "You chart reefs.",
          '<skill name="a">\nBody of a.\n</skill>',
          '<skill name="b">\nBody of b.\n</skill>',
          "<available-deferred-tools>\ngis_lookup\n</available-deferred-tools>",
        ].join("\n\n"),
      ],
      ["human", "Count the reefs"],
    ]);
    expect(request?.tools).toEqual(["tool_search"]);
  });

  it("E1: a child has no skill that its lead may not have", async () => {
    const model = delegatingModel([{ prompt: "p", type: "charter" }], () => "done");
    await runOnce(model, {
      configFile: join(dir, "config.yaml"),
      config: `skills: { paths: [./skills], allowed: [b] }
subagents: { custom_agents: { charter: { description: d, system_prompt: P, skills: [a, b] } } }
`,
    });
    expect(requestsOf(model, "p")[0]?.messages[0]?.text).toBe('P\n\n<skill name="b">\nBody of b.\n</skill>');
  });
});
