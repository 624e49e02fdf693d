interface Choice {
  readonly index?: number;
  readonly message?: { readonly tool_calls?: readonly object[] | null; readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

/** A whole completion as the event stream that was asked for; some endpoints never stream. */
export function eventsOfCompletion(completion: object): string {
  const { choices, ...frame } = completion as { choices?: unknown; readonly [key: string]: unknown };
  const deltas = (Array.isArray(choices) ? (choices as readonly Choice[]) : []).map(({ message, ...choice }) => ({
    ...choice,
    delta: { ...message, ...(message?.tool_calls ? { tool_calls: indexed(message.tool_calls) } : {}) },
  }));
  return `data: ${JSON.stringify({ ...frame, choices: deltas })}\n\ndata: [DONE]\n\n`;
}

function indexed(calls: readonly object[]): readonly object[] {
  return calls.map((call, index) => ({ ...call, index }));
}
