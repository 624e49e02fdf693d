import {
  type AgentContext,
  AntlerError,
  type Middleware,
  NOT_FROM_USER_MARK,
  type ResolvedAgent,
  rootCause,
} from "@antler/plugin-api";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { isGraphBubbleUp } from "@langchain/langgraph";
import type { Clock } from "../clock.js";
import { wasCut, wasFiltered } from "../model/finish-reason.js";
import { type ArgumentCheck, argumentCheck } from "./argument-check.js";
import { judgeCall } from "./call-fault.js";
import type { GateSettings } from "./gate-settings.js";
import { faultsOf, gatedAnswer, type JudgedCall } from "./gated-answer.js";
import { requestedCalls } from "./requested-calls.js";
import { toolErrorReply } from "./tool-error-reply.js";
import { withinTime } from "./within-time.js";

const EMPTY_NOTICE =
  "Your last answer was empty. Answer now: call a tool, or say in text what you found and what is still open.";

function emptyNotice(): HumanMessage {
  return new HumanMessage({ content: EMPTY_NOTICE, additional_kwargs: { [NOT_FROM_USER_MARK]: true } });
}

/**
 * The gate between what a model asks for and what runs. Faulty calls are answered with what is wrong, empty answers are asked
 * again, both a bounded number of times; what a tool throws becomes an error message for the model.
 */
export function gateMiddleware(
  settings: GateSettings,
  agent: ResolvedAgent,
  context: AgentContext,
  clock: Clock,
): Middleware {
  const deferred = new Set(agent.deferred);
  const checks = new Map(
    agent.tools.map((tool) => [
      tool.name,
      lazily(() => (deferred.has(tool.name) ? DEFERRED_CHECK : argumentCheck(tool))),
    ]),
  );
  let faultyAnswers = 0;
  let latestFaults: ReadonlyMap<string, string> = new Map();

  return {
    name: "antler:tool-call-gate",
    wrapModelCall: async (request, handler) => {
      // A concluding call is the one last call there is; where it says nothing, the work so far is the answer.
      if (context.control.concluding) return handler(request);
      let answer: unknown = await handler(request);
      for (let asked = 0; AIMessage.isInstance(answer) && isEmpty(answer); asked++) {
        if (asked >= settings.maxEmptyAnswers || wasFiltered(answer)) throw emptyAnswer(agent, answer, asked + 1);
        answer = await handler({ ...request, messages: [...request.messages, emptyNotice()] });
      }
      if (!AIMessage.isInstance(answer)) return answer;
      const available = request.tools.map((tool) => String(tool["name"])).filter((name) => !deferred.has(name));
      const judged = await judge(answer, available);
      countFaults(judged);
      if (judged.length === 0 && wasCut(answer)) context.control.note("output_capped");
      const gated = gatedAnswer(answer, judged);
      latestFaults = faultsOf(gated);
      return gated;
    },
    wrapToolCall: async (request, handler) => {
      const { name, id = "" } = request.toolCall;
      // The message knows after a restart; the copy here outlives a middleware that rewrites the message.
      const stored = request.state.messages.findLast((message) => AIMessage.isInstance(message));
      const fault = latestFaults.get(id) ?? faultsOf(stored).get(id);
      if (fault !== undefined) return new ToolMessage({ content: fault, name, tool_call_id: id, status: "error" });
      try {
        const ms = settings.untimedTools.has(name) ? 0 : settings.toolTimeoutMs;
        return await withinTime(async () => handler(request), { tool: name, ms, clock, signal: context.signal });
      } catch (thrown) {
        if (isGraphBubbleUp(thrown) || context.signal.aborted) throw thrown;
        return new ToolMessage(toolErrorReply({ name, id }, rootCause(thrown)));
      }
    },
  } as Middleware;

  function judge(answer: AIMessage, available: readonly string[]): Promise<readonly JudgedCall[]> {
    const calls = requestedCalls(answer);
    const cut = wasCut(answer);
    return Promise.all(
      calls.map(async (asked, index) => {
        const call = { ...asked, name: asked.name.trim() };
        const isLast = index === calls.length - 1;
        return { call, judgement: await judgeCall(call, checks.get(call.name)?.(), cut && isLast, available) };
      }),
    );
  }

  /** Throws ANTLER_MODEL_CALLS_FAULTY when the model does not get its calls right. */
  function countFaults(judged: readonly JudgedCall[]): void {
    const faults = judged.flatMap(({ judgement }) => ("fault" in judgement ? [judgement.fault] : []));
    faultyAnswers = faults.length > 0 && faults.length === judged.length ? faultyAnswers + 1 : 0;
    if (faultyAnswers <= settings.maxCorrections) return;
    throw new AntlerError({
      code: "ANTLER_MODEL_CALLS_FAULTY",
      message: `model "${agent.blueprint.model}" made ${faultyAnswers} answers in a row whose tool calls could not be run; the last one: ${(faults[0] ?? "").slice(0, 300)}`,
      hint: "Use a model that is better at calling tools, raise its output limit, or raise `resilience.tool_call_gate.max_corrections`.",
    });
  }
}

/** The schema of a deferred tool is not the gate's to tell: the policy guard knows whether the tool is promoted. */
const DEFERRED_CHECK: ArgumentCheck = {
  acceptsNothing: true,
  shape: "what tool_search shows for it",
  problem: () => Promise.resolve(undefined),
};

/** Nothing to run and nothing to read. A refusal is something to read. */
function isEmpty(answer: AIMessage): boolean {
  if (requestedCalls(answer).length > 0 || answer.text.trim() !== "") return false;
  if (typeof answer.additional_kwargs["refusal"] === "string") return false;
  return typeof answer.content === "string" || !answer.content.some((block) => !TEXT_BLOCKS.has(block.type));
}
const TEXT_BLOCKS: ReadonlySet<string> = new Set(["text", "reasoning", "thinking", "redacted_thinking"]);

function emptyAnswer(agent: ResolvedAgent, answer: AIMessage, times: number): AntlerError {
  const { model } = agent.blueprint;
  if (wasFiltered(answer))
    return new AntlerError({
      code: "ANTLER_MODEL_FILTERED",
      message: `the provider's content filter withheld the answer of model "${model}"`,
      hint: "Word the request differently.",
    });
  return new AntlerError({
    code: "ANTLER_MODEL_EMPTY_ANSWER",
    message: `model "${model}" gave ${times === 1 ? "an empty answer" : `${times} empty answers in a row`}`,
    hint: wasCut(answer)
      ? "Its output limit was used up before the answer began, so raise it (`max_tokens`), or lower the reasoning effort."
      : "Try again, use another model, or raise `resilience.tool_call_gate.max_empty_answers`.",
  });
}

function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
