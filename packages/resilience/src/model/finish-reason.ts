import type { BaseMessage } from "@langchain/core/messages";

/** Why the model stopped, in the provider's own word; undefined when it did not say. */
export function finishReason(message: BaseMessage): string | undefined {
  const metadata: Readonly<Record<string, unknown>> = message.response_metadata ?? {};
  for (const key of ["finish_reason", "stop_reason", "finishReason"]) {
    const value = metadata[key];
    if (typeof value === "string" && value !== "") return value;
  }
  const details = metadata["incomplete_details"];
  if (typeof details === "object" && details !== null && "reason" in details) return String(details.reason);
  const status = metadata["status"];
  return typeof status === "string" && status !== "" ? status : undefined;
}

const CUT: ReadonlySet<string> = new Set(["length", "max_tokens", "max_output_tokens", "model_length"]);
const FILTERED: ReadonlySet<string> = new Set(["content_filter", "safety", "refusal", "recitation", "sensitive"]);

/** Whether the output limit ended the answer. */
export function wasCut(message: BaseMessage): boolean {
  return CUT.has(finishReason(message)?.toLowerCase() ?? "");
}
/** Whether the provider's filter ended the answer. */
export function wasFiltered(message: BaseMessage): boolean {
  return FILTERED.has(finishReason(message)?.toLowerCase() ?? "");
}
