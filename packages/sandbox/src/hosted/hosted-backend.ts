import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import {
  type HostedSandbox,
  type HostedSandboxDefinition,
  type Mount,
  type ProbeReport,
  type Sandbox,
  type SandboxBackend,
  SandboxError,
  type SandboxFs,
  type SandboxRef,
  type SandboxSpec,
} from "@antler/plugin-api";
import { assertEnv } from "../env/env-names.js";
import { OpenSandbox } from "./open-sandbox.js";
import { sandboxId } from "./sandbox-id.js";
import { type SandboxRecord, SandboxRecords } from "./sandbox-records.js";

export interface HostedSurroundings {
  readonly dataDir: string;
  /** Files that are locked with all who use the same data folder. */
  readonly openFs: (mounts: readonly Mount[], cwd: string, dataDir: string) => SandboxFs;
}

/** A whole backend from the part in which backends on this host differ. */
export class HostedBackend implements SandboxBackend {
  readonly name: string;
  readonly #definition: HostedSandboxDefinition;
  readonly #surroundings: HostedSurroundings;
  readonly #records: SandboxRecords;
  readonly #open = new Map<string, Promise<OpenSandbox>>();
  #report: Promise<ProbeReport> | undefined;
  #swept: Promise<void> | undefined;

  constructor(definition: HostedSandboxDefinition, surroundings: HostedSurroundings) {
    this.name = definition.name;
    this.#definition = definition;
    this.#surroundings = surroundings;
    this.#records = new SandboxRecords(surroundings.dataDir, definition.name);
  }

  probe(): Promise<ProbeReport> {
    this.#report ??= this.#definition.probe();
    return this.#report;
  }

  acquire(spec: SandboxSpec, options: { readonly signal?: AbortSignal } = {}): Promise<Sandbox> {
    options.signal?.throwIfAborted();
    const { env = {}, network = { mode: "none" }, limits = {}, mounts, cwd } = spec;
    const id = sandboxId(spec.key);
    const record: SandboxRecord = { v: 1, backend: this.name, id, mounts, cwd, network, limits };
    return this.#once(id, async () => {
      assertEnv(env);
      await assertMounts(record);
      return this.#start(record, await this.#records.save(record), env);
    });
  }

  attach(ref: SandboxRef, options: { readonly signal?: AbortSignal } = {}): Promise<Sandbox> {
    options.signal?.throwIfAborted();
    return this.#once(ref.id, async () => {
      const record = await this.#records.load(ref);
      await assertMounts(record);
      return this.#start(record, ref, {});
    });
  }

  async release(ref: SandboxRef, how: "keep" | "stop" | "destroy"): Promise<void> {
    if (how === "keep") return;
    const open = this.#open.get(ref.id);
    this.#open.delete(ref.id);
    const sandbox = await open?.catch(() => undefined);
    if (sandbox !== undefined) {
      await sandbox.stop();
      await this.#definition.clean?.(sandbox.hosted);
    }
    if (how === "destroy") await this.#records.remove(ref.id);
  }

  list(): AsyncIterable<SandboxRef> {
    return this.#records.list();
  }

  async dispose(): Promise<void> {
    const open = await Promise.all([...this.#open.values()].map((sandbox) => sandbox.catch(() => undefined)));
    await Promise.all(open.map((sandbox) => sandbox && this.release(sandbox.ref, "stop")));
  }

  /** However many ask at the same time; a failure is forgotten, so that the next may try again. */
  #once(id: string, open: () => Promise<OpenSandbox>): Promise<Sandbox> {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const opening = open();
    this.#open.set(id, opening);
    opening.catch(() => {
      if (this.#open.get(id) === opening) this.#open.delete(id);
    });
    return opening;
  }

  async #start(record: SandboxRecord, ref: SandboxRef, env: Readonly<Record<string, string>>): Promise<OpenSandbox> {
    const report = await this.probe();
    if (!report.available)
      throw new SandboxError("unavailable", report.reason ?? `Backend ${this.name} does not work here.`, {
        ...(report.fix === undefined ? {} : { hint: report.fix }),
      });
    if (!report.capabilities.network.includes(record.network.mode))
      throw new SandboxError("unsupported", `Backend ${this.name} cannot give network "${record.network.mode}".`, {
        hint: `It can give: ${report.capabilities.network.join(", ")}.`,
      });
    this.#swept ??= this.#definition.sweep?.() ?? Promise.resolve();
    await this.#swept;
    const { id, mounts, cwd, network, limits } = record;
    const stateDir = this.#records.folderOf(ref);
    // sandboxes/<backend>/<id> below it.
    const fs = this.#surroundings.openFs(mounts, cwd, resolve(stateDir, "..", "..", ".."));
    const hosted: HostedSandbox = { id, mounts, cwd, network, limits, fs, stateDir };
    await this.#definition.prepare?.(hosted, report);
    return new OpenSandbox(ref, hosted, this.#definition, report, env);
  }
}

async function assertMounts(record: SandboxRecord): Promise<void> {
  for (const { source, target } of record.mounts) {
    if (!("host" in source))
      throw new SandboxError(
        "unsupported",
        `The mount ${target} is no host folder, and backend ${record.backend} has no others.`,
      );
    const stats = await stat(source.host).catch(() => undefined);
    if (stats === undefined) throw new SandboxError("gone", `The folder behind ${target} does not exist.`);
    if (!stats.isDirectory()) throw new SandboxError("not_directory", `What lies behind ${target} is not a directory.`);
  }
}
