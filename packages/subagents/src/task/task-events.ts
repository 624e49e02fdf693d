import type { RunEventBody, SubagentOutcome, SubagentTask, TaskProgress } from "@antler/plugin-api";

export function startedEvent(task: SubagentTask, callId: string): RunEventBody {
  const { id, description, blueprint } = task;
  return {
    type: "task_started",
    task_id: id,
    tool_call_id: callId,
    subagent_type: blueprint.name,
    description,
    model: blueprint.model,
    max_turns: blueprint.maxTurns,
  };
}

export function runningEvent(task: SubagentTask, progress: TaskProgress): RunEventBody {
  return {
    type: "task_running",
    task_id: task.id,
    step: progress.step,
    message_index: progress.step.index,
    total_messages: progress.total,
    usage: progress.usage,
    turns: progress.turns,
    model: task.blueprint.model,
  };
}

export function endedEvent(outcome: SubagentOutcome): RunEventBody {
  const end = {
    task_id: outcome.taskId,
    usage: outcome.usage,
    turns: outcome.turns,
    duration_ms: outcome.durationMs,
    model: outcome.model,
    stop_reason: outcome.stopReason,
  };
  if (outcome.status === "completed") return { type: "task_completed", result: outcome.result ?? "", ...end };
  return { type: `task_${outcome.status}`, error: outcome.error ?? "", ...end };
}
