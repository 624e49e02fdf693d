import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Adapter, Adapters, CaseFolders } from "./adapter.js";
import type { BehaviourCase } from "./case-file.js";
import { matches } from "./matches.js";

export type CaseVerdict =
  | { readonly status: "passed" }
  | { readonly status: "skipped"; readonly reason: string }
  | { readonly status: "failed"; readonly expected: unknown; readonly got: unknown };

/** Runs one case in fresh folders. Never throws: what an adapter throws is what the case got. */
export async function runCase(given: BehaviourCase, adapters: Adapters): Promise<CaseVerdict> {
  if (given.op === undefined) return { status: "skipped", reason: "no op" };
  const adapter = Object.hasOwn(adapters, given.op) ? adapters[given.op] : undefined;
  if (adapter === undefined) return { status: "skipped", reason: `no adapter for ${given.op}` };
  const root = realpathSync(mkdtempSync(join(tmpdir(), "antler-case-")));
  try {
    const folders = { base: join(root, "base"), tmp: join(root, "tmp") };
    for (const folder of [folders.tmp, ...["workspace", "uploads", "outputs"].map((name) => join(folders.base, name))])
      mkdirSync(folder, { recursive: true });
    const expected = substitute(given.expect, folders);
    const got = await answer(adapter, substitute(given.input, folders), folders);
    return matches(expected, got) ? { status: "passed" } : { status: "failed", expected, got };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function answer(adapter: Adapter, input: unknown, folders: CaseFolders): Promise<unknown> {
  try {
    return plain(await adapter(input, folders));
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Both sides are compared as JSON: a key that is undefined is absent. */
function plain(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

/** `{BASE}` and `{TMP}` become the real folders, also in keys. */
function substitute(value: unknown, folders: CaseFolders): unknown {
  if (typeof value === "string")
    return value.replaceAll("{BASE}", () => folders.base).replaceAll("{TMP}", () => folders.tmp);
  if (Array.isArray(value)) return value.map((part) => substitute(part, folders));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [substitute(key, folders), substitute(part, folders)]);
  return Object.fromEntries(entries);
}
