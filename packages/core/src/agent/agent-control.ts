import {
  type AgentControl,
  type AgentScope,
  addUsage,
  NO_USAGE,
  type StopReason,
  type TokenUsage,
} from "@antler/plugin-api";

/** The control of one running agent, as the core sees it: it also counts. */
export interface CountingControl extends AgentControl {
  countTurn(): void;
  countUsage(usage: TokenUsage): void;
}

export function createAgentControl(report: AgentScope["report"]): CountingControl {
  let concluded: StopReason | undefined;
  let noted: StopReason | undefined;
  let turns = 0;
  let usage = NO_USAGE;
  return {
    conclude: (reason) => {
      concluded ??= reason;
    },
    note: (reason) => {
      noted ??= reason;
    },
    get stopReason() {
      return concluded ?? noted;
    },
    get concluding() {
      return concluded !== undefined;
    },
    get turns() {
      return turns;
    },
    get usage() {
      return usage;
    },
    countTurn: () => {
      turns += 1;
      report?.({ turns, usage });
    },
    countUsage: (more) => {
      usage = addUsage(usage, more);
      report?.({ turns, usage });
    },
  };
}
