import type { ToolOutput } from "@antler/plugin-api";
import type { ExecResult } from "../exec/exec.js";
import { harmlessText } from "../text/harmless-text.js";
import { truncateOutput } from "../text/truncate-output.js";

export interface BashFormat {
  /** The timeout that was in force, seconds. */
  readonly seconds: number;
  /** Characters of output. 0 is no limit. */
  readonly maxChars: number;
}

/** A command's end as the model reads it: stdout, stderr, then how it ended. */
export function formatBash(result: ExecResult, format: BashFormat): ToolOutput {
  const stdout = harmlessText(result.stdout);
  const stderr = harmlessText(result.stderr);
  const ending = endingOf(result, format.seconds) + spillNote(result);
  const output = stdout + (stderr === "" ? "" : `\nStd Error:\n${stderr}`);
  const text = truncateOutput("bash", output, format.maxChars) + ending;
  return {
    text: text === "" ? "(no output)" : text,
    status: result.reason === "exit" ? "success" : "error",
    artifact: {
      exit_code: result.exitCode,
      signal: result.signal,
      reason: result.reason,
      duration_ms: Math.round(result.durationMs),
      stdout_bytes: result.stdoutBytes,
      stderr_bytes: result.stderrBytes,
      spilled: result.spilled?.path ?? null,
    },
  };
}

function endingOf(result: ExecResult, seconds: number): string {
  if (result.reason === "timeout")
    return `\nCommand timed out after ${seconds} ${seconds === 1 ? "second" : "seconds"} and was terminated. Its processes were ended. Use a longer timeout, or split the work.`;
  if (result.reason === "lost") return "\nThe command was lost: how it ended is not known.";
  if (result.reason === "limit")
    return "\nA limit of the sandbox ended the command or a part of it: it needed too much memory. Work on less at once.";
  if (result.signal !== null) return `\nEnded by signal ${result.signal}.`;
  return result.exitCode === 0 || result.exitCode === null ? "" : `\nExit Code: ${result.exitCode}`;
}

function spillNote(result: ExecResult): string {
  const total = result.stdoutBytes + result.stderrBytes;
  const { spilled } = result;
  if (spilled !== undefined) {
    const what = spilled.complete ? "It is" : `Its first ${spilled.bytes} bytes are`;
    return `\n[The output was ${total} bytes. ${what} in ${spilled.path}: use read_file with a range, or grep.]`;
  }
  return result.truncated ? `\n[The output was ${total} bytes; its middle was discarded.]` : "";
}
