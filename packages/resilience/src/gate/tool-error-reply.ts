import { errorText } from "@antler/plugin-api";

/** What the model is told about a call that failed; the facts of an error ToolMessage. */
export interface ToolErrorReply {
  readonly status: "error";
  readonly tool_call_id: string;
  readonly name: string;
  readonly content: string;
}

/** Longest error text that goes to the model, in characters. Stack traces and dumps help nobody there. */
export const MAX_ERROR_DETAIL = 500;

/** The answer to a call whose tool threw. Bounded; says what to do next. */
export function toolErrorReply(
  call: { readonly name?: string | undefined; readonly id?: string | undefined },
  thrown: unknown,
): ToolErrorReply {
  const name = call.name || "unknown_tool";
  const detail = cutText(errorText(thrown).trim() || "no message", MAX_ERROR_DETAIL);
  return {
    status: "error",
    tool_call_id: call.id || "missing_tool_call_id",
    name,
    content: `Error: Tool '${name}' failed with ${errorName(thrown)}: ${detail.replace(/(?<=[^.])\.$/, "")}. Continue with available context, or choose an alternative tool.`,
  };
}

/** At most `max` characters, the last three of them dots when something is left out. Never half a character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max - 3;
  const code = text.charCodeAt(end - 1);
  return `${text.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end)}...`;
}

function errorName(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.name || thrown.constructor.name || "Error";
  return "Error";
}
