import type { TaskRow } from "../progress/run-view.js";

/** The running task that people mean: its row's number, its id, or the beginning of its id if only one begins so. */
export function findTask(tasks: readonly TaskRow[], wanted: string): TaskRow | undefined {
  const running = tasks.filter((row) => row.state === "running");
  if (wanted === "") return running.length === 1 ? running[0] : undefined;
  const exact = running.find((row) => row.id === wanted);
  if (exact !== undefined) return exact;
  if (/^\d{1,4}$/.test(wanted)) {
    const row = tasks[Number(wanted) - 1];
    if (row?.state === "running") return row;
  }
  const matching = running.filter((row) => row.id.startsWith(wanted));
  return matching.length === 1 ? matching[0] : undefined;
}
