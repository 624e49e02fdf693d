import type { Middleware } from "@antler/plugin-api";
import { SystemMessage } from "@langchain/core/messages";

type ModelWrapper = NonNullable<Middleware["wrapModelCall"]>;
type ModelRequest = Parameters<ModelWrapper>[0];
type ModelHandler = (request: ModelRequest) => ReturnType<Parameters<ModelWrapper>[1]>;
type ToolWrapper = NonNullable<Middleware["wrapToolCall"]>;

/**
 * Nests model wrappers, first outermost. langchain lets a wrapper change `systemPrompt` or `systemMessage`, not both;
 * between the wrappers the two are kept in step, and only `systemMessage` is handed on at the end.
 */
export function nestModelCalls(wrappers: readonly ModelWrapper[]): ModelWrapper | undefined {
  if (wrappers.length === 0) return undefined;
  return (outer, base) => {
    const innermost: ModelHandler = (request) => base({ ...request, systemPrompt: outer.systemPrompt });
    const chain = wrappers.reduceRight<ModelHandler>(
      (inner, wrapper) => (request) =>
        wrapper(request, (changed) => inner(inStep(request, { ...request, ...changed }))) as ReturnType<ModelHandler>,
      innermost,
    );
    return chain(outer);
  };
}

function inStep(before: ModelRequest, after: ModelRequest): ModelRequest {
  if (after.systemMessage !== before.systemMessage) return { ...after, systemPrompt: after.systemMessage.text };
  if (after.systemPrompt !== before.systemPrompt)
    return { ...after, systemMessage: new SystemMessage(after.systemPrompt ?? "") };
  return after;
}

/** Nests tool wrappers, first outermost. */
export function nestToolCalls(wrappers: readonly ToolWrapper[]): ToolWrapper | undefined {
  if (wrappers.length === 0) return undefined;
  return (outer, base) =>
    wrappers.reduceRight<typeof base>((inner, wrapper) => async (request) => wrapper(request, inner), base)(outer);
}
