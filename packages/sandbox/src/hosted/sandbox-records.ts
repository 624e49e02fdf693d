import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Limits, type Mount, type NetworkPolicy, SandboxError, type SandboxRef } from "@antler/plugin-api";

/** What another process needs to reach the same files; no environment, so no secrets. */
export interface SandboxRecord {
  readonly v: 1;
  readonly backend: string;
  readonly id: string;
  readonly mounts: readonly Mount[];
  readonly cwd: string;
  readonly network: NetworkPolicy;
  readonly limits: Limits;
}
const FILE = "sandbox.json";

/** One folder per sandbox, below the data folder: `sandboxes/<backend>/<id>/`. */
export class SandboxRecords {
  readonly #folder: string;
  readonly #backend: string;

  constructor(dataDir: string, backend: string) {
    this.#folder = join(dataDir, "sandboxes", backend);
    this.#backend = backend;
  }

  stateDir(id: string): string {
    return join(this.#folder, id);
  }

  /** Where the one who acquired it keeps what it keeps, also with another data folder than ours. */
  folderOf(ref: SandboxRef): string {
    const folder = ref.data?.["folder"];
    return typeof folder === "string" ? folder : this.stateDir(ref.id);
  }

  async save(record: SandboxRecord): Promise<SandboxRef> {
    const folder = this.stateDir(record.id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const temporary = join(folder, `.${process.pid}.tmp`);
    await writeFile(temporary, `${JSON.stringify(record)}\n`, { mode: 0o600 });
    await rename(temporary, join(folder, FILE));
    return { v: 1, backend: record.backend, id: record.id, data: { folder } };
  }

  /** Throws `gone` where there is no such sandbox any more. */
  async load(ref: SandboxRef): Promise<SandboxRecord> {
    try {
      const record = JSON.parse(await readFile(join(this.folderOf(ref), FILE), "utf8")) as SandboxRecord;
      if (record.v === 1 && record.id === ref.id && record.backend === this.#backend) return record;
    } catch {
      // Told below: whatever the cause, this sandbox cannot be reached.
    }
    throw new SandboxError("gone", `The sandbox ${ref.id} no longer exists.`, { hint: "Start a new run." });
  }

  async remove(id: string): Promise<void> {
    await rm(this.stateDir(id), { recursive: true, force: true });
  }

  async *list(): AsyncGenerator<SandboxRef, void, void> {
    const ids = await readdir(this.#folder).catch(() => []);
    for (const id of ids.sort()) yield { v: 1, backend: this.#backend, id, data: { folder: this.stateDir(id) } };
  }
}
