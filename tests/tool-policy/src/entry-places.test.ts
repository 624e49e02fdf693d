import { SUBAGENT_REGISTRY } from "@antler/plugin-api";
import { scriptedModel } from "@antler/testing";
import { expect, it } from "vitest";
import { platformOf } from "./fixture.js";

/** Behind the three lines that the fixture writes. */
const CONFIG = `tool_groups: ["file:read", nothing]
lead:
  disallowed_tools: [grep, glob]
subagents:
  custom_agents:
    scout:
      description: d
      system_prompt: p
      tools: [ls, read_file, raed_file]
      disallowed_tools:
        - task
        - read_*
`;

it("a rule of a list is told with its own place in the list, not that of the list", async () => {
  const platform = await platformOf(scriptedModel(["done"]), CONFIG);
  const lead = await platform.resolve("lead");
  const scout = await platform.resolve("scout");
  const placeOf = (agent: typeof lead, name: string) => {
    const source = agent.decisions.find((decision) => decision.name === name)?.source;
    return `${source?.line}:${source?.column}`;
  };
  expect(placeOf(lead, "glob")).toBe("6:28");
  expect(placeOf(scout, "glob")).toBe("6:28");
  expect(placeOf(scout, "read_file")).toBe("15:11");
  const warned = [...lead.warnings, ...scout.warnings].map(
    ({ code, position }) => `${code} ${position?.line}:${position?.column}`,
  );
  expect(warned).toContain("ANTLER_TOOL_GROUP_UNKNOWN 4:28");
  expect(warned).toContain("ANTLER_TOOL_UNKNOWN 12:30");
  expect(platform.services.get(SUBAGENT_REGISTRY).get("scout")?.values.tools.position).toMatchObject({ line: 12 });
});
