import { isDeepStrictEqual } from "node:util";
import { AntlerError } from "@antler/plugin-api";
import { type ChosenRule, chooseRule, knownTools } from "./choose-rule.js";
import type { Conversation, PlayedAnswer, PlayedCall, PlayedMessage } from "./conversation.js";
import type { ArgsTemplate, CallTemplate, Scenario, Turn } from "./scenario.js";
import { renderText, renderValue } from "./template.js";

/** One result of a call, as templates see it. */
interface Result {
  readonly text: string;
  readonly status: string;
  readonly args: unknown;
  readonly item: unknown;
}
interface WantedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly as: string;
  readonly item: unknown;
}

/**
 * The next answer, derived from the messages alone: turns whose calls have all been made are behind us, the first one with
 * calls still to make asks for those, a turn of text alone answers. Nothing is remembered between calls.
 * Throws ANTLER_SCENARIO_TEMPLATE where a template uses what is not there.
 */
export function play(scenario: Scenario, conversation: Conversation): PlayedAnswer {
  const earlier = (count: number): Conversation => ({
    messages: conversation.messages.slice(0, count),
    tools: knownTools(conversation),
  });
  const chosen = chooseRule(scenario, conversation, (index) => play(scenario, earlier(index)).calls.length === 0);
  if (chosen === undefined) return { text: noRule(scenario, conversation), calls: [], delayMs: 0 };
  const made = new MadeCalls(chosen.since);
  const results = new Map<string, Result[]>(
    chosen.rule.turns.flatMap((turn) => turn.calls.map((call) => [call.as, []])),
  );
  const concluding = conversation.tools.length === 0;
  for (const turn of chosen.rule.turns) {
    const scope = scopeOf(chosen, results, conversation);
    if (turn.condition !== undefined && !isTruthy(renderValue(turn.condition, scope))) continue;
    const answer =
      turn.calls.length === 0 ? { text: textOf(turn, scope), calls: [] } : outstanding(turn, scope, made, results);
    if (answer === undefined || (concluding && answer.calls.length > 0)) continue;
    return { ...answer, delayMs: turn.delayMs ?? scenario.delayMs };
  }
  return { text: `The scenario ${scenario.label} has no turn left in "${chosen.rule.name}".`, calls: [], delayMs: 0 };
}

/** The calls of this turn that were not made yet; undefined when all were. Files the results of those that were. */
function outstanding(
  turn: Turn,
  scope: object,
  made: MadeCalls,
  results: ReadonlyMap<string, Result[]>,
): Pick<PlayedAnswer, "text" | "calls"> | undefined {
  const wanted = turn.calls.flatMap((call) => wantedCalls(call, scope));
  if (wanted.length === 0) return undefined;
  for (let round = 0; round < turn.repeat; round++) {
    const missing = wanted.filter((call) => {
      const result = made.take(call);
      if (result !== undefined) results.get(call.as)?.push({ ...result, item: call.item });
      return result === undefined;
    });
    if (missing.length > 0)
      return { text: textOf(turn, scope), calls: missing.map(({ name, args }) => ({ name, args })) };
  }
  return undefined;
}

function wantedCalls(call: CallTemplate, scope: object): readonly WantedCall[] {
  const one = (inner: object, item: unknown): WantedCall => ({
    name: renderText(call.tool, inner),
    args: asJson(renderArgs(call.args, inner)),
    as: call.as,
    item,
  });
  if (call.forEach === undefined) return [one(scope, null)];
  const items = renderValue(call.forEach, scope);
  if (!Array.isArray(items))
    throw new AntlerError({
      code: "ANTLER_SCENARIO_FOR_EACH",
      message: `the scenario's for_each ${JSON.stringify(call.forEach.source)} gives no list`,
      hint: "Make it one output that is a list, e.g. {{ result.hits | lines }}.",
      position: call.forEach.position,
    });
  return items.map((item, index) => one({ ...scope, item, index }, item));
}

function renderArgs(args: ArgsTemplate, scope: object): unknown {
  if (args.kind === "value") return args.value;
  if (args.kind === "template") return renderValue(args.template, scope);
  if (args.kind === "list") return args.items.map((item) => renderArgs(item, scope));
  return Object.fromEntries(args.entries.map(([key, value]) => [key, renderArgs(value, scope)]));
}

/** As the arguments come back from a history: without what JSON cannot say. */
function asJson(args: unknown): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(args)) as Readonly<Record<string, unknown>>;
}

function scopeOf(
  chosen: ChosenRule,
  results: ReadonlyMap<string, readonly Result[]>,
  conversation: Conversation,
): object {
  const scope = {
    capture: chosen.capture,
    message: chosen.message,
    system: conversation.messages.find((message) => message.type === "system")?.text ?? "",
    tools: conversation.tools,
    pattern: Object.fromEntries(chosen.rule.patterns),
    results: Object.fromEntries([...results].map(([name, list]) => [name, [...list]])),
    result: Object.fromEntries(
      [...results].map(([name, list]) => [name, list.map((result) => result.text).join("\n")]),
    ),
    vars: {},
  };
  for (const [name, template] of chosen.rule.vars) defineLazily(scope.vars, name, () => renderValue(template, scope));
  return scope;
}

/** Computed when first read, since a var may use results that only later turns have. */
function defineLazily(target: object, name: string, compute: () => unknown): void {
  const replace = (): unknown => {
    const value = compute() ?? null; // undefined would count as an unknown variable
    Object.defineProperty(target, name, { value, enumerable: true });
    return value;
  };
  Object.defineProperty(target, name, { get: replace, enumerable: true, configurable: true });
}

/** The calls of a conversation, each to be taken once, in order. */
class MadeCalls {
  readonly #open: PlayedCall[];
  readonly #answers: ReadonlyMap<string | undefined, PlayedMessage>;

  constructor(since: readonly PlayedMessage[]) {
    this.#open = since.flatMap((message) => message.calls);
    this.#answers = new Map(
      since.filter((message) => message.type === "tool").map((message) => [message.callId, message]),
    );
  }
  take(wanted: WantedCall): Omit<Result, "item"> | undefined {
    const index = this.#open.findIndex(
      (call) => call.name === wanted.name && isDeepStrictEqual(call.args, wanted.args),
    );
    const [call] = index < 0 ? [] : this.#open.splice(index, 1);
    if (call === undefined) return undefined;
    const answer = this.#answers.get(call.id);
    return {
      text: answer?.text ?? "",
      status: answer === undefined ? "missing" : (answer.status ?? "success"),
      args: call.args,
    };
  }
}

function textOf(turn: Turn, scope: object): string {
  return turn.text === undefined ? "" : renderText(turn.text, scope).trimEnd();
}
function isTruthy(value: unknown): boolean {
  return (
    value !== undefined &&
    value !== null &&
    value !== false &&
    value !== 0 &&
    (typeof value !== "string" || !/^(?:\s*|false|0)$/u.test(value)) &&
    !(Array.isArray(value) && value.length === 0)
  );
}
function noRule(scenario: Scenario, conversation: Conversation): string {
  const message = conversation.messages.findLast((one) => one.type === "human")?.text ?? "";
  if (scenario.otherwise !== undefined)
    return renderText(scenario.otherwise, {
      message,
      tools: conversation.tools,
      rules: scenario.rules.map((rule) => rule.name),
    }).trimEnd();
  const names = scenario.rules.map((rule) => rule.name).join(", ");
  return `This scripted model has no rule for that message. Scenario: ${scenario.label}. Its rules: ${names}.`;
}
