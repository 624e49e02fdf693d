import type { Conversation, PlayedMessage } from "./conversation.js";
import type { Rule, Scenario } from "./scenario.js";
import { groupsOf } from "./template.js";

/** The rule in force, with what it caught and the messages since the human message that it matched. */
export interface ChosenRule {
  readonly rule: Rule;
  readonly capture: Readonly<Record<string, string | null>>;
  readonly message: string;
  readonly since: readonly PlayedMessage[];
}

/**
 * The first rule that fits the agent and its latest human message. A human message that fits no rule and stands amid
 * unfinished work (a middleware's remark) is passed over; one behind a finished answer is a new question and is not.
 * `answeredAt` tells whether the AI message at that index was the last word of its rule, also where its calls were dropped.
 */
export function chooseRule(
  scenario: Scenario,
  conversation: Conversation,
  answeredAt: (index: number) => boolean,
): ChosenRule | undefined {
  const { messages } = conversation;
  const system = messages.find((message) => message.type === "system")?.text ?? "";
  const tools = new Set(knownTools(conversation));
  const rules = scenario.rules.filter((rule) => fitsAgent(rule, system, tools));
  for (let index = messages.length - 1; index >= 0; index--) {
    const human = messages[index];
    if (human === undefined || human.type !== "human") continue;
    for (const rule of rules) {
      const found = rule.when === undefined ? [] : rule.when.exec(human.text);
      if (found !== null)
        return {
          rule,
          capture: groupsOf(found as RegExpMatchArray),
          message: human.text,
          since: messages.slice(index + 1),
        };
    }
    if (isFinished(messages[index - 1]) && answeredAt(index - 1)) return undefined;
  }
  return undefined;
}

/** Those that are offered, and those it called before: a concluding call offers none. */
export function knownTools(conversation: Conversation): readonly string[] {
  const called = conversation.messages.flatMap((message) => message.calls.map((call) => call.name));
  return [...new Set([...conversation.tools, ...called])];
}

function fitsAgent(rule: Rule, system: string, tools: ReadonlySet<string>): boolean {
  const { agent } = rule;
  if (agent.system !== undefined && !agent.system.test(system)) return false;
  return agent.tools.every((name) => tools.has(name)) && !agent.withoutTools.some((name) => tools.has(name));
}

function isFinished(before: PlayedMessage | undefined): boolean {
  return before?.type === "ai" && before.calls.length === 0 && before.text !== "";
}
