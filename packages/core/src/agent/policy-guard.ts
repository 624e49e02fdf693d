import {
  type AgentProfile,
  errorText,
  type LateTools,
  type Middleware,
  NO_USAGE,
  type ProvidedTool,
  type ThreadState,
  type TokenUsage,
  type ToolDecision,
  type ToolFilter,
  type ToolVerdict,
  type Warning,
} from "@antler/plugin-api";
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import type { CountingControl } from "./agent-control.js";
import { freshenIds } from "./answer-ids.js";
import { coalesceSystemMessages } from "./system-message.js";

export interface GuardedAgent {
  readonly profile: AgentProfile;
  readonly tools: readonly ProvidedTool[];
  readonly decisions: readonly ToolDecision[];
  readonly deferred: readonly string[];
  readonly late: readonly LateTools[];
  readonly filters: readonly ToolFilter[];
  readonly tokenBudget: number | null;
  readonly control: CountingControl;
  readonly warn: (warning: Warning) => void;
}

const ALLOWED: ToolVerdict = { allow: true };

/** A layer that judges must give a verdict: none, or an exception, counts as a refusal, told under the layer's name. */
function verdictOf(layer: ToolFilter, judge: () => ToolVerdict | undefined, warn: GuardedAgent["warn"]): ToolVerdict {
  const refusal = (what: string): ToolVerdict => {
    const code = "ANTLER_FILTER_SILENT";
    const reason = `the layer "${layer.name}" ${what}`;
    warn({
      code,
      message: `${reason}; tools it cannot judge are refused`,
      hint: "Mend the plugin that contributes it.",
    });
    return { allow: false, code, reason };
  };
  try {
    const verdict = judge();
    return typeof verdict?.allow === "boolean" ? verdict : refusal("gave no verdict");
  } catch (thrown) {
    return refusal(`threw: ${errorText(thrown)}`);
  }
}

/**
 * The innermost middleware of every agent. Whatever the others do, the model sees only kept tools, and only kept tools run:
 * hiding a tool is not a gate, because the model can still call it.
 */
export function policyGuard(guarded: GuardedAgent): Middleware {
  const byName = new Map(guarded.tools.map((tool) => [tool.name, tool]));
  const deferred = new Set(guarded.deferred);
  const isHidden = (name: string, state: ThreadState): boolean =>
    deferred.has(name) && !guarded.late.some((late) => late.isPromoted?.(name, state) === true);
  const verdictNow = (tool: ProvidedTool, state: ThreadState): ToolVerdict => {
    for (const filter of guarded.filters) {
      if (filter.judgeNow === undefined) continue;
      const verdict = verdictOf(filter, () => filter.judgeNow?.(tool, guarded.profile, state), guarded.warn);
      if (!verdict.allow) return verdict;
    }
    return ALLOWED;
  };

  return {
    name: "antler:policy-guard",
    wrapModelCall: async (request, handler) => {
      const state = request.state as unknown as ThreadState;
      const tools = guarded.control.concluding
        ? []
        : request.tools.filter((offered) => {
            const tool = byName.get(String(offered["name"] ?? ""));
            return tool !== undefined && !isHidden(tool.name, state) && verdictNow(tool, state).allow;
          });
      const merged = coalesceSystemMessages(request.systemMessage, request.messages);
      const hasOwn = request.systemMessage !== undefined && request.systemMessage.text !== "";
      const answer = await handler({
        ...request,
        tools,
        ...(merged === undefined
          ? {}
          : hasOwn
            ? { systemMessage: merged.systemMessage, messages: merged.messages }
            : { messages: [merged.systemMessage, ...merged.messages] }),
      });
      if (!AIMessage.isInstance(answer)) return answer;
      guarded.control.countUsage(completeUsage(answer));
      if (guarded.tokenBudget !== null && guarded.control.usage.total_tokens >= guarded.tokenBudget)
        guarded.control.conclude("token_capped");
      return freshenIds(answer, state.messages);
    },
    wrapToolCall: async (request, handler) => {
      const { name, args } = request.toolCall;
      const state = request.state as unknown as ThreadState;
      const refuse = (text: string): ToolMessage =>
        new ToolMessage({ content: text, name, tool_call_id: request.toolCall.id ?? "", status: "error" });
      const tool = byName.get(name);
      if (tool === undefined) return refuse(refusal(name, guarded, (other) => !isHidden(other, state)));
      if (isHidden(name, state))
        return refuse(
          `Tool "${name}" is not loaded yet. Call tool_search with {"query": "select:${name}"} first, then call it again.`,
        );
      const now = verdictNow(tool, state);
      if (!now.allow) return refuse(`Tool "${name}" is not available now: ${now.reason}`);
      for (const filter of guarded.filters) {
        if (filter.judgeCall === undefined) continue;
        const judge = () => filter.judgeCall?.({ name, args }, tool, guarded.profile, state);
        const verdict = verdictOf(filter, judge, guarded.warn);
        if (!verdict.allow) return refuse(`This call of "${name}" is not allowed: ${verdict.reason}`);
      }
      return handler(request);
    },
  };
}

function refusal(name: string, { tools, decisions }: GuardedAgent, isVisible: (name: string) => boolean): string {
  const available = tools.map((tool) => tool.name).filter(isVisible);
  const known = decisions.find((decision) => decision.name === name);
  const why = known?.reason === null || known?.reason === undefined ? "there is no such tool" : known.reason;
  return `Tool "${name}" is not available to you: ${why}. ${available.length === 0 ? "You have no tools; answer in text." : `Available tools: ${available.join(", ")}.`}`;
}

/**
 * What the answer cost. Some providers leave counts out; then the answer gets them too, for everybody who calculates with them:
 * a total that is missing, or 0 beside others, is their sum.
 */
function completeUsage(answer: AIMessage): TokenUsage {
  const counted = answer.usage_metadata as Partial<TokenUsage> | undefined;
  if (counted === undefined) return NO_USAGE;
  const { input_tokens = 0, output_tokens = 0, total_tokens } = counted;
  const usage = { input_tokens, output_tokens, total_tokens: total_tokens || input_tokens + output_tokens };
  Object.assign(answer, { usage_metadata: { ...counted, ...usage } });
  return usage;
}
