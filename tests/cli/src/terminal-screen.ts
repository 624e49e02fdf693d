import { PassThrough } from "node:stream";
import { type Io, main } from "@antler/cli";
import { Terminal } from "@xterm/headless";

export interface TerminalSession {
  /** Types text into the command. */
  readonly type: (text: string) => void;
  /** Resolves when the screen shows it. */
  readonly shows: (wanted: RegExp) => Promise<void>;
  /** The screen's lines with its history, without blanks at the ends; times are written as `N.Ns`, tokens as `N`. */
  readonly screen: () => string;
  readonly code: Promise<number>;
}

/** Runs a command line on an emulated terminal that shows standard output and standard error, as people see them. */
export function onTerminal(cwd: string, args: readonly string[], columns: number): TerminalSession {
  const terminal = new Terminal({ cols: columns, rows: 40, allowProposedApi: true });
  const watchers = new Set<() => void>();
  const output = (): Io["stdout"] => {
    const stream = new PassThrough();
    stream.on("data", (chunk: Buffer) => {
      // The line discipline of a real terminal does this.
      terminal.write(chunk.toString().replace(/\r?\n/g, "\r\n"), () => {
        for (const watcher of watchers) watcher();
      });
    });
    return Object.assign(stream, { isTTY: true, columns, rows: 40 });
  };
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  const screen = (): string => {
    const { active } = terminal.buffer;
    const lines = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? "");
    return lines.join("\n").trimEnd();
  };
  const io: Io = {
    stdout: output(),
    stderr: output(),
    stdin,
    env: { HOME: cwd, NO_COLOR: "1" },
    cwd,
    onInterrupt: () => () => {},
    exit: () => {},
  };
  return {
    type: (text) => stdin.write(text),
    shows: (wanted) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!wanted.test(screen())) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    screen: () =>
      `${screen()
        .replace(/\d+\.\ds/g, "N.Ns")
        .replace(/\d[\d,]* (tokens|in|out)\b/g, "N $1")}\n`,
    code: main(args, io),
  };
}
