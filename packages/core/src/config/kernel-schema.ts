import type { Schema } from "./normalize.js";

const NAME = { type: "string", minLength: 1 };

/** JSON Schema of the keys of config.yaml that belong to the kernel. Plugins add their sections beside them. */
export const KERNEL_PROPERTIES: Readonly<Record<string, Schema & Record<string, unknown>>> = {
  config_version: {
    type: "integer",
    default: 1,
    description: "Version of the config that the file was written for; an older one than the latest is warned of.",
  },
  models: {
    type: "array",
    description: "Models by name. The first is the lead's default.",
    items: {
      type: "object",
      required: ["name", "use"],
      properties: {
        name: { ...NAME, description: "How the rest of the config names this model." },
        use: { ...NAME, description: "Name of a model provider, for example openai or scripted." },
      },
      additionalProperties: true,
    },
  },
  plugins: {
    type: "array",
    description: "Plugins beside the default ones, in order; or a default one, to switch it off.",
    items: {
      type: "object",
      required: ["use"],
      properties: {
        use: {
          ...NAME,
          description: "A package name, or a path relative to this file (.ts, .js, or a folder with package.json).",
        },
        enabled: { type: "boolean", default: true, description: "false: not loaded." },
        config: { type: "object", additionalProperties: true, description: "Checked against the plugin's own schema." },
      },
      additionalProperties: false,
    },
  },
  lead: {
    type: "object",
    description: "The lead agent.",
    properties: {
      system_prompt: { type: "string", minLength: 1, description: "Replaces the built-in system prompt of the lead." },
      model: { ...NAME, description: "Name of a `models` entry. Default: the first." },
      max_turns: {
        type: ["integer", "null"],
        minimum: 1,
        default: 200,
        description: "Model calls of one run at most; null: no limit.",
      },
      max_tokens: {
        type: ["integer", "null"],
        minimum: 1,
        default: null,
        description: "Tokens of one run of the lead at most; null: no limit.",
      },
      tools: { type: "array", items: NAME, description: "Tools of the lead by name or `*` pattern. Absent: all." },
      disallowed_tools: {
        type: "array",
        items: NAME,
        default: [],
        description: "Taken away from the lead; wins over `tools`.",
      },
    },
    additionalProperties: false,
  },
  tool_groups: {
    type: "array",
    description: "Tool groups that the lead, and so everything below it, may use. Absent: all.",
    items: {
      anyOf: [NAME, { type: "object", required: ["name"], properties: { name: NAME }, additionalProperties: true }],
    },
  },
  data_dir: {
    type: "string",
    minLength: 1,
    default: "./.antler",
    description: "Where threads and state are kept, relative to this file.",
  },
  use: {
    type: "object",
    description:
      "For extension points of which one contribution is in force: its name, for example `task-executor: in-process`.",
    additionalProperties: { type: "string" },
    default: {},
  },
};
