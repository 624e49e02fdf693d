import { rmSync } from "node:fs";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ProcessIdentity, processIdentity, processState } from "./process-identity.js";

export interface ProcessRecord {
  readonly id: string;
  readonly command: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The process of Antler that started it. */
  readonly owner: ProcessIdentity;
}

/** The background processes of one sandbox, whoever started them: a file each. */
export class ProcessRecords {
  readonly #folder: string;

  constructor(stateDir: string) {
    this.#folder = join(stateDir, "processes");
  }

  async add(process: Omit<ProcessRecord, "owner">): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const record: ProcessRecord = { ...process, owner: processIdentity() };
    const path = this.#path(process.id);
    await writeFile(`${path}.tmp`, JSON.stringify(record), { mode: 0o600 });
    await rename(`${path}.tmp`, path);
  }

  /** At once, so that nobody who waited for its end still sees it. */
  remove(id: string): void {
    rmSync(this.#path(id), { force: true });
  }

  /** In the order of their starts. What belonged to a process of Antler that died is left out, and forgotten. */
  async list(): Promise<readonly ProcessRecord[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const records = await Promise.all(names.filter((name) => name.endsWith(".json")).map((name) => this.#read(name)));
    return records.flatMap((record) => record ?? []).sort((a, b) => a.startedAt - b.startedAt);
  }

  async #read(name: string): Promise<ProcessRecord | undefined> {
    try {
      const record = JSON.parse(await readFile(join(this.#folder, name), "utf8")) as ProcessRecord;
      if (processState(record.owner) !== "dead") return record;
      this.remove(record.id);
    } catch {
      // It has ended meanwhile.
    }
    return undefined;
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}
