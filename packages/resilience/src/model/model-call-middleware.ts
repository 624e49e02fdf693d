import type { AgentContext, Middleware, ModelCatalog } from "@antler/plugin-api";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { isBaseMessage } from "@langchain/core/messages";
import { isGraphBubbleUp } from "@langchain/langgraph";
import type { Clock } from "../clock.js";
import { backoffMs } from "./backoff.js";
import { classifyModelError, type ModelErrorClass, maxAttempts } from "./classify-model-error.js";
import type { ModelCallSettings } from "./model-call-settings.js";
import { modelFailure } from "./model-failure.js";
import { settleAnswer } from "./settle-answer.js";
import { watchCall } from "./watch-call.js";

export interface ModelCallSurroundings {
  readonly context: AgentContext;
  /** Absent: no fallback models, and errors are worded without the provider's help. */
  readonly catalog: ModelCatalog | undefined;
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * Makes the model calls of one agent: watches for stalls, repeats what is worth repeating, and then asks the fallback models.
 * It is the innermost part that repeats anything, so nothing but the call itself happens twice.
 */
export function modelCallMiddleware(settings: ModelCallSettings, surroundings: ModelCallSurroundings): Middleware {
  const { context, catalog, clock, random } = surroundings;
  const { signal, agent } = context;
  const own = agent.blueprint.model;

  return {
    name: "antler:model-calls",
    wrapModelCall: async (request, handler) => {
      const deadline = clock.now() + settings.maxTotalMs;
      const names = [own, ...settings.fallbackModels.filter((name) => name !== own)];
      let failure: unknown;
      for (const [index, name] of names.entries()) {
        const model = index === 0 ? (request.model as BaseChatModel) : await catalog?.get(name);
        if (model === undefined) break;
        const outcome = await attempts(name, names[index + 1], model, deadline, async (bound) =>
          handler({ ...request, model: bound }),
        );
        if ("answer" in outcome) return outcome.answer;
        failure = outcome.failure;
        if (!outcome.mayFallBack) break;
      }
      throw failure;
    },
  } as Middleware;

  async function attempts(
    name: string,
    next: string | undefined,
    model: BaseChatModel,
    deadline: number,
    call: (model: BaseChatModel) => Promise<unknown>,
  ): Promise<Attempted> {
    for (let attempt = 1; ; attempt++) {
      const watched = watchCall(model, settings, clock);
      try {
        const answer = await call(watched.model);
        return { answer: isBaseMessage(answer) ? settleAnswer(answer, watched, settings.requireFinishReason) : answer };
      } catch (thrown) {
        if (signal.aborted || isGraphBubbleUp(thrown)) throw thrown;
        const error = watched.stall ?? thrown;
        const found = classifyModelError(error);
        // What neither this package nor the provider knows is a fault of the program, and told as it is.
        const isKnown = found.reason !== "generic" || catalog?.explain(name, error) !== undefined;
        if (!isKnown || found.reason === "aborted") throw thrown;
        const most = maxAttempts(found, settings.maxAttempts);
        const waitMs = backoffMs(attempt, found.retryAfterMs, settings, random);
        if (attempt < most && clock.now() + waitMs <= deadline) {
          announce(name, attempt, most, waitMs, found);
          await clock.wait(waitMs, signal);
          continue;
        }
        const mayFallBack = found.reason !== "content_filter";
        if (mayFallBack && next !== undefined) announce(next, attempt, most, 0, found);
        return { failure: modelFailure(name, error, found, attempt, catalog), mayFallBack };
      } finally {
        watched.end();
      }
    }
  }

  function announce(model: string, attempt: number, most: number, waitMs: number, found: ModelErrorClass): void {
    const { name, taskId } = agent.blueprint;
    context.emit({
      type: "llm_retry",
      agent: name,
      task_id: taskId ?? null,
      model,
      attempt,
      max_attempts: most,
      wait_ms: waitMs,
      reason: found.reason,
    });
  }
}

type Attempted = { readonly answer: unknown } | { readonly failure: unknown; readonly mayFallBack: boolean };
