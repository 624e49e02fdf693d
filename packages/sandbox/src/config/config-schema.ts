const bytes = (description: string): object => ({ type: ["integer", "null"], minimum: 1, description });
const chars = (fallback: number, what: string): object => ({
  type: ["integer", "null"],
  minimum: 0,
  default: fallback,
  description: `Characters of ${what} that the model gets, at most. 0 is no limit.`,
});
const count = (fallback: number, description: string): object => ({
  type: ["integer", "null"],
  minimum: 1,
  default: fallback,
  description,
});

/** JSON Schema of the section `sandbox`. */
export const SANDBOX_CONFIG_SCHEMA: object = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: ["object", "null"],
  description: "Where the tools of agents run.",
  additionalProperties: false,
  properties: {
    use: {
      type: ["string", "null"],
      default: "auto",
      description:
        "Name of the backend. `auto`: bubblewrap where it works, else virtual. `local` gives no boundary and is never chosen by itself. DeerFlow's `…:LocalSandboxProvider` is read as `local`, `…:AioSandboxProvider` as `auto`.",
    },
    require: {
      type: ["object", "null"],
      description: "What the backend must give; the platform refuses to start rather than to fall back.",
      additionalProperties: false,
      properties: {
        isolation: {
          enum: ["interpreter", "namespace", "container", "vm", null],
          description: "The weakest isolation that is accepted.",
        },
        network: {
          enum: ["none", "host", null],
          description:
            "The network that commands must have, enforced by the backend: `none` refuses to start with `network: host`.",
        },
      },
    },
    allow_host_bash: {
      type: ["boolean", "null"],
      default: false,
      description: "With `use: local`: run commands on this machine without any boundary.",
    },
    network: {
      enum: ["none", "host", null],
      default: "none",
      description:
        "The network of commands. `none` where the backend can enforce it; `host` needs a backend that has it.",
    },
    uploads_writable: {
      type: ["boolean", "null"],
      default: false,
      description: "Let agents change what the user uploaded, under /mnt/user-data/uploads.",
    },
    mounts: {
      type: ["array", "null"],
      description: "Further host folders that agents see.",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["host_path", "container_path"],
        properties: {
          host_path: { type: "string", description: "Absolute path on this machine." },
          container_path: {
            type: "string",
            description: "Absolute path that agents see, not below /mnt/user-data or /mnt/skills.",
          },
          read_only: { type: ["boolean", "null"], default: true, description: "Whether agents can only read it." },
        },
      },
    },
    env: {
      type: ["object", "null"],
      additionalProperties: { type: ["string", "number", "boolean"] },
      description: "Environment variables of every command. Not for secrets.",
    },
    env_allow: {
      type: ["array", "null"],
      items: { type: "string" },
      description:
        "Names of host variables that commands on the local backend see too. Names that look like secrets are refused.",
    },
    secrets: {
      type: ["object", "null"],
      additionalProperties: { type: ["string", "null"] },
      description:
        "Secret values by name, written as `$NAME`. A command gets only those it asks for by name, and every one is masked in its output.",
    },
    limits: {
      type: ["object", "null"],
      additionalProperties: false,
      description: "What one command may use. `antler doctor` says which of these the backend enforces.",
      properties: {
        memory_bytes: bytes("Memory. Default 2 GiB a process."),
        pids: bytes("Processes and threads. Default 256."),
        file_bytes: bytes("Size of one file. Default 100 MiB."),
        open_files: bytes("Open files of a process. Default 1024."),
        tmp_bytes: bytes("Size of /tmp. Default 100 MiB."),
      },
    },
    bash_timeout_seconds: count(120, "A command without a timeout of its own is ended after this time."),
    bash_max_timeout_seconds: count(1800, "The longest timeout that a command can ask for."),
    bash_output_max_chars: chars(20000, "a command's output"),
    bash_spill_max_bytes: count(10485760, "Longer output is also kept as a file; this is the most of it that is kept."),
    read_file_output_max_chars: chars(50000, "a file"),
    ls_output_max_chars: chars(20000, "a listing"),
    read_file_max_bytes: count(10485760, "Larger files are not read by read_file; `grep` and `bash` can."),
    write_file_max_bytes: count(
      81920,
      "Bytes of one write_file call. Longer files are written in parts with `append`.",
    ),
    glob_max_results: count(200, "Paths that glob gives."),
    grep_max_results: count(100, "Lines that grep gives."),
    idle_seconds: count(900, "A sandbox that nobody used for this time is stopped; the next use opens it again."),
  },
};
