import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ScriptedRequest, scriptedModel } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { folder, lastText, platformOf, runOnce, taskCall, toolsPlugin } from "./fixture.js";

const isLead = ({ tools }: ScriptedRequest) => tools.includes("task");
const HOST_TOOLS = ["run", "shell_exec", "console"];

/** Tools of the given group that run a command on the host, which leaves a file. */
function hostTools(dir: string, group: string) {
  const tool = (name: string) => ({
    name,
    group,
    run: () => {
      spawnSync("touch", [join(dir, name)]);
      return `${name} ran`;
    },
  });
  return toolsPlugin(HOST_TOOLS.map(tool)).plugin;
}

/** Lead and subagent each call every tool, seen or not. */
const caller = () =>
  scriptedModel((request) => {
    if (request.turn === 0) return { calls: HOST_TOOLS.map((name) => ({ name })) };
    return isLead(request) && request.turn === 1 ? { calls: [taskCall("general-purpose")] } : lastText(request);
  });

describe("FLT-037, PRM-17: tools that run commands on the host", () => {
  it("are absent for lead and subagent alike, whatever their names, and cannot be called", async () => {
    const dir = folder();
    const model = caller();
    const { events } = await runOnce(await platformOf(model, "", [hostTools(dir, "bash")]));
    expect(model.requests.map(isLead)).toContain(false);
    for (const { tools } of model.requests)
      expect(tools.filter((name) => [...HOST_TOOLS, "bash"].includes(name))).toEqual([]);
    expect(HOST_TOOLS.filter((name) => existsSync(join(dir, name)))).toEqual([]);
    const resolved = events.flatMap((event) => (event.type === "tools_resolved" ? [event] : []));
    expect(resolved).toHaveLength(2);
    for (const { tools } of resolved)
      for (const tool of ["run", "bash"])
        expect(tools.find(({ name }) => name === tool)).toMatchObject({
          verdict: "removed",
          layer: "shell-boundary",
          code: "ANTLER_TOOL_NO_SHELL",
          reason: expect.stringContaining("sandbox.allow_host_bash: true"),
          source: { file: expect.stringContaining("config.yaml"), line: 3 },
        });
  });

  it("are absent too where `tools` of the config puts them into the group", async () => {
    const dir = folder();
    const model = caller();
    const config = "tools: [{ name: run, group: bash }, { name: shell_exec, group: bash }]\n";
    await runOnce(await platformOf(model, config, [hostTools(dir, "misc")]));
    expect(["run", "shell_exec"].filter((name) => existsSync(join(dir, name)))).toEqual([]);
    expect(existsSync(join(dir, "console"))).toBe(true);
  });

  it("are there where the config allows commands on the host", async () => {
    const dir = folder();
    const model = caller();
    const platform = await platformOf(
      model,
      "",
      [hostTools(dir, "bash")],
      folder(),
      "",
      "{ use: local, allow_host_bash: true }",
    );
    await runOnce(platform);
    expect(["run", "shell_exec"].filter((name) => existsSync(join(dir, name)))).toEqual(["run", "shell_exec"]);
  });
});
