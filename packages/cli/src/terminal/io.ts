/** A stream that text goes to. `columns` and `rows` are known for terminals only. */
export interface Output extends NodeJS.WritableStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}
export interface Input extends NodeJS.ReadableStream {
  readonly isTTY?: boolean | undefined;
}
/** SIGPIPE: the reader of our standard output has gone. */
export type InterruptSignal = "SIGINT" | "SIGTERM" | "SIGPIPE";

/** Everything a command may know of the process it runs in, so that commands run in tests as they run for people. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: Input;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Calls `listener` on each signal until the returned function is called. Without listeners a signal ends the process. */
  readonly onInterrupt: (listener: (signal: InterruptSignal) => void) => () => void;
  /** Ends the process at once, for people who do not want to wait for a clean end. */
  readonly exit: (code: number) => void;
}

/** Columns to lay out for: the terminal's, at least 20; 80 where there is no terminal. */
export function columnsOf(output: Output): number {
  return Math.max(20, output.columns ?? 80);
}
