import type { RunEvent } from "@antler/plugin-api";

/** Shows a run while it goes on. */
export interface Progress {
  /** Never throws: the run must not end because of its picture. */
  accept(event: RunEvent): void;
  /** Shows what is left and gives the terminal back. Safe to call twice. */
  stop(): void;
}
