import type { AgentStep } from "@antler/plugin-api";
import { AIMessage, AIMessageChunk, type BaseMessage, isBaseMessage } from "@langchain/core/messages";

/**
 * Turns what a graph streams into steps. An answer is held back until the hooks behind the model have had their say, because
 * they may replace it (the limit on tasks does).
 */
export class StepCollector {
  /** What the agent added to its history, in order. */
  readonly messages: BaseMessage[] = [];
  #pending: BaseMessage[] = [];
  readonly #holds: boolean;

  /** `holds`: whether any hook behind the model exists; without one an answer is final at once. */
  constructor(holds: boolean) {
    this.#holds = holds;
  }

  *accept([mode, chunk]: readonly [string, unknown]): Generator<AgentStep, void, void> {
    if (mode === "messages") {
      const [message, metadata] = chunk as readonly [unknown, { readonly langgraph_node?: string } | undefined];
      // Other nodes may call models too (a summary); their words are not the agent's.
      if (AIMessageChunk.isInstance(message) && metadata?.langgraph_node === "model_request" && message.text !== "")
        yield { type: "text_delta", text: message.text };
      return;
    }
    for (const [node, update] of Object.entries(chunk as Record<string, unknown>)) {
      const messages = messagesIn(update);
      if (node === "model_request") {
        yield* this.flush();
        this.#pending = messages;
        if (!this.#holds) yield* this.flush();
      } else if (node === "tools") {
        yield* this.flush();
        if (messages.length > 0) yield this.#keep(messages);
      } else {
        const added = this.#addedBy(messages);
        this.#pending = this.#pending.map(
          (held) => messages.find((message) => AIMessage.isInstance(message) && message.id === held.id) ?? held,
        );
        yield* this.flush();
        if (added.length > 0) yield this.#keep(added);
      }
    }
  }

  *flush(): Generator<AgentStep, void, void> {
    const held = this.#pending;
    this.#pending = [];
    if (held.length > 0) yield this.#keep(held);
  }

  /** Answers that a hook gives in the model's place. A hook that rewrites the whole history adds none. */
  #addedBy(messages: readonly BaseMessage[]): BaseMessage[] {
    if (messages.some((message) => message.getType() === "remove")) return [];
    const known = new Set([...this.messages, ...this.#pending].map((message) => message.id));
    return messages.filter((message) => AIMessage.isInstance(message) && !known.has(message.id));
  }

  #keep(messages: readonly BaseMessage[]): AgentStep {
    this.messages.push(...messages);
    return { type: "messages", messages };
  }
}

function messagesIn(update: unknown): BaseMessage[] {
  const updates = Array.isArray(update) ? (update as unknown[]) : [update];
  return updates.flatMap((one) => {
    const messages: unknown = typeof one === "object" && one !== null && "messages" in one ? one.messages : [];
    return (Array.isArray(messages) ? (messages as unknown[]) : [messages]).filter(isBaseMessage);
  });
}
