import { createHash } from "node:crypto";
import { type AgentContext, type Middleware, NOT_FROM_USER_MARK, type ResolvedAgent } from "@antler/plugin-api";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { isNestedTooDeep } from "../gate/nesting.js";
import { createLoopDetector, type LoopVerdict } from "./loop-detector.js";
import type { LoopLimits } from "./loop-limits.js";

/** Name of the injected human message, so that programs can tell it from the user's. */
export const LOOP_WARNING_NAME = "loop_warning";

/**
 * Warns the model of repeated calls, then ends the agent through the cap frame: the calls of the turn that goes too far are
 * answered without being run, and one last answer without tools follows. Tools that poll are left alone.
 */
export function loopMiddleware(limits: LoopLimits, agent: ResolvedAgent, context: AgentContext): Middleware {
  const detector = createLoopDetector(limits);
  const polling = new Set(agent.tools.filter((tool) => tool.offer.polls === true).map((tool) => tool.name));
  const stopped = new Set<string>();
  let pendingWarning: string | undefined;
  let observed = false;

  return {
    name: "antler:loop-detection",
    wrapModelCall: async (request, handler) => {
      if (observed) detector.results(resultsFingerprint(request.messages));
      const warning = pendingWarning;
      pendingWarning = undefined;
      const messages =
        warning === undefined
          ? request.messages
          : [
              ...request.messages,
              new HumanMessage({
                content: warning,
                name: LOOP_WARNING_NAME,
                additional_kwargs: { [NOT_FROM_USER_MARK]: true },
              }),
            ];
      const answer: unknown = await handler({ ...request, messages });
      if (!AIMessage.isInstance(answer)) return answer;
      // The gate stands outside: what a provider's client made of the arguments may still be null, or endlessly nested.
      const calls = (answer.tool_calls ?? [])
        .filter((call) => !polling.has(call.name))
        .map(({ name, args }) => ({ name, args: isNestedTooDeep(args) ? {} : ((args as typeof args | null) ?? {}) }));
      observed = calls.length > 0;
      const found = detector.observe(calls);
      if (found.verdict === "warn") pendingWarning = warningText(found);
      if (found.verdict === "stop") {
        for (const call of answer.tool_calls ?? []) stopped.add(call.id ?? "");
        context.control.conclude("loop_capped");
        context.emit({ type: "warning", position: null, ...stopFacts(found, agent.blueprint.name) });
      }
      return answer;
    },
    wrapToolCall: (request, handler) => {
      const { name, id = "" } = request.toolCall;
      if (!stopped.has(id)) return handler(request);
      return new ToolMessage({
        content: "Not run: you have made this call too often. Answer with what you have found so far.",
        name,
        tool_call_id: id,
        status: "error",
      });
    },
  } as Middleware;
}

type Found = Exclude<LoopVerdict, { readonly verdict: "ok" }>;

function warningText({ kind, tool, count }: Found): string {
  const what =
    kind === "repeat"
      ? `You have made the same call of "${tool}" ${count} times`
      : `You have called "${tool}" ${count} times`;
  return `[LOOP DETECTED] ${what}. Do not repeat it: use the results you have, try another way, or give your answer now.`;
}

function stopFacts({ kind, tool, count }: Found, agent: string): { code: string; message: string; hint: string } {
  const key = kind === "repeat" ? "hard_limit" : "tool_freq_hard_limit";
  return {
    code: "ANTLER_LOOP_STOPPED",
    message: `agent "${agent}" was stopped: it called "${tool}" ${count} times${kind === "repeat" ? " in the same way" : ""}`,
    hint: `The limit is \`resilience.loop_detection.${key}\`.`,
  };
}

/** Equal when the calls of the latest turn returned the same as at another time. */
function resultsFingerprint(messages: readonly BaseMessage[]): string {
  const hash = createHash("sha256");
  const last = messages.findLastIndex((message) => AIMessage.isInstance(message));
  for (const message of messages.slice(last + 1))
    if (ToolMessage.isInstance(message)) hash.update(JSON.stringify([message.name, message.content]));
  return hash.digest("base64");
}
