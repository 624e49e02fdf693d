import type { EndpointCall, MessageAnswer } from "./answer.js";

/** What makes ids that are unique per endpoint. */
export interface EndpointIds {
  completion(): string;
  call(): string;
}

/** The body of a complete, not streamed answer. */
export function completionBody(answer: MessageAnswer, model: string, ids: EndpointIds): object {
  const message = {
    role: "assistant",
    content: answer.text ?? null,
    ...(answer.reasoning === undefined ? {} : { reasoning_content: answer.reasoning }),
    ...(answer.calls === undefined ? {} : { tool_calls: answer.calls.map((call) => wireCall(call, ids)) }),
  };
  return {
    id: answer.id ?? ids.completion(),
    object: "chat.completion",
    created: 1,
    model,
    choices: [{ index: 0, message, finish_reason: finishReason(answer) }],
    ...usageField(answer),
  };
}

/** The events of the same answer as a stream; `[DONE]` is not among them. */
export function completionEvents(
  answer: MessageAnswer,
  model: string,
  ids: EndpointIds,
  withUsage: boolean,
): readonly object[] {
  const frame = { id: answer.id ?? ids.completion(), object: "chat.completion.chunk", created: 1, model };
  const event = (delta: object, reason: string | null = null): object => ({
    ...frame,
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const texts = answer.deltas ?? answer.text?.match(/\s*\S+\s*$|\s*\S+/gu) ?? [];
  const usage = usageField(answer);
  return [
    event({ role: "assistant", content: "" }),
    ...(answer.reasoning === undefined ? [] : [event({ reasoning_content: answer.reasoning })]),
    ...texts.map((content) => event({ content })),
    ...(answer.calls ?? []).flatMap((call, index) =>
      callDeltas(call, index, answer, ids).map((delta) => event({ tool_calls: [delta] })),
    ),
    event({}, finishReason(answer)),
    ...(withUsage && "usage" in usage ? [{ ...frame, choices: [], ...usage }] : []),
  ];
}

function callDeltas(call: EndpointCall, index: number, answer: MessageAnswer, ids: EndpointIds): readonly object[] {
  const { function: wire, ...head } = wireCall(call, ids);
  const place = answer.withoutIndexes === true ? {} : { index };
  const half = Math.ceil(wire.arguments.length / 2);
  return [
    { ...place, ...head, function: { name: wire.name, arguments: wire.arguments.slice(0, half) } },
    { ...place, function: { arguments: wire.arguments.slice(half) } },
  ];
}

function wireCall(
  call: EndpointCall,
  ids: EndpointIds,
): { id?: string; type: string; function: { name: string; arguments: string } } {
  const id = call.id === undefined ? ids.call() : call.id;
  const args = typeof call.args === "string" ? call.args : JSON.stringify(call.args ?? {});
  return { ...(id === null ? {} : { id }), type: "function", function: { name: call.name, arguments: args } };
}

function finishReason(answer: MessageAnswer): string | null {
  if (answer.finishReason !== undefined) return answer.finishReason;
  return (answer.calls ?? []).length > 0 ? "tool_calls" : "stop";
}

function usageField(answer: MessageAnswer): { usage?: object } {
  if (answer.usage === null) return {};
  const usage = answer.usage ?? { prompt_tokens: 10, completion_tokens: 5 };
  return { usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } };
}
