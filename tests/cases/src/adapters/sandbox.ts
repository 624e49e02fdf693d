import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mount, SandboxRef } from "@antler/plugin-api";
import {
  checkVirtualPath,
  isBlockedEnvName,
  isIgnoredName,
  mapVirtualPath,
  maskValues,
  matchesGlob,
  mergeSandbox,
  resolveVirtualPath,
  type TruncatedTool,
  truncateOutput,
} from "@antler/sandbox";
import type { Adapters, CaseFolders } from "../adapter.js";
import { filesSteps } from "./files-steps.js";
import { threadMounts } from "./thread-mounts.js";

export const sandboxAdapters: Adapters = {
  "files.steps": filesSteps,
  "path.map": ({ path }: { readonly path: string }, { base }) =>
    mapVirtualPath([{ target: "/mnt/user-data", source: { host: base } }], path),
  "path.check": ({ path, mode }: { readonly path: string; readonly mode: "read" | "write" }, folders) =>
    checkVirtualPath(checkedMounts(folders), path, mode).allow ? "allow" : "deny",
  "path.resolve": ({ path }: { readonly path: string }, folders) => {
    placeLinks(folders);
    return resolveVirtualPath(threadMounts(folders), path);
  },
  "output.truncate": ({
    tool,
    text,
    max_chars,
  }: {
    readonly tool: TruncatedTool;
    readonly text: string;
    readonly max_chars: number;
  }) => {
    const cut = truncateOutput(tool, text, max_chars);
    return { text: cut, length: cut.length };
  },
  "env.blocked": ({ names }: { readonly names: readonly string[] }) =>
    Object.fromEntries(names.map((name) => [name, isBlockedEnvName(name)])),
  "env.maskValues": ({
    output,
    injected,
  }: {
    readonly output: string;
    readonly injected: Readonly<Record<string, string>>;
  }) => maskValues(output, Object.values(injected)),
  "state.mergeSandbox": ({ existing, update }: Readonly<Record<"existing" | "update", CaseRef | null>>) => {
    const merged = mergeSandbox(existing && refOf(existing), update && refOf(update));
    return merged ? { sandbox_id: merged.id } : null;
  },
  "glob.match": ({ pairs }: { readonly pairs: readonly (readonly [pattern: string, path: string])[] }) =>
    Object.fromEntries(pairs.map(([pattern, path]) => [`${pattern} ~ ${path}`, matchesGlob(pattern, path)])),
  "search.ignored": ({ names }: { readonly names: readonly string[] }) =>
    Object.fromEntries(names.map((name) => [name, isIgnoredName(name)])),
};

interface CaseRef {
  readonly sandbox_id: string;
}
const refOf = ({ sandbox_id }: CaseRef): SandboxRef => ({ v: 1, backend: "local", id: sandbox_id });

/** What the cases of `path.check` take for granted beside the thread's folders. */
function checkedMounts(folders: CaseFolders): readonly Mount[] {
  const at = (name: string): Mount["source"] => ({ host: join(folders.tmp, name) });
  return [
    ...threadMounts(folders),
    { target: "/mnt/skills", source: at("skills"), readOnly: true },
    { target: "/mnt/corpus", source: at("corpus"), readOnly: true },
    { target: "/mnt/corpus/drafts", source: at("drafts") },
  ];
}

/** The links that the cases of `path.resolve` take for granted. */
function placeLinks({ base, tmp }: CaseFolders): void {
  const hostFile = join(tmp, "host-file");
  writeFileSync(hostFile, "host");
  symlinkSync("/etc", join(base, "workspace/sys"));
  symlinkSync(hostFile, join(base, "workspace/hostfile"));
  symlinkSync(join(base, "uploads"), join(base, "workspace/incoming"));
}
