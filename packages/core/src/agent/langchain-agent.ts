import {
  type Agent,
  type AgentContext,
  type AgentInput,
  type AgentResult,
  type AgentStep,
  type Middleware,
  type ResolvedAgent,
  rootCause,
} from "@antler/plugin-api";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { toLangchainTool } from "./langchain-tool.js";
import { StepCollector } from "./step-collector.js";

/**
 * Steps of the graph at most, far above what turns can take: turns are counted by the cap frame, because a graph's steps
 * also count every hook.
 */
const RECURSION_LIMIT = 1_000_000;

export interface AgentParts {
  readonly agent: ResolvedAgent;
  readonly context: AgentContext;
  readonly model: BaseChatModel;
  readonly middleware: Middleware;
  /** Of the lead only. */
  readonly checkpointer: BaseCheckpointSaver | undefined;
  /** For subagents: they start inside a tool call of their lead and must not see that call's surroundings. */
  readonly detached: (<T>(run: () => T) => T) | undefined;
}

/** The one call of langchain's `createAgent`, for the lead and for subagents. */
export function createLangchainAgent({
  agent,
  context,
  model,
  middleware,
  checkpointer,
  detached = (run) => run(),
}: AgentParts): Agent {
  const isLead = agent.blueprint.role === "lead";
  const { graph } = createAgent({
    model,
    tools: agent.tools.map(toLangchainTool),
    middleware: [middleware],
    checkpointer: checkpointer ?? false,
    name: agent.blueprint.name,
    // A thread keeps the lead's messages, not its prompt; a subagent's prompt is the first message of its state. A message, because
    // langchain makes a list of parts of a text, which not every model API takes from the system.
    ...(isLead && agent.systemMessage !== null ? { systemPrompt: new SystemMessage(agent.systemMessage) } : {}),
  });

  return {
    run: async function* (input: AgentInput): AsyncGenerator<AgentStep, AgentResult, void> {
      const collector = new StepCollector(middleware.afterModel !== undefined);
      const config = {
        context,
        configurable: { thread_id: agent.blueprint.threadId },
        signal: context.signal,
        recursionLimit: RECURSION_LIMIT,
        streamMode: ["updates", "messages"] as ["updates", "messages"],
      };
      context.signal.throwIfAborted();
      const first = firstMessages(agent, input);
      // The graph itself, not langchain's wrapper: that one demands an initial value for every state key without a default.
      const stream = await detached(() =>
        graph.stream({ messages: first, ...input.inherited } as never, config as never),
      );
      const iterator = stream[Symbol.asyncIterator]();
      try {
        for (;;) {
          const next = await detached(() => iterator.next());
          if (next.done === true) break;
          yield* collector.accept(next.value as unknown as readonly [string, unknown]);
        }
      } catch (thrown) {
        throw rootCause(thrown);
      } finally {
        await Promise.resolve(iterator.return?.()).catch(() => undefined);
      }
      yield* collector.flush();
      const { stopReason, turns, usage } = context.control;
      return { messages: [...first, ...collector.messages], stopReason, turns, usage };
    },
  };
}

function firstMessages(agent: ResolvedAgent, input: AgentInput): BaseMessage[] {
  const human = new HumanMessage(input.text);
  if (agent.blueprint.role === "lead" || agent.systemMessage === null) return [human];
  return [new SystemMessage(agent.systemMessage), human];
}
