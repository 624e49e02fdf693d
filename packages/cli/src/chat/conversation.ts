import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { ReloadingPlatform } from "@antler/core";
import { errorText } from "@antler/plugin-api";
import type { Io } from "../terminal/io.js";
import { printError } from "../terminal/print-error.js";
import { answerCommand } from "./chat-command.js";
import { findTask } from "./find-task.js";
import { tellBroken } from "./tell-broken.js";
import { startTurn, type Turn, type TurnOptions } from "./turn.js";

export interface Conversation {
  /** Resolves when it is over; true when Ctrl+C ended it. */
  readonly done: Promise<boolean>;
}
const PROMPT = "> ";
const WELCOME = "Talk to the lead. /help lists the commands; Ctrl+C cancels a turn, twice leaves.\n";

/**
 * Reads lines and answers them in order; `/cancel` and Ctrl+C act at once, also while a turn runs.
 * On a pipe there is no prompt and no echo.
 */
export function openConversation(io: Io, source: ReloadingPlatform, options: TurnOptions): Conversation {
  const interactive = io.stdin.isTTY === true && io.stdout.isTTY === true;
  let turn: Turn | undefined;
  let leaving = false;
  let interrupted = false;
  const queue: string[] = [];
  let wake: () => void = () => undefined;

  // While a turn runs, what the user types is part of the live rows; the line editor must not draw too.
  const editorOutput = new Writable({
    write(chunk, _encoding, callback) {
      if (turn === undefined) io.stdout.write(chunk);
      callback();
    },
  });
  const lines = createInterface({
    input: io.stdin,
    output: interactive ? Object.assign(editorOutput, { columns: io.stdout.columns, isTTY: true }) : undefined,
    terminal: interactive,
    prompt: PROMPT,
  });

  const leave = (byInterrupt: boolean): void => {
    leaving = true;
    interrupted ||= byInterrupt;
    wake();
  };
  let warned = false;
  const onInterrupt = (): void => {
    turn?.cancel();
    if (warned) leave(true);
    else if (turn === undefined && interactive) {
      io.stdout.write("\nCtrl+C again to leave.\n");
      lines.prompt();
    }
    warned = true;
  };
  lines.on("SIGINT", onInterrupt);
  const dispose = io.onInterrupt((signal) => {
    if (signal === "SIGINT") {
      onInterrupt();
      return;
    }
    turn?.cancel();
    leave(true);
  });
  lines.on("line", (line) => {
    warned = false;
    if (turn !== undefined && /^\/cancel\b/.test(line)) cancelTask(source, turn, line);
    else queue.push(line);
    wake();
  });
  lines.on("close", () => {
    queue.push("/exit");
    wake();
  });

  const answer = async (line: string): Promise<void> => {
    if (line.startsWith("/")) {
      const { failure } = await source.refresh();
      if (failure !== undefined) tellBroken(io, failure);
      return await answerCommand(io, source.platform, line, () => leave(false));
    }
    turn = startTurn(io, source, line, options, interactive ? () => `${PROMPT}${lines.line}` : undefined);
    try {
      await turn.done;
    } finally {
      turn = undefined;
    }
  };
  const loop = async (): Promise<boolean> => {
    if (interactive) io.stdout.write(WELCOME);
    while (!leaving) {
      const line = queue.shift();
      if (line === undefined) {
        if (interactive) lines.prompt(true);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if (line.trim() === "") continue;
      try {
        await answer(line.trim());
      } catch (error) {
        printError(io, error instanceof Error ? error : new Error(errorText(error)));
      }
    }
    if (interactive) io.stdout.write("\n");
    lines.close();
    dispose();
    return interrupted;
  };
  return { done: loop() };
}

function cancelTask({ platform }: ReloadingPlatform, turn: Turn, line: string): void {
  const wanted = line.replace(/^\/cancel\s*/, "");
  const task = findTask(turn.tasks(), wanted);
  if (task !== undefined && platform.cancelTask(task.id)) return;
  const running = turn
    .tasks()
    .flatMap((row, index) => (row.state === "running" ? [`${index + 1} ${row.description}`] : []));
  turn.note(`no running task "${wanted}"; running: ${running.join(", ") || "none"}`);
}
