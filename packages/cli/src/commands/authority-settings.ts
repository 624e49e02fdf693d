import type { AuthoritySetting } from "@antler/core";

/** The keys of the default features that decide what a deployment may do, with the defaults of docs/config.md. */
export const AUTHORITY_SETTINGS: readonly AuthoritySetting[] = [
  { section: "subagents", key: "max_concurrent", fallback: 3, order: "limit" },
  { section: "subagents", key: "max_running", fallback: 3, order: "limit" },
  { section: "subagents", key: "max_total_per_run", fallback: null, order: "limit" },
  { section: "sandbox", key: "use", fallback: "auto", order: "other" },
  { section: "sandbox", key: "require", fallback: null, order: "other" },
  { section: "sandbox", key: "allow_host_bash", fallback: false, order: "switch" },
  { section: "sandbox", key: "network", fallback: "none", order: ["none", "host"] },
  { section: "sandbox", key: "uploads_writable", fallback: false, order: "switch" },
  { section: "sandbox", key: "mounts", fallback: [], order: "other" },
  { section: "sandbox", key: "env_allow", fallback: [], order: "names" },
  { section: "sandbox", key: "secrets", fallback: [], order: "names" },
  { section: "sandbox", key: "limits.memory_bytes", fallback: 2 * 1024 ** 3, order: "limit" },
  { section: "sandbox", key: "limits.pids", fallback: 256, order: "limit" },
  { section: "sandbox", key: "limits.file_bytes", fallback: 100 * 1024 ** 2, order: "limit" },
  { section: "sandbox", key: "limits.open_files", fallback: 1024, order: "limit" },
  { section: "sandbox", key: "limits.tmp_bytes", fallback: 100 * 1024 ** 2, order: "limit" },
  { section: "skills", key: "allowed_tools", fallback: "restrict", order: ["restrict", "ignore"] },
];
