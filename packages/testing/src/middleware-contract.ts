import { MIDDLEWARE_STAGES, type MiddlewareFactory } from "@antler/plugin-api";
import { HumanMessage } from "@langchain/core/messages";
import { agentFixture, contextFixture } from "./fixtures.js";
import type { TestRunner } from "./runner.js";
import { scriptedModel } from "./scripted-model.js";

export interface MiddlewareSubject {
  readonly name: string;
  create(): MiddlewareFactory;
}

/** The keys of every agent's state beside the messages. */
const EMPTY_STATE: object = { sandbox: null, thread_data: null };

/** What every middleware factory must do, ours and third parties' alike. */
export function middlewareContract({ describe, it, expect }: TestRunner, subject: MiddlewareSubject): void {
  describe(`middleware contract: ${subject.name}`, () => {
    it("stands in a stage that exists", () => {
      expect(MIDDLEWARE_STAGES).toContain(subject.create().stage);
    });
    it("gives every agent a middleware of its own, or none", async () => {
      const factory = subject.create();
      const first = await factory.create(agentFixture(), contextFixture());
      const second = await factory.create(agentFixture(), contextFixture());
      expect(first === undefined).toBe(second === undefined);
      if (first !== undefined) expect(first === second).toBe(false);
    });
    it("brings a name and no tools: those come from a tool provider, so that the filters see them", async () => {
      const middleware = await subject.create().create(agentFixture(), contextFixture());
      if (middleware === undefined) return;
      expect(middleware.name.length > 0).toBe(true);
      expect(middleware.tools ?? []).toEqual([]);
    });
    it("lets an agent answer that does nothing unusual", async () => {
      const { createAgent } = await import("langchain");
      for (const changes of [{}, { role: "subagent", name: "general-purpose", taskId: "t1" } as const]) {
        const agent = agentFixture(changes);
        const middleware = await subject.create().create(agent, contextFixture({ agent }));
        const built = createAgent({
          model: scriptedModel(["fine"]),
          tools: [],
          // Its name may hold what a graph node's may not: the agent factory makes no node of it.
          middleware: middleware === undefined ? [] : [{ ...middleware, name: middleware.name.replaceAll(":", "-") }],
        });
        const state = await built.invoke({ ...EMPTY_STATE, messages: [new HumanMessage("hello")] });
        expect(state.messages.at(-1)?.text).toBe("fine");
      }
    });
  });
}
