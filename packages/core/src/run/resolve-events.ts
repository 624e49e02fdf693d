import type { ResolvedAgent, RunEventBody, Warning } from "@antler/plugin-api";

/** What an agent got, as an event; the same records as `antler tools explain`. */
export function toolsResolvedEvent({ blueprint, tools, decisions }: ResolvedAgent): RunEventBody {
  return {
    type: "tools_resolved",
    agent: blueprint.name,
    task_id: blueprint.taskId ?? null,
    kept: tools.map((tool) => tool.name),
    removed: decisions.filter((decision) => decision.verdict === "removed"),
    tools: decisions,
  };
}

export function warningEvent(warning: Warning): RunEventBody {
  return {
    type: "warning",
    code: warning.code,
    message: warning.message,
    hint: warning.hint ?? null,
    position: warning.position ?? null,
  };
}
