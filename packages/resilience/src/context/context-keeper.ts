import type { AgentContext, ModelCatalog, ResolvedAgent } from "@antler/plugin-api";
import { errorText } from "@antler/plugin-api";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { AIMessage, BaseMessage, UsageMetadata } from "@langchain/core/messages";
import { type ContextSummary, headLength, withSummary } from "./context-summary.js";
import { type CutItem, cutPoint } from "./cut-point.js";
import { estimateTextTokens } from "./estimate-tokens.js";
import { messageTokens, toolTokens } from "./message-tokens.js";
import { ASSUMED_WINDOW, type SummarizationSettings } from "./summarization-settings.js";
import { writeSummary } from "./write-summary.js";

/** Keeps one agent's requests within its model's window. */
export interface ContextKeeper {
  readonly summary: ContextSummary | undefined;
  /** Takes over a summary from the agent's state. */
  adopt(summary: ContextSummary | undefined): void;
  /** Warns and condenses where the limits are reached. */
  prepare(messages: readonly BaseMessage[]): Promise<void>;
  /** Condenses as far as possible, whatever the estimate says. false: nothing was left to condense. */
  force(messages: readonly BaseMessage[]): Promise<boolean>;
}

/** A summary is written for a tenth of the window at least: where tools and prompt fill it, one for every turn would free nothing. */
const MIN_GAIN = 10;

export function contextKeeper(
  settings: SummarizationSettings,
  agent: ResolvedAgent,
  context: AgentContext,
  catalog: ModelCatalog,
): ContextKeeper {
  const { blueprint } = agent;
  const fixed =
    toolTokens(agent.tools) + (blueprint.role === "lead" ? estimateTextTokens(agent.systemMessage ?? "") : 0);
  const sizes = new WeakMap<BaseMessage, number>();
  let summary: ContextSummary | undefined;
  let warned = false;

  return {
    get summary() {
      return summary;
    },
    adopt: (known) => {
      summary ??= known;
    },
    prepare: async (messages) => {
      const window = await windowTokens();
      const used = requestTokens(messages);
      if (used * 100 >= window * settings.triggerPercent) {
        await condense(messages, keepTokens(window), used, window / MIN_GAIN);
      } else if (used * 100 >= window * settings.warnPercent && !warned) {
        warned = true;
        warn(
          "ANTLER_CONTEXT_NEARLY_FULL",
          `agent "${blueprint.name}" uses about ${used} of the ${window} tokens its model takes`,
          `Older messages are summarised from ${settings.triggerPercent} per cent on (\`resilience.summarization.trigger_percent\`).`,
        );
      }
    },
    force: async (messages) => {
      const sizes = withSummary(messages, summary).map(sizeOf);
      return condense(messages, sum(sizes) / 4, requestTokens(messages), 0);
    },
  };

  /** At most half of what the window leaves beside the tools and the prompt, so that condensing always frees something. */
  function keepTokens(window: number): number {
    const wanted = (window * settings.keepPercent) / 100;
    return Math.min(wanted, Math.max(0, (window * settings.triggerPercent) / 100 - fixed) / 2);
  }

  async function condense(
    messages: readonly BaseMessage[],
    keep: number,
    before: number,
    minGain: number,
  ): Promise<boolean> {
    const covered = summary === undefined ? -1 : messages.findIndex((message) => message.id === summary?.covers);
    const start = Math.max(covered + 1, headLength(messages));
    const rest = messages.slice(start);
    // Where the provider counts more than the estimate, every message costs more by as much.
    const scale = Math.max(1, before / Math.max(1, fixed + sum(withSummary(messages, summary).map(sizeOf))));
    const cut = cutPoint(
      rest.map((message) => ({ kind: kindOf(message), tokens: sizeOf(message) * scale })),
      keep,
    );
    const covers = rest[cut - 1]?.id;
    const writtenAfter = messages.at(-1)?.id;
    if (covers === undefined || writtenAfter === undefined) return false;
    if (sum(rest.slice(0, cut).map(sizeOf)) * scale < minGain) return false;
    const text = await summaryText(rest.slice(0, cut));
    summary = { text, covers, writtenAfter };
    warned = false;
    context.emit({
      type: "context_summarized",
      agent: blueprint.name,
      task_id: blueprint.taskId ?? null,
      messages: cut,
      tokens_before: before,
      tokens_after: requestTokens(messages),
    });
    return true;
  }

  async function summaryText(messages: readonly BaseMessage[]): Promise<string> {
    try {
      const model = await catalog.get(settings.model ?? blueprint.model);
      // Half of the window at four characters a token, so that the record fits whatever its script.
      return await writeSummary(model, messages, summary?.text, (await windowTokens()) * 2, context);
    } catch (thrown) {
      if (context.signal.aborted) throw thrown;
      warn(
        "ANTLER_SUMMARY_FAILED",
        `older messages of agent "${blueprint.name}" were left out without a summary: ${errorText(thrown)}`,
        "Name a model that can summarise under `resilience.summarization.model`.",
      );
      return `${summary === undefined ? "" : `${summary.text}\n`}[${messages.length} earlier messages were left out; ask again for what you miss.]`;
    }
  }

  /** What the provider counted last, and an estimate for what came since; an estimate for everything where it counted nothing. */
  function requestTokens(messages: readonly BaseMessage[]): number {
    const sent = withSummary(messages, summary);
    const stale = summary === undefined ? -1 : sent.findIndex((message) => message.id === summary?.writtenAfter);
    const counted = sent.findLastIndex((message, index) => index > stale && (usageOf(message)?.input_tokens ?? 0) > 0);
    const usage = counted < 0 ? undefined : usageOf(sent[counted]);
    const base = usage === undefined ? fixed : usage.input_tokens + usage.output_tokens;
    return base + sum(sent.slice(counted + 1).map(sizeOf));
  }

  async function windowTokens(): Promise<number> {
    if (settings.windowTokens !== undefined) return settings.windowTokens;
    const model: BaseChatModel = await catalog.get(blueprint.model);
    return model.profile?.maxInputTokens ?? ASSUMED_WINDOW;
  }

  function sizeOf(message: BaseMessage): number {
    const size = sizes.get(message) ?? messageTokens(message);
    sizes.set(message, size);
    return size;
  }

  function warn(code: "ANTLER_CONTEXT_NEARLY_FULL" | "ANTLER_SUMMARY_FAILED", message: string, hint: string): void {
    context.emit({ type: "warning", code, message, hint, position: null });
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function usageOf(message: BaseMessage | undefined): UsageMetadata | undefined {
  return message?.getType() === "ai" ? (message as AIMessage).usage_metadata : undefined;
}

function kindOf(message: BaseMessage): CutItem["kind"] {
  const type: string = message.getType();
  return type === "human" || type === "ai" || type === "tool" ? type : "other";
}
