import { EXIT, type ExitCode } from "../exit-code.js";
import type { InterruptSignal, Io } from "./io.js";

const EXIT_CODES: Record<InterruptSignal, ExitCode> = {
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
  SIGPIPE: EXIT.brokenPipe,
};

export interface Interrupt {
  /** Aborted at the first signal. */
  readonly signal: AbortSignal;
  /** The exit code of the signal that came, or undefined. */
  readonly exitCode: () => ExitCode | undefined;
  readonly dispose: () => void;
}

/** The first signal aborts; the second one ends the process. */
export function interruptible(io: Io): Interrupt {
  const controller = new AbortController();
  let code: ExitCode | undefined;
  const dispose = io.onInterrupt((signal) => {
    if (code !== undefined && signal !== "SIGPIPE") io.exit(EXIT_CODES[signal]);
    code ??= EXIT_CODES[signal];
    controller.abort(new Error(`interrupted by ${signal}`));
  });
  return { signal: controller.signal, exitCode: () => code, dispose };
}
