import {
  type AgentContext,
  CONTEXT_SUMMARY_KEY,
  type Middleware,
  type ModelCatalog,
  type ResolvedAgent,
} from "@antler/plugin-api";
import type { BaseMessage } from "@langchain/core/messages";
import { z } from "zod";
import { classifyModelError } from "../model/classify-model-error.js";
import { contextKeeper } from "./context-keeper.js";
import { type ContextSummary, withSummary } from "./context-summary.js";
import type { SummarizationSettings } from "./summarization-settings.js";

const STATE_KEY = CONTEXT_SUMMARY_KEY;
const stateSchema = z.object({
  [STATE_KEY]: z.object({ text: z.string(), covers: z.string(), writtenAfter: z.string() }).optional(),
});

/**
 * Condenses a thread before its model's window is full. The stored messages stay; the summary is kept beside them in the
 * agent's state and takes their place in requests. A request that is too long for the provider all the same is condensed
 * further and made once more.
 */
export function summarizationMiddleware(
  settings: SummarizationSettings,
  agent: ResolvedAgent,
  context: AgentContext,
  catalog: ModelCatalog,
): Middleware {
  const keeper = contextKeeper(settings, agent, context, catalog);
  return {
    name: "antler:summarization",
    stateSchema,
    beforeModel: async (state: {
      readonly messages: readonly BaseMessage[];
      readonly [STATE_KEY]?: ContextSummary;
    }) => {
      keeper.adopt(state[STATE_KEY]);
      await keeper.prepare(state.messages);
      return keeper.summary === state[STATE_KEY] ? undefined : { [STATE_KEY]: keeper.summary };
    },
    wrapModelCall: async (request, handler) => {
      const sent = (): BaseMessage[] => [...withSummary(request.messages, keeper.summary)];
      try {
        return await handler({ ...request, messages: sent() });
      } catch (thrown) {
        const isOverflow = classifyModelError(thrown).reason === "context_overflow";
        if (!isOverflow || context.signal.aborted || !(await keeper.force(request.messages))) throw thrown;
        return handler({ ...request, messages: sent() });
      }
    },
  } as Middleware;
}
