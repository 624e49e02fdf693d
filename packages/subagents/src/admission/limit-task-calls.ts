/** The part of an AI message that the limit looks at; langchain's messages have this shape. */
export interface CallingMessage<Call extends NamedCall = NamedCall> {
  readonly type?: string;
  readonly id?: string | undefined;
  readonly content: MessageContent;
  readonly tool_calls?: readonly Call[] | undefined;
  readonly additional_kwargs?: { readonly [key: string]: unknown } | undefined;
}
export type MessageContent = string | readonly unknown[];
export interface NamedCall {
  readonly name: string;
  readonly id?: string | undefined;
}
export interface TaskLimits {
  readonly maxConcurrent: number;
  /** null: no limit. */
  readonly maxTotal: number | null;
  /** Tasks that this run has started before this message. */
  readonly started: number;
}
/** What remains of the message, and why. */
export interface LimitedCalls<Call extends NamedCall> {
  /** Unchanged, so that the reducer replaces the message instead of appending another. */
  readonly id: string | undefined;
  readonly content: MessageContent;
  readonly toolCalls: readonly Call[];
  readonly additionalKwargs: { readonly [key: string]: unknown };
  readonly dropped: number;
  /** The limit that was hit, with its config key. */
  readonly limit: number;
  readonly key: "subagents.max_concurrent" | "subagents.max_total_per_run";
  readonly stopReason: "subagent_limit_capped" | null;
}
const TASK = "task";

/**
 * Drops surplus `task` calls of the last message, first ones kept, every other call in its place. undefined: nothing to drop.
 * Pure. The provider's raw copies of the calls (`additional_kwargs.tool_calls`, blocks in the content) follow, because a
 * provider refuses a call without a result.
 */
export function limitTaskCalls<Call extends NamedCall>(
  messages: readonly CallingMessage<Call>[],
  limits: TaskLimits,
): LimitedCalls<Call> | undefined {
  const message = messages.at(-1);
  if (message === undefined || message.type !== "ai") return undefined;
  const calls = message.tool_calls ?? [];
  const wanted = calls.filter((call) => call.name === TASK).length;
  const left = limits.maxTotal === null ? Number.POSITIVE_INFINITY : Math.max(limits.maxTotal - limits.started, 0);
  const kept = Math.min(wanted, limits.maxConcurrent, left);
  if (kept === wanted) return undefined;

  const byTotal = limits.maxTotal !== null && kept === left;
  const keep = firstOf(kept);
  const content = withoutSurplusBlocks(message.content, kept);
  return {
    id: message.id,
    content: byTotal ? withNotice(content, totalNotice(limits.maxTotal)) : content,
    toolCalls: calls.filter((call) => keep(call.name)),
    additionalKwargs: withoutSurplusRawCalls(message.additional_kwargs ?? {}, kept),
    dropped: wanted - kept,
    limit: byTotal ? limits.maxTotal : limits.maxConcurrent,
    key: byTotal ? "subagents.max_total_per_run" : "subagents.max_concurrent",
    stopReason: byTotal ? "subagent_limit_capped" : null,
  };
}

/** How many `task` calls the message asks for. */
export function countTaskCalls(message: CallingMessage | undefined): number {
  return message?.type === "ai" ? (message.tool_calls ?? []).filter((call) => call.name === TASK).length : 0;
}

function totalNotice(total: number): string {
  return `[SUBAGENT LIMIT REACHED] This run may start ${total} task${total === 1 ? "" : "s"}, and has. Do the rest yourself, or answer with what you have.`;
}

/** Counts by position, not by id: providers repeat ids. */
function firstOf(kept: number): (name: unknown) => boolean {
  let seen = 0;
  return (name) => name !== TASK || ++seen <= kept;
}

function withoutSurplusRawCalls(kwargs: { readonly [key: string]: unknown }, kept: number): typeof kwargs {
  const raw = kwargs["tool_calls"];
  if (!Array.isArray(raw)) return kwargs;
  const keep = firstOf(kept);
  return { ...kwargs, tool_calls: raw.filter((call) => keep(field(field(call, "function"), "name"))) };
}

const CALL_BLOCKS: readonly unknown[] = ["tool_use", "tool_call", "function_call"];

function withoutSurplusBlocks(content: MessageContent, kept: number): MessageContent {
  if (typeof content === "string") return content;
  const keep = firstOf(kept);
  return content.filter((block) => !CALL_BLOCKS.includes(field(block, "type")) || keep(field(block, "name")));
}

function withNotice(content: MessageContent, notice: string): MessageContent {
  if (typeof content !== "string") return [...content, { type: "text", text: notice }];
  return content.trim() === "" ? notice : `${content}\n\n${notice}`;
}

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
