import type { MiddlewareFactory } from "@antler/plugin-api";

/** Tells the model, in the one system message, which words have an agreed meaning. Not for agents that cannot look them up. */
export function glossaryReminder(terms: ReadonlyMap<string, string>): MiddlewareFactory {
  const reminder = `These words have an agreed meaning, which look_up_term gives: ${[...terms.keys()].join(", ")}.`;
  return {
    name: "glossary-reminder",
    stage: "context",
    create(agent) {
      if (terms.size === 0 || !agent.tools.some(({ name }) => name === "look_up_term")) return undefined;
      return {
        name: "glossary-reminder",
        wrapModelCall: (request, handler) =>
          handler({ ...request, systemMessage: request.systemMessage.concat(`\n\n${reminder}`) }),
      };
    },
  };
}
