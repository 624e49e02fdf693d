import { scriptedModel } from "@antler/testing";
import { expect, it } from "vitest";
import { folder, lastText, platformOf, runOnce, taskCall, toolAnswers, toolsPlugin } from "./fixture.js";

const CONFIG = `
subagents:
  custom_agents:
    scout:
      description: Looks around.
      system_prompt: You look around.
      disallowed_tools: [removed]
`;

it("FLT-033: an agent that is offered a stranger's `task` does not start, and the error names the plugin", async () => {
  const platform = await platformOf(scriptedModel([]), "", [toolsPlugin([{ name: "task" }]).plugin]);
  const { result } = await runOnce(platform);
  expect(result).toMatchObject({ status: "failed", error: { code: "ANTLER_TOOL_NAME_RESERVED" } });
  expect(result.error?.message).toContain("[plugin antler-plugin-test-tools]");
});

it("a type whose allowlist is emptied fails its task, and the lead reads which layer emptied it", async () => {
  const config = `
tool_groups: [file:read]
subagents: { custom_agents: { writer: { description: d, system_prompt: p, tools: [write_file] } } }
`;
  const model = scriptedModel((request) => (request.turn === 0 ? { calls: [taskCall("writer")] } : lastText(request)));
  const { result } = await runOnce(await platformOf(model, config));
  expect(result.text).toMatch(/^Task failed. Error: .*"write_file" removed by layer 1 "parent-boundary"/);
});

it("PRM-04: a type with `tools: []` starts, with no tool", async () => {
  const config = "subagents: { custom_agents: { quiet: { description: d, system_prompt: p, tools: [] } } }\n";
  const model = scriptedModel((request) =>
    request.tools.includes("task") && request.turn === 0
      ? { calls: [taskCall("quiet")] }
      : `saw ${request.tools.length}`,
  );
  await runOnce(await platformOf(model, config));
  expect(model.requests.find(({ tools }) => !tools.includes("task"))?.tools).toEqual([]);
});

it("TS-02, TS-04, FLT-041, DEF-032, DEF-033: of a removed, a deferred, an unknown and a promoted tool, only the last runs", async () => {
  const { plugin, calls } = toolsPlugin([
    { name: "removed" },
    { name: "hidden", deferred: true },
    { name: "wanted", deferred: true },
    { name: "open" },
  ]);
  const model = scriptedModel((request) => {
    if (request.tools.includes("task")) return request.turn === 0 ? { calls: [taskCall("scout")] } : lastText(request);
    switch (request.turn) {
      case 0:
        return { calls: [{ name: "tool_search", args: { query: "select:wanted,removed" } }] };
      case 1:
        return { calls: ["removed", "hidden", "nowhere", "wanted"].map((name) => ({ name })) };
      default:
        return toolAnswers(request).join("\n");
    }
  });
  const platform = await platformOf(model, CONFIG, [plugin], folder());
  const { result, events } = await runOnce(platform);

  expect(calls).toEqual(["wanted"]);
  const [removed, hidden, nowhere, wanted] = result.text.replace("Task Succeeded. Result: ", "").split("\n");
  expect(removed).toMatch(
    /^Tool "removed" is not available to you: "removed" is among the disallowed tools of "scout"/,
  );
  expect(hidden).toMatch(/^Tool "hidden" is not loaded yet. Call tool_search/);
  expect(nowhere).toMatch(/^Tool "nowhere" is not available to you: there is no such tool/);
  expect(wanted).toBe("wanted ran");
  expect(removed?.split("Available tools:")[1]).not.toMatch(/removed|hidden/);

  const child = model.requests.filter(({ tools }) => !tools.includes("task"));
  expect(child.map(({ tools }) => tools.filter((name) => /removed|hidden|wanted|open|tool_search/.test(name)))).toEqual(
    [
      ["open", "tool_search"],
      ["wanted", "open", "tool_search"],
      ["wanted", "open", "tool_search"],
    ],
  );
  expect(child[0]?.messages[0]?.text).toContain(
    "<available-deferred-tools>\nhidden\nwanted\n</available-deferred-tools>",
  );

  const resolved = events.find((event) => event.type === "tools_resolved" && event.task_id !== null);
  expect(resolved).toMatchObject({
    agent: "scout",
    tools: expect.arrayContaining([
      expect.objectContaining({ name: "removed", verdict: "removed", layer: "type-boundary", layer_number: 2 }),
      expect.objectContaining({ name: "wanted", verdict: "deferred" }),
      expect.objectContaining({ name: "open", verdict: "kept" }),
      expect.objectContaining({ name: "tool_search", verdict: "exempt" }),
    ]),
  });
});
