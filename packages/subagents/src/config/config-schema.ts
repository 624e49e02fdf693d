/** JSON Schema of the `subagents` section of config.yaml. */
export const SUBAGENTS_CONFIG_SCHEMA: object = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "subagents",
  description: "Subagent types, their limits, and how tasks are admitted and executed.",
  type: ["object", "null"],
  additionalProperties: false,
  properties: {
    timeout_seconds: {
      type: ["integer", "null"],
      minimum: 1,
      default: 1800,
      description: "Seconds that a task of a built-in type may execute. Types of your own have their own value.",
    },
    max_turns: {
      type: ["integer", "null"],
      minimum: 1,
      default: null,
      description: "Model calls of a built-in type, at most. Blank: each built-in type's own value.",
    },
    max_concurrent: {
      type: ["integer", "null"],
      default: 3,
      description: "How many tasks one message of the lead may start; the surplus is dropped. Clamped to 1..4.",
    },
    max_total_per_run: {
      type: ["integer", "null"],
      minimum: 1,
      maximum: 50,
      default: null,
      description: "How many tasks one run may start altogether. Blank: no limit.",
    },
    max_running: {
      type: ["integer", "null"],
      minimum: 1,
      default: 3,
      description: "How many tasks execute at the same time in this process, over all runs. The others wait in order.",
    },
    grace_seconds: {
      type: ["integer", "null"],
      minimum: 0,
      default: 2,
      description:
        "Seconds that a task may take to unwind after it was cancelled or has timed out, and that a stopping platform waits for its tasks.",
    },
    final_turn: {
      type: ["boolean", "null"],
      default: true,
      description: "Whether a subagent that reaches a limit gets one last model call, without tools, to conclude.",
    },
    token_budget: tokenBudget("Tokens that one task may spend, for every type without a budget of its own."),
    agents: {
      type: ["object", "null"],
      default: {},
      description: "Overrides of existing types, by name.",
      additionalProperties: {
        type: ["object", "null"],
        additionalProperties: false,
        "x-unknown-hint": {
          system_prompt:
            "The prompt of a type cannot be overridden. Define a type of your own under `subagents.custom_agents` instead.",
        },
        properties: {
          timeout_seconds: {
            type: ["integer", "null"],
            minimum: 1,
            description: "Seconds that a task of this type may execute.",
          },
          max_turns: { type: ["integer", "null"], minimum: 1, description: "Model calls of this type, at most." },
          model: model("The name of an entry of `models`, or `inherit`: the lead's."),
          skills: names("Skills of this type. Blank: the type's own list. `[]`: none."),
          token_budget: tokenBudget("Tokens that one task of this type may spend."),
        },
      },
    },
    custom_agents: {
      type: ["object", "null"],
      default: {},
      description: "Types of your own, by name: letters, digits, `-` and `_`, at most 64.",
      propertyNames: {
        pattern: "^[A-Za-z0-9_-]{1,64}$",
        description: "Use letters, digits, - and _, at most 64 of them.",
      },
      additionalProperties: {
        type: "object",
        additionalProperties: false,
        required: ["description", "system_prompt"],
        properties: {
          description: {
            type: "string",
            minLength: 1,
            description: "When to use this type, and when not to. The lead's model chooses by it.",
          },
          system_prompt: { type: "string", minLength: 1, description: "What the subagent is told before its task." },
          tools: names("Names or `*` patterns of the tools it may use. Blank: all that the lead's tool groups allow."),
          disallowed_tools: names(
            "Names or `*` patterns of tools it may not use; wins over `tools`. `null`: nothing is denied by name.",
            ["task", "ask_clarification", "present_files"],
          ),
          skills: names("Its skills. Blank: every enabled skill. `[]`: none."),
          model: { ...model("The name of an entry of `models`, or `inherit`: the lead's."), default: "inherit" },
          max_turns: { type: ["integer", "null"], minimum: 1, default: 50, description: "Model calls, at most." },
          timeout_seconds: {
            type: ["integer", "null"],
            minimum: 1,
            default: 900,
            description: "Seconds that a task may execute.",
          },
          token_budget: tokenBudget("Tokens that one task of this type may spend."),
        },
      },
    },
  },
};

function names(description: string, byDefault: readonly string[] | null = null): object {
  return { type: ["array", "null"], items: { type: "string", minLength: 1 }, default: byDefault, description };
}

function model(description: string): object {
  return { type: ["string", "null"], minLength: 1, description };
}

function tokenBudget(description: string): object {
  return {
    type: ["object", "null"],
    additionalProperties: false,
    description,
    properties: {
      max_tokens: {
        type: ["integer", "null"],
        minimum: 1,
        description: "Input plus output tokens; at that number the subagent concludes. Blank: no limit.",
      },
    },
  };
}
