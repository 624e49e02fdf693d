import { PLUGIN_API_VERSION, type Plugin, TOOL_PROVIDER } from "@antler/plugin-api";
import { type ScriptedRequest, scriptedModel } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { lastText, platformOf, runOnce, taskCall } from "./fixture.js";

const isLead = ({ tools }: ScriptedRequest) => tools.includes("task");
const CONFIG = "subagents: { custom_agents: { seer: { description: d, system_prompt: p, model: eyes } } }\n";

/** Offers `view_image` to agents on the model `eyes` only, as a plugin does that looks at what a model can. */
function vision() {
  const calls: string[] = [];
  const view = {
    name: "view_image",
    group: "vision",
    description: "Looks at an image.",
    parameters: { type: "object" },
    run: () => {
      calls.push("view_image");
      return "an image";
    },
  };
  const plugin: Plugin = {
    apiVersion: PLUGIN_API_VERSION,
    id: "antler-plugin-test-vision",
    register: (host) =>
      host.provide(TOOL_PROVIDER, { name: "vision", list: ({ model }) => (model === "eyes" ? [view] : []) }),
  };
  return { plugin, calls };
}

async function delegate(config: string) {
  const { plugin, calls } = vision();
  const model = scriptedModel((request) => {
    if (isLead(request)) return request.turn === 0 ? { calls: [taskCall("seer")] } : lastText(request);
    return request.turn === 0 ? { calls: [{ name: "view_image" }] } : lastText(request);
  });
  const platform = await platformOf(model, CONFIG + config, [plugin], undefined, "{ name: eyes, use: fake }");
  const { result } = await runOnce(platform);
  const sees = (lead: boolean) =>
    model.requests.filter((request) => isLead(request) === lead).some(({ tools }) => tools.includes("view_image"));
  return { text: result.text, calls, lead: sees(true), child: sees(false) };
}

describe("FLT-036: a tool that is offered on some models only", () => {
  it("does not break the ceiling: outside the lead's groups a subagent gets it on no model", async () => {
    const { text, calls, lead, child } = await delegate("tool_groups: ['file:read']\n");
    expect({ calls, lead, child }).toEqual({ calls: [], lead: false, child: false });
    expect(text).toContain('group "vision" is not among the lead\'s tool groups');
  });

  it("is what the ceiling allows where its group is allowed, also when the lead's own model has it not", async () => {
    const { calls, lead, child } = await delegate("tool_groups: ['file:read', vision]\n");
    expect({ calls, lead, child }).toEqual({ calls: ["view_image"], lead: false, child: true });
  });

  it("falls under what the lead denies, although the lead is never offered it", async () => {
    const { calls, child } = await delegate("lead: { disallowed_tools: [view_image] }\n");
    expect({ calls, child }).toEqual({ calls: [], child: false });
  });
});
