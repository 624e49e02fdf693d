/**
 * Name of the file that keeps the whole of a long result: `web_search-call_1.txt`, for a subagent's call
 * `web_search-task-1f2e-call_1.txt`. A thread's agents share its folders and providers repeat call ids, so a call is told apart
 * by its task too. No tool name or id can lead out of the folder.
 */
export function toolResultFile(tool: string, callId: string, taskId?: string): string {
  const call = taskId === undefined ? callId : `${taskId}-${callId}`;
  return `${safe(tool) || "tool"}-${safe(call) || "call"}.txt`;
}

function safe(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, 80);
}
