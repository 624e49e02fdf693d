import type { ModelContext, ModelEntry, ModelProvider } from "@antler/plugin-api";
import { HumanMessage } from "@langchain/core/messages";
import type { TestRunner } from "./runner.js";

export interface ModelProviderSubject {
  readonly name: string;
  create(): ModelProvider;
  /** An entry of `models` whose model answers `hello` with some text. */
  readonly entry: ModelEntry | (() => ModelEntry);
  /** An entry in which `check` has to find a problem. Absent: the provider checks nothing. */
  readonly brokenEntry?: ModelEntry;
  readonly context?: ModelContext;
}
const NOWHERE: ModelContext = { configDir: process.cwd(), locate: () => undefined };
const TOOL = {
  type: "function",
  function: { name: "look", description: "Looks.", parameters: { type: "object", properties: {} } },
} as const;

/** What every model provider must do, ours and third parties' alike. */
export function modelProviderContract({ describe, it, expect }: TestRunner, subject: ModelProviderSubject): void {
  const { context = NOWHERE } = subject;
  const entry = (): ModelEntry => (typeof subject.entry === "function" ? subject.entry() : subject.entry);
  describe(`model provider contract: ${subject.name}`, () => {
    it("finds nothing wrong with a right entry, and does not change it", () => {
      const right = Object.freeze(entry());
      expect(subject.create().check?.(right, context) ?? []).toEqual([]);
    });
    it("says what is wrong with a broken entry: code, message, next step", () => {
      if (subject.brokenEntry === undefined) return;
      const problems = subject.create().check?.(subject.brokenEntry, context) ?? [];
      expect(problems.length > 0).toBe(true);
      for (const problem of problems) {
        expect(problem.code).toMatch(/^ANTLER_[A-Z0-9_]+$/);
        expect(problem.message.length > 0).toBe(true);
        expect((problem.hint ?? "").length > 0).toBe(true);
      }
    });
    it("creates a chat model that answers, with tools bound or not", async () => {
      const model = await subject.create().create(entry(), context);
      const answer = await model.invoke([new HumanMessage("hello")]);
      expect(answer.type).toBe("ai");
      expect(answer.text.length > 0).toBe(true);
      expect(typeof model.bindTools).toBe("function");
      const bound = await model.bindTools?.([TOOL]).invoke([new HumanMessage("hello")]);
      expect(bound?.type).toBe("ai");
    });
    it("streams an answer whose pieces make a whole AI message", async () => {
      const model = await subject.create().create(entry(), context);
      let text = "";
      for await (const chunk of await model.stream([new HumanMessage("hello")])) {
        expect(chunk.type).toBe("ai");
        text += chunk.text;
      }
      expect(text.length > 0).toBe(true);
    });
    it("does not answer once it is aborted", async () => {
      const model = await subject.create().create(entry(), context);
      const answered = await model.invoke([new HumanMessage("hello")], { signal: AbortSignal.abort() }).then(
        () => true,
        () => false,
      );
      expect(answered).toBe(false);
    });
    it("leaves errors that are not its own unexplained, and explains in words", () => {
      const explained = subject.create().explain?.(new RangeError("a bug of ours"), entry());
      expect(explained === undefined || explained.message.length > 0).toBe(true);
    });
  });
}
