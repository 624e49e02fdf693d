import type { ResolvedAgent, RunEventBody } from "@antler/plugin-api";

/** What a child was given, before its first step: its tools, and what is worth a warning. */
export function resolvedEvents({ blueprint, tools, decisions, warnings }: ResolvedAgent): readonly RunEventBody[] {
  return [
    ...warnings.map(
      ({ code, message, hint, position }): RunEventBody => ({
        type: "warning",
        code,
        message,
        hint: hint ?? null,
        position: position ?? null,
      }),
    ),
    {
      type: "tools_resolved",
      agent: blueprint.name,
      task_id: blueprint.taskId ?? null,
      kept: tools.map(({ name }) => name),
      removed: decisions.filter(({ verdict }) => verdict === "removed"),
      tools: decisions,
    },
  ];
}
