import {
  type ExitStatus,
  isSandboxError,
  type Sandbox,
  type SandboxBackend,
  type SandboxErrorReason,
  type SandboxSpec,
  type SpawnRequest,
} from "@antler/plugin-api";

export interface SandboxSubject {
  readonly name: string;
  /** A backend with nothing open. Two of them stand for two processes of one host: they must find each other's sandboxes. */
  create(): SandboxBackend | Promise<SandboxBackend>;
  /**
   * What to open under a key, the same each time: `cwd` is a writable folder, `/mnt/read-only` a read-only one that holds the file
   * `given.txt` with the text `given`.
   */
  spec(key: string): SandboxSpec | Promise<SandboxSpec>;
}
/** What the parts of the suite share. */
export interface SandboxStage {
  readonly subject: SandboxSubject;
  /** Opens a sandbox, and destroys it afterwards. */
  readonly within: (use: (sandbox: Sandbox, backend: SandboxBackend) => Promise<void>) => () => Promise<void>;
}
export async function readText(sandbox: Sandbox, path: string): Promise<string> {
  return new TextDecoder().decode((await sandbox.fs.readFile(path)).data);
}

/** The reason of the SandboxError that a promise rejects with; anything else is a fault of the backend. */
export async function reasonOf(promise: Promise<unknown>): Promise<SandboxErrorReason | "nothing was refused"> {
  try {
    await promise;
  } catch (error) {
    if (isSandboxError(error)) return error.reason;
    throw error;
  }
  return "nothing was refused";
}

export async function runCommand(
  sandbox: Sandbox,
  command: SpawnRequest["command"],
  request: Omit<SpawnRequest, "command"> = {},
): Promise<ExitStatus & { readonly stdout: string; readonly stderr: string }> {
  const child = await sandbox.spawn({ timeoutMs: 20_000, ...request, command });
  const chunks: { readonly stdout: Uint8Array[]; readonly stderr: Uint8Array[] } = { stdout: [], stderr: [] };
  for await (const { stream, data } of child.output) chunks[stream].push(data);
  const text = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString("utf8");
  return { ...(await child.exit), stdout: text(chunks.stdout), stderr: text(chunks.stderr) };
}
