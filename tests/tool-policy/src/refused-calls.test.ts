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
