import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { type Io, main } from "@antler/cli";
import { openAiEndpoint } from "@antler/testing";

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What comes on standard input; then it ends. */
  readonly input?: string;
  /** Called with a function that sends a signal to the command. */
  readonly onStart?: (interrupt: (signal: "SIGINT" | "SIGTERM") => void) => void;
  /** Called with each piece of standard output and standard error. */
  readonly onOutput?: (text: string, stream: "out" | "err") => void;
}

/** Runs a command line in this process, in `cwd`, with streams of its own. */
export async function antler(
  cwd: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const text = { out: "", err: "" };
  const collect = (stream: "out" | "err"): PassThrough => {
    const output = new PassThrough();
    output.on("data", (chunk: Buffer) => {
      text[stream] += chunk.toString();
      options.onOutput?.(chunk.toString(), stream);
    });
    return output;
  };
  const stdin = new PassThrough();
  stdin.end(options.input ?? "");
  const listeners = new Set<Parameters<Io["onInterrupt"]>[0]>();
  const io: Io = {
    stdout: collect("out"),
    stderr: collect("err"),
    stdin,
    env: { HOME: cwd, ...options.env },
    cwd,
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    exit: () => {},
  };
  options.onStart?.((signal) => {
    for (const listener of listeners) listener(signal);
  });
  const code = await main(args, io);
  await new Promise((resolve) => setImmediate(resolve));
  return { code, ...text };
}

/** A new folder with these files. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "antler-cli-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** A model that answers `hi` to everything. */
export const HELLO = "models:\n  - { name: main, use: scripted, turns: [{ text: hi }] }\n";

/** A model at an endpoint whose key is in `$KEY`; errors end a run at once. */
export function endpointConfig(url: string): string {
  return `models:
  - name: main
    use: openai
    model: test-model
    base_url: ${url}
    api_key: $KEY
resilience: { model_errors: { max_attempts: 1 } }
`;
}

/** The address of an endpoint where nothing listens any more. */
export async function closedEndpoint(): Promise<string> {
  const endpoint = await openAiEndpoint([]);
  await endpoint.close();
  return endpoint.url;
}

export function jsonLines(text: string): readonly Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
