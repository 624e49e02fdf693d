/** What the exit code of every command means. */
export const EXIT = {
  done: 0,
  /** The run failed, or what was checked has errors. */
  failed: 1,
  /** Wrong usage or config; nothing ran. */
  usage: 2,
  /** What was compared differs. */
  differs: 3,
  /** A limit ended the run; its result is partial. */
  capped: 4,
  /** An answer was needed and nobody could be asked. */
  inputNeeded: 5,
  /** Ended by Ctrl+C (128 + SIGINT). */
  interrupted: 130,
  /** The reader of our output has gone (128 + SIGPIPE). */
  brokenPipe: 141,
  /** Ended by SIGTERM (128 + SIGTERM). */
  terminated: 143,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
