import type { Isolation, Limits, NetworkPolicy } from "@antler/plugin-api";

/** The section `sandbox` as it is written. */
export interface RawSandboxConfig {
  readonly [key: string]: unknown;
}
export interface ConfiguredMount {
  readonly hostPath: string;
  readonly containerPath: string;
  readonly readOnly: boolean;
}
export interface ToolLimits {
  readonly bashTimeoutSeconds: number;
  readonly bashMaxTimeoutSeconds: number;
  readonly bashOutputMaxChars: number;
  readonly bashSpillMaxBytes: number;
  readonly readFileOutputMaxChars: number;
  readonly lsOutputMaxChars: number;
  readonly readFileMaxBytes: number;
  readonly writeFileMaxBytes: number;
  readonly globMaxResults: number;
  readonly grepMaxResults: number;
}
export interface SandboxConfig {
  readonly use: string;
  readonly require: { readonly isolation?: Isolation; readonly network?: NetworkPolicy["mode"] };
  readonly allowHostBash: boolean;
  readonly network: "none" | "host";
  readonly uploadsWritable: boolean;
  readonly mounts: readonly ConfiguredMount[];
  readonly env: Readonly<Record<string, string>>;
  readonly envAllow: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly idleSeconds: number;
  readonly tools: ToolLimits;
}

export const DEFAULT_TOOL_LIMITS: ToolLimits = {
  bashTimeoutSeconds: 120,
  bashMaxTimeoutSeconds: 1800,
  bashOutputMaxChars: 20_000,
  bashSpillMaxBytes: 10_485_760,
  readFileOutputMaxChars: 50_000,
  lsOutputMaxChars: 20_000,
  readFileMaxBytes: 10_485_760,
  writeFileMaxBytes: 81_920,
  globMaxResults: 200,
  grepMaxResults: 100,
};

/** The checked section with defaults filled in. null and blank are absent. */
export function sandboxConfig(raw: RawSandboxConfig | null | undefined): SandboxConfig {
  const section = raw ?? {};
  const required = record(section["require"]);
  const limits = record(section["limits"]);
  return {
    use: backendName(text(section["use"]) ?? "auto"),
    require: {
      ...optional("isolation", text(required["isolation"]) as Isolation | undefined),
      ...optional("network", text(required["network"]) as NetworkPolicy["mode"] | undefined),
    },
    allowHostBash: section["allow_host_bash"] === true,
    network: section["network"] === "host" ? "host" : "none",
    uploadsWritable: section["uploads_writable"] === true,
    mounts: list(section["mounts"]).map(configuredMount),
    env: stringMap(section["env"]),
    envAllow: list(section["env_allow"]).map(String),
    secrets: stringMap(section["secrets"]),
    limits: {
      ...optional("memoryBytes", number(limits["memory_bytes"])),
      ...optional("pids", number(limits["pids"])),
      ...optional("fileBytes", number(limits["file_bytes"])),
      ...optional("openFiles", number(limits["open_files"])),
      ...optional("tmpBytes", number(limits["tmp_bytes"])),
    },
    idleSeconds: number(section["idle_seconds"]) ?? 900,
    tools: toolLimits(section),
  };
}

function toolLimits(section: RawSandboxConfig): ToolLimits {
  const entries = Object.entries(DEFAULT_TOOL_LIMITS).map(([key, fallback]) => {
    const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [key, number(section[snake]) ?? fallback];
  });
  return Object.fromEntries(entries) as ToolLimits;
}

function configuredMount(value: unknown): ConfiguredMount {
  const mount = record(value);
  return {
    hostPath: String(mount["host_path"] ?? ""),
    containerPath: String(mount["container_path"] ?? ""),
    readOnly: mount["read_only"] !== false,
  };
}

function optional<K extends string, T>(key: K, value: T | undefined): { readonly [key in K]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]?: T });
}
function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
/** Also from integer-looking text, which is what a variable gives. */
function number(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\d+$/.test(value.trim()) ? Number(value) : undefined;
}
function stringMap(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(record(value)).filter(([, entry]) => entry !== null && entry !== "");
  return Object.fromEntries(entries.map(([name, entry]) => [name, String(entry)]));
}

/** DeerFlow's classes mean backends of ours: the host itself, and containers, which are what is isolated. */
function backendName(use: string): string {
  const className = /^[\w.]+:(\w+)$/.exec(use)?.[1];
  if (className === "LocalSandboxProvider") return "local";
  return className === "AioSandboxProvider" ? "auto" : use;
}
