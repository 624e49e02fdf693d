import type { AgentContext, Middleware } from "@antler/plugin-api";
import { repairHistory } from "./repair-history.js";

/**
 * Sends every request with a history that providers accept. Only the request changes: the stored thread keeps what happened.
 * Each change is told once in a `history_repaired` event.
 */
export function historyRepairMiddleware(strictRoles: boolean, context: AgentContext): Middleware {
  const told = new Set<string>();
  return {
    name: "antler:history-repair",
    wrapModelCall: (request, handler) => {
      const repaired = repairHistory(request.messages, strictRoles);
      if (repaired === undefined) return handler(request);
      const changes = [...new Set(repaired.changes)].filter((change) => !told.has(change));
      for (const change of changes) told.add(change);
      const { name, taskId } = context.agent.blueprint;
      if (changes.length > 0) context.emit({ type: "history_repaired", agent: name, task_id: taskId ?? null, changes });
      return handler({ ...request, messages: [...repaired.messages] });
    },
  } as Middleware;
}
