import type { Warning } from "@antler/plugin-api";
import type { Progress } from "./progress.js";

/** Leaves out the warnings of a run that have been shown before it began. */
export function withoutTold(progress: Progress, told: readonly Warning[]): Progress {
  const shown = new Set(told.map(({ code, message }) => `${code} ${message}`));
  return {
    accept: (event) => {
      if (event.type !== "warning" || !shown.has(`${event.code} ${event.message}`)) progress.accept(event);
    },
    stop: () => progress.stop(),
  };
}
