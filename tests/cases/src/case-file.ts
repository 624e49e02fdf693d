import { readFileSync } from "node:fs";

/** One line of a case file. Without `op` it is prose and belongs to an ordinary test. */
export interface BehaviourCase {
  readonly id: string;
  readonly title?: string;
  readonly importance?: "must" | "should" | "nice";
  readonly op?: string;
  readonly input?: unknown;
  readonly expect?: unknown;
  readonly note?: string;
}

/** The cases of a `.jsonl` file, long strings built up. Throws with file and line when a line is no case. */
export function readCaseFile(file: string): readonly BehaviourCase[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [parseCase(line, `${file}:${index + 1}`)]));
}

function parseCase(line: string, at: string): BehaviourCase {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new Error(`${at} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof value !== "object" || value === null || !("id" in value))
    throw new Error(`${at} is no case: it has no id`);
  const found = value as BehaviourCase;
  return { ...found, input: expand(found.input), expect: expand(found.expect) };
}

/** `{"$repeat":["x",500]}` and `{"$concat":[...]}` become strings, at any depth. */
export function expand(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(expand);
  if ("$repeat" in value) {
    const [text, times] = value.$repeat as [string, number];
    return text.repeat(times);
  }
  if ("$concat" in value) return (value.$concat as unknown[]).map(expand).join("");
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, expand(part)]));
}
