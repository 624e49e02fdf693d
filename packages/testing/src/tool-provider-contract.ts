import type { AgentBlueprint, ToolOffer, ToolProvider } from "@antler/plugin-api";
import { blueprintFixture } from "./fixtures.js";
import type { TestRunner } from "./runner.js";

export interface ToolProviderSubject {
  readonly name: string;
  create(): ToolProvider;
  /** Further agents to list for. */
  readonly blueprints?: readonly AgentBlueprint[];
}
const BLUEPRINTS: readonly AgentBlueprint[] = [
  blueprintFixture(),
  blueprintFixture({ role: "subagent", name: "general-purpose", taskId: "t1" }),
];
/** What model APIs take as the name of a function. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** What every tool provider must do, ours and third parties' alike. Nothing is called: a tool may have effects. */
export function toolProviderContract({ describe, it, expect }: TestRunner, subject: ToolProviderSubject): void {
  const blueprints = [...BLUEPRINTS, ...(subject.blueprints ?? [])];
  describe(`tool provider contract: ${subject.name}`, () => {
    it("offers tools with a usable name, a description, a group or none, and an object of parameters", async () => {
      for (const blueprint of blueprints)
        for (const offer of await offers(subject.create(), blueprint)) {
          const { name, description } = "tool" in offer ? offer.tool : offer;
          expect(name).toMatch(TOOL_NAME);
          expect((description ?? "").trim().length > 0).toBe(true);
          expect(offer.group).toBe(offer.group.trim());
          if ("parameters" in offer) expect(offer.parameters["type"]).toBe("object");
        }
    });
    it("offers no two tools of one name", async () => {
      for (const blueprint of blueprints) {
        const names = (await offers(subject.create(), blueprint)).map(nameOf);
        expect(new Set(names).size).toBe(names.length);
      }
    });
    it("offers the same tools in the same order every time", async () => {
      for (const blueprint of blueprints) {
        const provider = subject.create();
        const first = (await offers(provider, blueprint)).map(nameOf);
        expect((await offers(provider, blueprint)).map(nameOf)).toEqual(first);
      }
    });
    it("offers no way to delegate to a subagent", async () => {
      for (const blueprint of blueprints.filter(({ role }) => role === "subagent"))
        expect((await offers(subject.create(), blueprint)).map(nameOf)).not.toContain("task");
    });
  });
}

async function offers(provider: ToolProvider, blueprint: AgentBlueprint): Promise<readonly ToolOffer[]> {
  const listed = await provider.list(blueprint);
  return "offers" in listed ? listed.offers : listed;
}
function nameOf(offer: ToolOffer): string {
  return "tool" in offer ? offer.tool.name : offer.name;
}
