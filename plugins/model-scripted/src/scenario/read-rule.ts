import { errorText, type Json } from "@antler/plugin-api";
import type { ScenarioValue } from "./node-reader.js";
import type { AgentMatch, ArgsTemplate, CallTemplate, Rule, Turn } from "./scenario.js";

/** One rule, read strictly. */
export function readRule(value: ScenarioValue, index: number): Rule {
  const keys = value.map(["name", "agent", "when", "patterns", "vars", "turns"]);
  const turns = keys.get("turns");
  if (turns === undefined) throw value.fail("has no turns");
  return {
    name: keys.get("name")?.text() ?? `rule ${index + 1}`,
    agent: readAgent(keys.get("agent")),
    when: optional(keys.get("when"), readPattern),
    patterns: new Map((keys.get("patterns")?.entries() ?? []).map(([name, pattern]) => [name, readPattern(pattern)])),
    vars: new Map((keys.get("vars")?.entries() ?? []).map(([name, template]) => [name, template.template()])),
    turns: readTurns(turns),
  };
}

export function readTurns(value: ScenarioValue): readonly Turn[] {
  const turns = value.list();
  if (turns.length === 0) throw value.fail("must not be empty");
  return turns.map(readTurn);
}

function readTurn(value: ScenarioValue): Turn {
  const keys = value.map(["text", "calls", "if", "repeat", "delay_ms"]);
  const calls = keys.get("calls")?.list().map(readCall) ?? [];
  if (calls.length === 0 && !keys.has("text")) throw value.fail("needs text, calls or both");
  const repeat = keys.get("repeat");
  if (repeat !== undefined && calls.length === 0) throw repeat.fail("needs calls beside it");
  return {
    text: keys.get("text")?.template(),
    calls,
    condition: keys.get("if")?.template(),
    repeat: repeat === undefined ? 1 : readRepeat(repeat),
    delayMs: keys.get("delay_ms")?.count(0),
  };
}

function readRepeat(value: ScenarioValue): number {
  const shape = value.shape();
  return shape.kind === "scalar" && shape.value === "forever" ? Number.POSITIVE_INFINITY : value.count(1);
}

function readCall(value: ScenarioValue): CallTemplate {
  const keys = value.map(["tool", "args", "for_each", "as"]);
  const tool = keys.get("tool");
  if (tool === undefined) throw value.fail("needs the key tool");
  const as = keys.get("as");
  if (as === undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/u.test(tool.text()))
    throw value.fail("needs the key as, because its tool's name cannot name its results");
  return {
    tool: tool.template(),
    args: optional(keys.get("args"), readArgs) ?? { kind: "map", entries: [] },
    forEach: keys.get("for_each")?.template(),
    as: as?.name() ?? tool.text(),
    position: value.position,
  };
}

function readArgs(value: ScenarioValue): ArgsTemplate {
  if (value.shape().kind !== "map") throw value.fail("must be a map");
  return readArg(value);
}
function readArg(value: ScenarioValue): ArgsTemplate {
  const shape = value.shape();
  if (shape.kind === "map")
    return { kind: "map", entries: value.entries().map(([key, child]) => [key, readArg(child)]) };
  if (shape.kind === "list") return { kind: "list", items: value.list().map(readArg) };
  if (typeof shape.value === "string") return { kind: "template", template: value.template() };
  return { kind: "value", value: (shape.value ?? null) as Exclude<Json, string | object> };
}

function readAgent(value: ScenarioValue | undefined): AgentMatch {
  const keys = value?.map(["system", "tools", "without_tools"]);
  return {
    system: optional(keys?.get("system"), readPattern),
    tools: (keys?.get("tools")?.list() ?? []).map((name) => name.text()),
    withoutTools: (keys?.get("without_tools")?.list() ?? []).map((name) => name.text()),
  };
}

/** A text, or `{ pattern, flags }`. */
function readPattern(value: ScenarioValue): RegExp {
  const keys = value.shape().kind === "map" ? value.map(["pattern", "flags"]) : undefined;
  const source = keys === undefined ? value : keys.get("pattern");
  if (source === undefined) throw value.fail("needs the key pattern");
  const flags = keys?.get("flags")?.text() ?? "";
  if (/[gy]/u.test(flags)) throw value.fail("must not have the flags g or y");
  try {
    return new RegExp(source.text(), flags);
  } catch (error) {
    throw source.fail(
      `is no valid pattern: ${errorText(error)}`,
      "Patterns are JavaScript's; instead of (?i) write { pattern: ..., flags: i }.",
    );
  }
}

function optional<T>(value: ScenarioValue | undefined, read: (value: ScenarioValue) => T): T | undefined {
  return value === undefined ? undefined : read(value);
}
