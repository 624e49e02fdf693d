import { setMaxListeners } from "node:events";
import { EXIT } from "./exit-code.js";
import { main } from "./main.js";
import type { InterruptSignal, Io, Output } from "./terminal/io.js";

/** A plugin that left a socket open must not keep the command from ending. Milliseconds. */
const EXIT_GRACE_MS = 2_000;

/** Runs the command line of this process and sets its exit code. */
export async function runAsProcess(): Promise<void> {
  // langgraph adds a listener for each parallel call to a signal of its own; Node would warn of a leak at the eleventh.
  setMaxListeners(0);
  const listeners = new Set<(signal: InterruptSignal) => void>();
  const tell = (signal: InterruptSignal): void => {
    for (const listener of listeners) listener(signal);
  };
  let outputGone = false;
  ignoreClosed(process.stderr, () => undefined);
  ignoreClosed(process.stdout, () => {
    if (!outputGone) tell("SIGPIPE");
    outputGone = true;
  });
  const code = await main(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    onInterrupt: (listener) => onInterrupt(listener, listeners),
    exit: (code) => process.exit(code),
  });
  process.exitCode = outputGone ? EXIT.brokenPipe : code;
  setTimeout(() => process.exit(), EXIT_GRACE_MS).unref();
}

/** Signals are caught only while somebody listens, so that they end the process at all other times. */
function onInterrupt(
  listener: (signal: InterruptSignal) => void,
  listeners: Set<(signal: InterruptSignal) => void>,
): ReturnType<Io["onInterrupt"]> {
  const onSignal = (signal: NodeJS.Signals): void => listener(signal === "SIGTERM" ? "SIGTERM" : "SIGINT");
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  listeners.add(listener);
  return () => {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
    listeners.delete(listener);
  };
}

/** Writing to a pipe that nobody reads any more is no fault of ours. */
function ignoreClosed(output: Output, onClosed: () => void): void {
  output.on("error", (error: Error & { readonly code?: string }) => {
    if (error.code !== "EPIPE") throw error;
    onClosed();
  });
}
