import {
  type Agent,
  type AgentFactory,
  type AgentScope,
  type AgentStep,
  type Awaitable,
  NO_USAGE,
  type ResolvedAgent,
} from "@antler/plugin-api";
import { AIMessage } from "@langchain/core/messages";
import { agentFixture } from "./fixtures.js";

/** One agent at work on a stage: the test decides when and how it ends. */
export interface StagedAgent {
  readonly taskId: string;
  readonly prompt: string;
  readonly scope: AgentScope;
  /** One AI message, as the next step. */
  say(text: string): void;
  /** Ends with the last thing that was said. */
  finish(text?: string): void;
  fail(error: Error): void;
}
/** A factory whose agents do what the test tells them. They end at once when their signal is aborted. */
export interface AgentStage {
  readonly factory: AgentFactory;
  /** Agents that have begun, in order. */
  readonly agents: readonly StagedAgent[];
  /** Resolves when the agent of this task has begun. */
  agent(taskId: string): Promise<StagedAgent>;
}

export function agentStage(): AgentStage {
  const agents: StagedAgent[] = [];
  const waiting: { readonly taskId: string; readonly resolve: (agent: StagedAgent) => void }[] = [];
  const begin = (agent: StagedAgent): void => {
    agents.push(agent);
    for (const waiter of waiting) if (waiter.taskId === agent.taskId) waiter.resolve(agent);
  };
  return {
    agents,
    agent: (taskId) => {
      const found = agents.find((agent) => agent.taskId === taskId);
      return found === undefined ? new Promise((resolve) => waiting.push({ taskId, resolve })) : Promise.resolve(found);
    },
    factory: {
      name: "stage",
      resolve: async (blueprint) => agentFixture(blueprint),
      create: async (resolved, scope) => stagedAgent(resolved, scope, begin),
    },
  };
}

type Cue = { readonly say: string } | { readonly finish: true } | { readonly error: Error };

function stagedAgent(resolved: ResolvedAgent, scope: AgentScope, begin: (agent: StagedAgent) => void): Agent {
  const cues: Cue[] = [];
  let wake = (): void => undefined;
  const give = (...more: readonly Cue[]): void => {
    cues.push(...more);
    wake();
  };
  scope.signal.addEventListener("abort", () => wake(), { once: true });
  const next = async (): Promise<Cue> => {
    for (;;) {
      scope.signal.throwIfAborted();
      const cue = cues.shift();
      if (cue !== undefined) return cue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    async *run(input): ReturnType<Agent["run"]> {
      const messages: AIMessage[] = [];
      begin({
        taskId: resolved.blueprint.taskId ?? "",
        prompt: input.text,
        scope,
        say: (text) => give({ say: text }),
        finish: (text) => give(...(text === undefined ? [] : [{ say: text }]), { finish: true }),
        fail: (error) => give({ error }),
      });
      for (;;) {
        const cue = await next();
        if ("error" in cue) throw cue.error;
        if ("finish" in cue) return { messages, stopReason: undefined, turns: messages.length, usage: NO_USAGE };
        const message = new AIMessage(cue.say);
        messages.push(message);
        yield { type: "messages", messages: [message] } satisfies AgentStep;
      }
    },
  };
}

/** A thing to be tested together with how it is taken down. */
export interface Staged<T> {
  readonly subject: T;
  readonly dispose?: () => Awaitable<void>;
}
