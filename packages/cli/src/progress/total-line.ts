import type { TokenUsage } from "@antler/plugin-api";
import { fullCount, plural } from "../terminal/format-number.js";

/** The last line of a run: what it cost, subagents included. */
export function totalLine(result: { readonly usage: TokenUsage; readonly turns: number }): string {
  const { input_tokens, output_tokens, total_tokens } = result.usage;
  const parts = `${fullCount(input_tokens)} in, ${fullCount(output_tokens)} out`;
  return `total: ${plural(total_tokens, "token")} (${parts}), subagents included; ${plural(result.turns, "turn")} of the lead`;
}
