import type { AgentContext, MiddlewareFactory } from "@antler/plugin-api";
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import { clampConcurrent } from "./clamp-limit.js";
import { countTaskCalls, type LimitedCalls, limitTaskCalls } from "./limit-task-calls.js";

export interface LimitConfig {
  readonly maxConcurrent: number;
  readonly maxTotalPerRun: number | null;
}

/** Trims the lead's `task` calls before the tools node runs them. It starts nothing and splits no work. */
export function limitMiddleware(config: LimitConfig): MiddlewareFactory {
  return {
    name: "subagent-limit",
    stage: "limits",
    async create(agent, context) {
      if (agent.blueprint.role !== "lead") return undefined;
      const { AIMessage } = await import("@langchain/core/messages");
      const maxConcurrent = clampConcurrent(
        context.run.maxConcurrentTasks ?? agent.blueprint.maxConcurrentTasks ?? config.maxConcurrent,
      );
      const admitted = admittedCounter();
      return {
        name: "subagent-limit",
        afterModel(state: { readonly messages: BaseMessage[] }) {
          const last = state.messages.at(-1) as AIMessage | undefined;
          const started = admitted.before(last?.id);
          const limited = limitTaskCalls(last === undefined ? [] : [last], {
            maxConcurrent,
            maxTotal: config.maxTotalPerRun,
            started,
          });
          admitted.note(last?.id, limited === undefined ? countTaskCalls(last) : countKept(limited));
          if (limited === undefined || last === undefined) return undefined;
          report(limited, context);
          return {
            messages: [
              new AIMessage({
                ...(limited.id === undefined ? {} : { id: limited.id }),
                ...(last.name === undefined ? {} : { name: last.name }),
                content: limited.content as AIMessage["content"],
                tool_calls: [...limited.toolCalls] as NonNullable<AIMessage["tool_calls"]>,
                invalid_tool_calls: last.invalid_tool_calls ?? [],
                additional_kwargs: limited.additionalKwargs,
                response_metadata: last.response_metadata,
                ...(last.usage_metadata === undefined ? {} : { usage_metadata: last.usage_metadata }),
              }),
            ],
          };
        },
      };
    },
  };
}

function report(limited: LimitedCalls<{ readonly name: string }>, context: AgentContext): void {
  context.emit({ type: "calls_dropped", count: limited.dropped, limit: limited.limit, key: limited.key });
  if (limited.stopReason !== null) context.control.note(limited.stopReason);
}

function countKept(limited: LimitedCalls<{ readonly name: string }>): number {
  return limited.toolCalls.filter((call) => call.name === "task").length;
}

/** Counts per message, so that a message seen twice (a resumed run) counts once. */
function admittedCounter(): {
  before(id: string | undefined): number;
  note(id: string | undefined, count: number): void;
} {
  const byMessage = new Map<string, number>();
  const key = (id: string | undefined): string => id ?? "";
  return {
    before: (id) => [...byMessage].reduce((sum, [message, count]) => (message === key(id) ? sum : sum + count), 0),
    note: (id, count) => {
      if (count > 0) byMessage.set(key(id), count);
    },
  };
}
