import { randomBytes } from "node:crypto";
import {
  type AgentContext,
  errorText,
  INHERITED_STATE_KEYS,
  type InheritedState,
  type PlainTool,
  type SubagentRegistry,
  type SubagentTask,
  type TaskExecutor,
  type ThreadState,
  type ToolOutput,
  type ToolRuntime,
} from "@antler/plugin-api";
import { formatOutcome } from "../result/format-outcome.js";
import { outcomeMetadata } from "../result/outcome-metadata.js";
import { readTaskArguments, TASK_PARAMETERS, type TaskArguments } from "./task-arguments.js";
import { describeTaskTool } from "./task-description.js";
import { watchTask } from "./watch-task.js";

export interface TaskToolParts {
  readonly registry: () => SubagentRegistry;
  readonly executor: () => TaskExecutor;
  /** Clamped: tasks that one message may start. */
  readonly maxConcurrent: number;
}

/** The tool that delegates: it checks the call, starts the task, tells its progress, and returns one string. */
export function taskTool(parts: TaskToolParts): PlainTool {
  return {
    name: "task",
    group: "task",
    description: describeTaskTool(parts.registry(), parts.maxConcurrent),
    parameters: TASK_PARAMETERS,
    async run(args, runtime) {
      try {
        return await delegate(args, runtime, parts);
      } catch (thrown) {
        if (runtime.signal.aborted) throw thrown;
        const name = thrown instanceof Error ? `${thrown.name}: ` : "";
        return failure(`${name}${errorText(thrown)}. Continue with available context, or choose an alternative tool.`);
      }
    },
  };
}

async function delegate(
  args: Readonly<Record<string, unknown>>,
  runtime: ToolRuntime,
  parts: TaskToolParts,
): Promise<ToolOutput> {
  const { blueprint: lead } = runtime.context.agent;
  if (lead.role === "subagent") return failure("A subagent cannot delegate. Do the work with your own tools.");
  const wanted = readTaskArguments(args);
  if (typeof wanted === "string") return failure(wanted);
  const registry = parts.registry();
  const problem = typeProblem(wanted.subagent_type, registry);
  if (problem !== undefined) return failure(problem);

  const task = createTask(wanted, runtime.context, runtime.state, registry);
  return watchTask(task, runtime, parts.executor());
}

function typeProblem(name: string, registry: SubagentRegistry): string | undefined {
  if (registry.get(name) === undefined)
    return `Unknown subagent type '${name}'. Available: ${registry.names().join(", ")}`;
  return registry.unavailable(name);
}

function createTask(
  { description, prompt, subagent_type }: TaskArguments,
  context: AgentContext,
  state: ThreadState,
  registry: SubagentRegistry,
): SubagentTask {
  // An id of its own: providers repeat the ids of tool calls, and two runs may use the same ones.
  const id = `task-${randomBytes(6).toString("hex")}`;
  return {
    id,
    blueprint: registry.blueprint(subagent_type, context.agent.blueprint, id),
    description,
    prompt,
    inherited: inheritedFrom(state),
    workspace: context.run.workspace ?? null,
    timeoutSeconds: registry.get(subagent_type)?.values.timeoutSeconds.value ?? 900,
  };
}

/** What goes down is this list and nothing else, as a copy. */
function inheritedFrom(state: ThreadState): InheritedState {
  const handed = INHERITED_STATE_KEYS.filter((key) => state[key] !== undefined).map((key) => [key, state[key]]);
  return structuredClone(Object.fromEntries(handed));
}

function failure(error: string): ToolOutput {
  const outcome = { status: "failed", error } as const;
  return { text: formatOutcome(outcome), status: "error", metadata: outcomeMetadata(outcome) };
}
