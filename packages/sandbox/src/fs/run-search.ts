import { spawn } from "node:child_process";
import { SandboxError } from "@antler/plugin-api";
import type { SearchCommand } from "./search-command.js";

/** A line that the search tool found; to be checked against what may be read. */
export interface Candidate {
  readonly path: string;
  readonly line: number;
}
export interface SearchRun {
  readonly command: SearchCommand;
  readonly cwd?: string;
  readonly stdin?: Uint8Array;
  /** Ends the search once this many lines are found. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Runs the search tool. Throws SandboxError `invalid_argument` for a pattern that it does not understand. */
export async function runSearch(run: SearchRun): Promise<readonly Candidate[]> {
  run.signal.throwIfAborted();
  const [program = "", ...args] = run.command.argv;
  const child = spawn(program, args, {
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C.UTF-8" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const stop = (): void => void child.kill("SIGKILL");
  run.signal.addEventListener("abort", stop, { once: true });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code));
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(run.stdin);
  const parser = new CandidateParser();
  let problem = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (problem.length < 2000) problem += text;
  });
  child.stdout.on("data", (data: Buffer) => {
    parser.push(data);
    if (parser.found.length >= run.limit) stop();
  });
  try {
    const code = await ended;
    run.signal.throwIfAborted();
    if (code === 2 && parser.found.length === 0 && problem !== "")
      throw new SandboxError("invalid_argument", `Invalid regex pattern: ${firstLines(problem)}`);
    return parser.found;
  } finally {
    run.signal.removeEventListener("abort", stop);
  }
}

/** Reads `path NUL line : text LF`. A path may contain any other byte. */
class CandidateParser {
  readonly found: Candidate[] = [];
  #rest: Buffer = Buffer.alloc(0);

  push(data: Buffer): void {
    this.#rest = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
    let start = 0;
    for (;;) {
      const nul = this.#rest.indexOf(0, start);
      const end = nul === -1 ? -1 : this.#rest.indexOf(10, nul + 1);
      if (end === -1) break;
      const line = Number.parseInt(this.#rest.toString("latin1", nul + 1, Math.min(end, nul + 16)), 10);
      if (Number.isInteger(line)) this.found.push({ path: this.#rest.toString("utf8", start, nul), line });
      start = end + 1;
    }
    this.#rest = this.#rest.subarray(start);
  }
}

function firstLines(text: string): string {
  return text.trim().split("\n").slice(0, 6).join("\n").slice(0, 500);
}
