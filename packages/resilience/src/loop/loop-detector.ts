import { createHash } from "node:crypto";
import { callKey, type ObservedCall, type ReadRange, rangesOverlap, readRange } from "./call-key.js";
import { type LoopLimits, toolLimits } from "./loop-limits.js";

export type LoopVerdict =
  | { readonly verdict: "ok" }
  | {
      readonly verdict: "warn" | "stop";
      readonly kind: "repeat" | "frequency";
      readonly tool: string;
      readonly count: number;
    };

/** Watches one agent's calls, turn by turn. */
export interface LoopDetector {
  /** One model turn's calls, before they run. */
  observe(calls: readonly ObservedCall[]): LoopVerdict;
  /** What the calls of the latest observed turn returned. Without it every repetition counts as fruitless. */
  results(fingerprint: string): void;
}

interface Turn {
  readonly key: string;
  result: string | undefined;
}

/** Changing results mean some progress: a test is run again after an edit. Such repetitions get this many times the limit. */
const PROGRESS_FACTOR = 3;

export function createLoopDetector(limits: LoopLimits): LoopDetector {
  const turns: Turn[] = [];
  const ranges: { readonly tool: string; readonly key: string; readonly range: ReadRange }[] = [];
  const perTool = new Map<string, number>();
  const warned = new Set<string>();
  let turnNumber = 0;
  let lastRepeatWarning = Number.NEGATIVE_INFINITY;

  return {
    observe(calls) {
      if (calls.length === 0) return { verdict: "ok" };
      turnNumber++;
      const key = digest(calls.map(rangedKey).sort().join("\n"));
      turns.push({ key, result: undefined });
      if (turns.length > limits.windowSize) turns.shift();
      const verdict = judgeRepeats(key, calls[0]?.name ?? "");
      const frequency = judgeFrequency(calls);
      if (verdict.verdict === "stop" || frequency.verdict === "ok") return verdict;
      return frequency.verdict === "stop" || verdict.verdict === "ok" ? frequency : verdict;
    },
    results(fingerprint) {
      const last = turns.at(-1);
      if (last !== undefined) last.result = fingerprint;
    },
  };

  function judgeRepeats(key: string, tool: string): LoopVerdict {
    const count = repeats(turns, key);
    if (count.fruitless >= limits.hardLimit || count.all >= limits.hardLimit * PROGRESS_FACTOR)
      return { verdict: "stop", kind: "repeat", tool, count: count.all };
    const atWarning = count.fruitless >= limits.warnThreshold || count.all >= limits.warnThreshold * PROGRESS_FACTOR;
    if (!atWarning || warned.has(key)) return { verdict: "ok" };
    warned.add(key);
    const justWarned = turnNumber - lastRepeatWarning < limits.warnThreshold;
    if (justWarned) return { verdict: "ok" };
    lastRepeatWarning = turnNumber;
    return { verdict: "warn", kind: "repeat", tool, count: count.all };
  }

  function judgeFrequency(calls: readonly ObservedCall[]): LoopVerdict {
    let worst: LoopVerdict = { verdict: "ok" };
    for (const { name } of calls) {
      const count = (perTool.get(name) ?? 0) + 1;
      perTool.set(name, count);
      const { warn, hardLimit } = toolLimits(limits, name);
      if (count >= hardLimit) worst = { verdict: "stop", kind: "frequency", tool: name, count };
      else if (count === warn && worst.verdict === "ok")
        worst = { verdict: "warn", kind: "frequency", tool: name, count };
    }
    return worst;
  }

  /** Reading nearly the same lines again is a repetition; reading on is not. */
  function rangedKey(call: ObservedCall): string {
    const range = readRange(call);
    if (range === undefined) return callKey(call);
    const known = ranges.find((entry) => entry.tool === call.name && rangesOverlap(entry.range, range));
    if (known !== undefined) return known.key;
    const key = callKey(call);
    ranges.push({ tool: call.name, key, range });
    if (ranges.length > limits.windowSize) ranges.shift();
    return key;
  }
}

/** Arguments can be whole files; only as much of them is kept as tells them apart. */
function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/** How often `key` stands in the window, and how often in a row with the same result. */
function repeats(turns: readonly Turn[], key: string): { readonly all: number; readonly fruitless: number } {
  const same = turns.filter((turn) => turn.key === key);
  const earlier = same.slice(0, -1);
  const latest = earlier.at(-1)?.result;
  let fruitless = 1;
  for (let index = earlier.length - 1; index >= 0 && earlier[index]?.result === latest; index--) fruitless++;
  return { all: same.length, fruitless };
}
