import type { ReloadingPlatform } from "@antler/core";
import type { RunEvent } from "@antler/plugin-api";
import { chooseProgress } from "../progress/choose-progress.js";
import type { Progress } from "../progress/progress.js";
import { EMPTY_VIEW, type RunView, reduceRunView, type TaskRow } from "../progress/run-view.js";
import { type TerminalProgress, terminalProgress } from "../progress/terminal-progress.js";
import { withoutTold } from "../progress/without-told.js";
import type { Io } from "../terminal/io.js";
import { printError } from "../terminal/print-error.js";
import { runFailure } from "../terminal/run-failure.js";
import { sanitize } from "../terminal/sanitize.js";
import { painterFor } from "../terminal/style.js";
import { tellBroken } from "./tell-broken.js";

export interface TurnOptions {
  readonly threadId: string;
  readonly model?: string;
  readonly workspace?: string;
}
/** One message to the lead, and its answer on its way. */
export interface Turn {
  readonly done: Promise<void>;
  cancel(): void;
  readonly tasks: () => readonly TaskRow[];
  /** A line for the user that does not disturb the rows. */
  note(text: string): void;
}

/** `footer`: on a terminal, what stands below the live rows. */
export function startTurn(
  io: Io,
  source: ReloadingPlatform,
  prompt: string,
  options: TurnOptions,
  footer: (() => string) | undefined,
): Turn {
  const controller = new AbortController();
  const live: TerminalProgress | undefined =
    footer === undefined || io.stderr.isTTY !== true
      ? undefined
      : terminalProgress(io.stderr, painterFor(io, io.stderr), footer);
  const progress: Progress = withoutTold(live ?? chooseProgress(io, {}), source.platform.warnings);
  let view: RunView = EMPTY_VIEW;
  const text = streamedText(io, () => live?.suspend());

  const onEvent = (event: RunEvent): void => {
    view = reduceRunView(view, event);
    text.accept(event);
    progress.accept(event);
  };
  const done = async (): Promise<void> => {
    try {
      const result = await source.run({ prompt, ...options, signal: controller.signal, onEvent }, (error) =>
        tellBroken(io, error),
      );
      progress.stop();
      text.finish(result.text);
      if (result.status === "cancelled") io.stderr.write("cancelled\n");
      else if (result.error !== null) printError(io, runFailure(result.error));
    } finally {
      progress.stop();
    }
  };
  return {
    done: done(),
    cancel: () => controller.abort(new Error("cancelled by the user")),
    tasks: () => view.tasks,
    note: (line) => {
      live?.suspend();
      io.stderr.write(`${sanitize(line)}\n`);
    },
  };
}

interface StreamedText {
  accept(event: RunEvent): void;
  /** Writes what has not been streamed. */
  finish(text: string): void;
}

/** The lead's text as it comes. Before a tool call its line is ended, so that rows never stand beside it. */
function streamedText(io: Io, beforeText: () => void): StreamedText {
  let openLine = false;
  let shown = "";
  let beforeTools = "";
  const endLine = (): void => {
    if (openLine) io.stdout.write("\n");
    openLine = false;
  };
  return {
    accept(event) {
      if (event.type === "text_delta") {
        const part = sanitize(event.text);
        if (part === "") return;
        beforeText();
        io.stdout.write(part);
        shown += part;
        openLine = !part.endsWith("\n");
      } else if (event.type === "llm_retry" && event.task_id === null) {
        // What the failed attempt said is void; the next one says it anew.
        endLine();
        shown = "";
      } else if (event.type === "tool_call") {
        endLine();
        if (shown !== "") beforeTools = shown;
        shown = "";
      }
    },
    finish(text) {
      const answer = sanitize(text);
      const said = shown === "" ? beforeTools : shown;
      if (said.trim() === answer.trim()) return endLine();
      endLine();
      if (answer !== "") io.stdout.write(`${answer}\n`);
    },
  };
}
