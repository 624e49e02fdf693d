/** One call as the loop detector sees it. */
export interface ObservedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}
/** Lines of a file that a call reads; `null` ends are open. */
export interface ReadRange {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Arguments that say why a call is made, not what it does; a model rewords them at every repetition. */
const NOISE: ReadonlySet<string> = new Set(["description", "explanation", "reason"]);

/** Equal for two calls that do the same: the order of keys is free, and words about the call do not count. */
export function callKey(call: ObservedCall): string {
  const entries = Object.entries(call.args);
  const salient = entries.filter(([key]) => !NOISE.has(key));
  return `${call.name} ${stableJson(Object.fromEntries(salient.length > 0 ? salient : entries))}`;
}

/** JSON with sorted keys. Values that JSON cannot hold become their string. */
export function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const keys = Object.keys(value).sort();
    const record = value as Readonly<Record<string, unknown>>;
    return `{${keys.map((key) => `${JSON.stringify(key)}:${stableJson(record[key])}`).join(",")}}`;
  }
  if (typeof value === "bigint") return `"${value}"`;
  return JSON.stringify(value) ?? '"undefined"';
}

/** The lines that a file reading call asks for; undefined when it names no range. */
export function readRange(call: ObservedCall): ReadRange | undefined {
  const { path, start_line: start, end_line: end } = call.args;
  if (typeof path !== "string" || (typeof start !== "number" && typeof end !== "number")) return undefined;
  const first = typeof start === "number" ? start : 1;
  const last = typeof end === "number" ? end : Number.POSITIVE_INFINITY;
  return { path, start: Math.min(first, last), end: Math.max(first, last) };
}

/** Whether two ranges cover mostly the same lines: at least half of the shorter one is in both. */
export function rangesOverlap(a: ReadRange, b: ReadRange): boolean {
  if (a.path !== b.path) return false;
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start) + 1;
  const shorter = Math.min(a.end - a.start, b.end - b.start) + 1;
  return shared > 0 && (shared === shorter || shared * 2 >= shorter);
}
