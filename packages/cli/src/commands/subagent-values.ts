import { type Allowlist, type EffectiveSubagentType, formatAllowlist, type OriginatedValue } from "@antler/plugin-api";
import { showPosition } from "../terminal/print-error.js";
import { cell } from "../terminal/table.js";
import { truncate } from "../terminal/width.js";

/** Config keys, as people write them. */
const KEYS = {
  description: "description",
  systemPrompt: "system_prompt",
  tools: "tools",
  disallowedTools: "disallowed_tools",
  skills: "skills",
  model: "model",
  maxTurns: "max_turns",
  timeoutSeconds: "timeout_seconds",
  tokenBudget: "token_budget",
} as const satisfies Record<keyof EffectiveSubagentType["values"], string>;

type AnyValue = OriginatedValue<string | number | null | Allowlist>;
type Shadow = Omit<AnyValue, "shadows">;

/** The documented JSON: `{name, origin, values: {KEY: {value, origin, file, line, column, shadows}}}`. */
export function subagentJson(type: EffectiveSubagentType): object {
  const values = entriesOf(type).map(
    ([key, value]) => [key, { ...flat(value), shadows: value.shadows.map(flat) }] as const,
  );
  return { name: type.name, origin: type.origin, values: Object.fromEntries(values) };
}

/** Rows of key, value, origin and place; what a value shadows stands below it in brackets. */
export function subagentRows(type: EffectiveSubagentType, cwd: string): readonly (readonly string[])[] {
  return entriesOf(type).flatMap(([key, value]) => [
    [key, shown(value.value), value.origin, place(value, cwd)],
    ...value.shadows.map((shadow) => ["", `(${shown(shadow.value)})`, `shadowed ${shadow.origin}`, place(shadow, cwd)]),
  ]);
}

function entriesOf(type: EffectiveSubagentType): readonly (readonly [string, AnyValue])[] {
  const keys = Object.keys(KEYS) as (keyof typeof KEYS)[];
  return keys.map((key) => [KEYS[key], type.values[key]] as const);
}

function flat({ value, origin, position }: Shadow): object {
  const { file, line, column } = position ?? { file: null, line: null, column: null };
  return { value, origin, file, line, column };
}

function shown(value: AnyValue["value"]): string {
  if (value === null) return "none";
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value : formatAllowlist(value);
  return truncate(cell(text), 60);
}

function place(value: Shadow, cwd: string): string {
  return value.position === null ? "-" : showPosition(value.position, cwd);
}
