import { type AgentContext, type MiddlewareFactory, NOT_FROM_USER_MARK } from "@antler/plugin-api";
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import { clampConcurrent } from "./clamp-limit.js";
import { countTaskCalls, type LimitedCalls, limitTaskCalls } from "./limit-task-calls.js";

export interface LimitConfig {
  readonly maxConcurrent: number;
  readonly maxTotalPerRun: number | null;
}
type Call = NonNullable<AIMessage["tool_calls"]>[number];

/** Trims the lead's `task` calls before the tools node runs them. It starts nothing and splits no work. */
export function limitMiddleware(config: LimitConfig): MiddlewareFactory {
  return {
    name: "subagent-limit",
    stage: "limits",
    async create(agent, context) {
      if (agent.blueprint.role !== "lead") return undefined;
      const { AIMessage, HumanMessage } = await import("@langchain/core/messages");
      const maxConcurrent = clampConcurrent(
        context.run.maxConcurrentTasks ?? agent.blueprint.maxConcurrentTasks ?? config.maxConcurrent,
      );
      const admitted = admittedCounter();
      let emptied = 0;

      const hook = (state: { readonly messages: BaseMessage[] }): object | undefined => {
        const last = state.messages.at(-1);
        if (last?.type !== "ai") return undefined;
        const message = last as AIMessage;
        const started = admitted.before(message.id);
        const limited = limitTaskCalls<Call>([message], { maxConcurrent, maxTotal: config.maxTotalPerRun, started });
        const kept = limited?.toolCalls ?? message.tool_calls ?? [];
        admitted.note(message.id, countTaskCalls({ type: "ai", content: "", tool_calls: kept }));
        if (limited === undefined) return undefined;

        report(limited, context);
        const replaced = new AIMessage(withCalls(message, limited));
        if (kept.length > 0) return { messages: [replaced] };
        // No call is left, so the run would end here with the children's work unread: the model gets to go on, and when it
        // asks for nothing but tasks again, to conclude.
        emptied += 1;
        if (emptied > 1 && limited.stopReason !== null) context.control.conclude(limited.stopReason);
        const note = new HumanMessage({
          content: NOTHING_STARTED,
          additional_kwargs: { [NOT_FROM_USER_MARK]: true },
        });
        return { messages: [replaced, note], jumpTo: "model" };
      };
      return { name: "subagent-limit", afterModel: { canJumpTo: ["model"], hook } };
    },
  };
}

const NOTHING_STARTED =
  "None of these tasks was started: the limit of this run is reached. Go on without further tasks.";

/** The same message with fewer calls; under its id it replaces the other. */
function withCalls(message: AIMessage, limited: LimitedCalls<Call>): ConstructorParameters<typeof AIMessage>[0] {
  return {
    ...(limited.id === undefined ? {} : { id: limited.id }),
    ...(message.name === undefined ? {} : { name: message.name }),
    content: limited.content as AIMessage["content"],
    tool_calls: [...limited.toolCalls],
    invalid_tool_calls: message.invalid_tool_calls ?? [],
    additional_kwargs: limited.additionalKwargs,
    response_metadata: message.response_metadata,
    ...(message.usage_metadata === undefined ? {} : { usage_metadata: message.usage_metadata }),
  };
}

function report(limited: LimitedCalls<Call>, context: AgentContext): void {
  context.emit({ type: "calls_dropped", count: limited.dropped, limit: limited.limit, key: limited.key });
  if (limited.stopReason !== null) context.control.note(limited.stopReason);
}

/** Counts per message, so that a message seen twice (a resumed run) counts once. */
function admittedCounter(): {
  before(id: string | undefined): number;
  note(id: string | undefined, count: number): void;
} {
  const byMessage = new Map<string, number>();
  return {
    before: (id) => [...byMessage].reduce((sum, [message, count]) => (message === (id ?? "") ? sum : sum + count), 0),
    note: (id, count) => {
      if (count > 0) byMessage.set(id ?? "", count);
    },
  };
}
