import { main } from "./main.js";
import type { InterruptSignal, Io } from "./terminal/io.js";

/** A plugin that left a socket open must not keep the command from ending. Milliseconds. */
const EXIT_GRACE_MS = 2_000;

/** Runs the command line of this process and sets its exit code. */
export async function runAsProcess(): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), processIo());
  setTimeout(() => process.exit(), EXIT_GRACE_MS).unref();
}

function processIo(): Io {
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    onInterrupt,
  };
}

function onInterrupt(listener: (signal: InterruptSignal) => void): () => void {
  const onSigint = (): void => listener("SIGINT");
  const onSigterm = (): void => listener("SIGTERM");
  const onOutputError = (error: Error & { code?: string }): void => {
    if (error.code !== "EPIPE") throw error;
    listener("SIGPIPE");
  };
  process.on("SIGINT", onSigint).on("SIGTERM", onSigterm);
  process.stdout.on("error", onOutputError);
  return () => {
    process.off("SIGINT", onSigint).off("SIGTERM", onSigterm);
    process.stdout.off("error", onOutputError);
  };
}
