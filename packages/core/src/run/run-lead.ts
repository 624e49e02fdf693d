import {
  AGENT_FACTORY,
  type AgentBlueprint,
  type AgentResult,
  addUsage,
  errorText,
  isAntlerError,
  messageText,
  NO_USAGE,
  type TokenUsage,
} from "@antler/plugin-api";
import type { BaseMessage } from "@langchain/core/messages";
import type { RunFinished, RunOptions, RunResult } from "../platform-types.js";
import type { PreparedPlatform } from "../prepare-platform.js";
import { createEventStream } from "./event-stream.js";
import { toolsResolvedEvent, warningEvent } from "./resolve-events.js";
import { stepEvents } from "./step-events.js";
import { untilAborted } from "./until-aborted.js";

/**
 * One run of the lead, from the first event to `run_finished`. Failures of the model, of tools and of plugins end the run
 * with status `failed`; nothing is thrown but a failing `createEventStream`.
 */
export async function runLead(
  prepared: PreparedPlatform,
  blueprint: AgentBlueprint,
  options: RunOptions,
  signal: AbortSignal,
): Promise<RunResult> {
  const begin = performance.now();
  const { kernel } = prepared;
  const emit = createEventStream(blueprint.runId, kernel, options.onEvent);
  emit({ type: "run_started", thread_id: blueprint.threadId, model: blueprint.model, prompt: options.prompt });
  for (const warning of prepared.warnings.splice(0)) emit(warningEvent(warning));

  let spentBelow = NO_USAGE;
  let spent: { readonly turns: number; readonly usage: TokenUsage } = { turns: 0, usage: NO_USAGE };
  let progress: Pick<AgentResult, "messages" | "stopReason" | "turns" | "usage"> | undefined;
  const seen: BaseMessage[] = [];
  let failure: unknown;
  try {
    signal.throwIfAborted();
    const factory = kernel.get(AGENT_FACTORY);
    const agent = await untilAborted(signal, factory.resolve(blueprint));
    for (const warning of agent.warnings) emit(warningEvent(warning));
    emit(toolsResolvedEvent(agent));
    const created = factory.create(agent, {
      run: {
        id: blueprint.runId,
        threadId: blueprint.threadId,
        workspace: options.workspace,
        maxConcurrentTasks: options.maxConcurrentTasks,
      },
      signal,
      emit,
      report: (total) => {
        spent = total;
      },
      spend: (usage: TokenUsage) => {
        spentBelow = addUsage(spentBelow, usage);
      },
    });
    const runnable = await untilAborted(signal, created);
    const steps = runnable.run({ text: options.prompt });
    for (;;) {
      const next = await steps.next();
      if (next.done === true) {
        progress = next.value;
        break;
      }
      if (next.value.type === "messages") seen.push(...next.value.messages);
      for (const event of stepEvents(next.value, "lead")) emit(event);
    }
  } catch (thrown) {
    failure = thrown;
  }

  const text = lastText(progress?.messages ?? seen);
  const finished: RunFinished = {
    type: "run_finished",
    ...outcome(failure, text, signal, (error) => explainFailure(prepared, blueprint.model, error)),
    text,
    usage: addUsage(spent.usage, spentBelow),
    turns: progress?.turns ?? seen.filter((message) => message.getType() === "ai").length,
    stop_reason: progress?.stopReason ?? null,
    duration_ms: Math.round(performance.now() - begin),
  };
  emit(finished);
  return {
    runId: blueprint.runId,
    threadId: blueprint.threadId,
    status: finished.status,
    text,
    usage: finished.usage,
    turns: finished.turns,
    stopReason: finished.stop_reason,
    error: finished.error,
  };
}

function outcome(
  failure: unknown,
  text: string,
  signal: AbortSignal,
  explain: (error: unknown) => NonNullable<RunFinished["error"]>,
): Pick<RunFinished, "status" | "error"> {
  if (signal.aborted) return { status: "cancelled", error: null };
  if (failure !== undefined) return { status: "failed", error: explain(failure) };
  if (text !== "") return { status: "completed", error: null };
  return {
    status: "failed",
    error: {
      code: "ANTLER_ANSWER_EMPTY",
      message: "the model ended without an answer",
      hint: "Ask again, or choose another model with `--model`.",
      position: null,
    },
  };
}

function explainFailure(prepared: PreparedPlatform, model: string, error: unknown): NonNullable<RunFinished["error"]> {
  if (isAntlerError(error)) {
    const { code, message, hint = null, position = null } = error;
    return { code, message, hint, position };
  }
  const explained = prepared.models.explain(model, error);
  return {
    code: "ANTLER_RUN_FAILED",
    message: explained?.message ?? errorText(error),
    hint: explained?.hint ?? "See the message; run again with --verbose for the stack.",
    position: explained?.position ?? null,
  };
}

function lastText(messages: readonly BaseMessage[]): string {
  for (const message of messages.toReversed()) {
    const text = message.getType() === "ai" ? messageText(message.content).trim() : "";
    if (text !== "") return text;
  }
  return "";
}
