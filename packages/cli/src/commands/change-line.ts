import type { AuthorityChange } from "@antler/core";
import type { Paint, Tone } from "../terminal/style.js";

const TONES = { grown: "bad", narrowed: "good", changed: "dim" } as const satisfies Record<
  AuthorityChange["kind"],
  Tone
>;

/** `grown    bash: tools + grep, ls` · `narrowed lead: max_turns 200 -> 50` */
export function changeLine(change: AuthorityChange, paint: Paint): string {
  return `${paint(TONES[change.kind], change.kind.padEnd(8))} ${change.subject}: ${detail(change)}`;
}

function detail({ kind, what, before, after }: AuthorityChange): string {
  if (what === "agent") return kind === "grown" ? "a new agent" : "is gone";
  if (Array.isArray(before) && Array.isArray(after) && before.length * after.length === 0)
    return kind === "grown" ? `${what} + ${after.join(", ")}` : `${what} - ${before.join(", ")}`;
  return `${what} ${shown(before)} -> ${shown(after)}`;
}

function shown(value: unknown): string {
  if (value === null) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}
