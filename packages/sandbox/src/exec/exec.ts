import type { ExitStatus, OutputChunk, Sandbox, SpawnRequest } from "@antler/plugin-api";
import { StreamMasker } from "../env/mask-values.js";
import { HeadTail } from "./head-tail.js";
import { type Spilled, SpillFile, type SpillTarget } from "./spill-file.js";

export interface ExecOptions {
  /** Kept of each stream, head and tail together. Default 1 MiB. */
  readonly maxBytes?: number;
  /** Secret values that must not stand in what is kept, told or spilled. */
  readonly mask?: Iterable<string>;
  readonly onData?: (chunk: OutputChunk) => void;
  /** Where the whole output goes once it exceeds `after` bytes. */
  readonly spill?: SpillTarget;
}
export interface ExecResult extends ExitStatus {
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** What the command wrote, also where less was kept. */
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  readonly truncated: boolean;
  /** The file with the output, if it was spilled. */
  readonly spilled?: Spilled;
}

/** Runs a command to its end and keeps its output within bounds. Written once, above every backend's `spawn`. */
export async function exec(sandbox: Sandbox, request: SpawnRequest, options: ExecOptions = {}): Promise<ExecResult> {
  const secrets = [...(options.mask ?? [])];
  const streams = {
    stdout: { kept: new HeadTail(options.maxBytes ?? 1 << 20), masker: new StreamMasker(secrets), bytes: 0 },
    stderr: { kept: new HeadTail(options.maxBytes ?? 1 << 20), masker: new StreamMasker(secrets), bytes: 0 },
  };
  const spill = options.spill === undefined ? undefined : new SpillFile(sandbox.fs, options.spill);
  const take = async (stream: OutputChunk["stream"], data: Uint8Array): Promise<void> => {
    if (data.length === 0) return;
    streams[stream].kept.push(data);
    options.onData?.({ stream, data });
    await spill?.push(data);
  };
  const child = await sandbox.spawn(request);
  for await (const { stream, data } of child.output) {
    streams[stream].bytes += data.length;
    await take(stream, streams[stream].masker.push(data));
  }
  await take("stdout", streams.stdout.masker.end());
  await take("stderr", streams.stderr.masker.end());
  const [status, spilled] = [await child.exit, await spill?.end()];
  return {
    ...status,
    stdout: streams.stdout.kept.bytes(),
    stderr: streams.stderr.kept.bytes(),
    stdoutBytes: streams.stdout.bytes,
    stderrBytes: streams.stderr.bytes,
    truncated: streams.stdout.kept.truncated || streams.stderr.kept.truncated,
    ...(spilled === undefined ? {} : { spilled }),
  };
}
