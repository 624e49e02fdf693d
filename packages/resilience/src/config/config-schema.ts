/** JSON Schema of the `resilience` section of config.yaml. */
export const CONFIG_SCHEMA: object = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  description: "What keeps a run alive through faults of models, providers and tools. Each part can be switched off.",
  default: {},
  additionalProperties: false,
  properties: {
    tool_call_gate: part(
      "Answers faulty calls with what is wrong, asks empty answers again, makes errors of thrown exceptions.",
      {
        max_corrections: count("Answers in a row whose calls are all faulty, before the agent fails.", 3),
        max_empty_answers: count("How often an empty answer is asked again, before the agent fails.", 2),
        tool_timeout_seconds: count("How long one tool call may take. 0: no limit.", 1800),
        untimed_tools: names("Tools that `tool_timeout_seconds` leaves alone, because they bound themselves.", [
          "task",
        ]),
      },
    ),
    history_repair: part(
      "Sends every request with a history that providers accept; the stored thread is not changed.",
      {
        strict_roles: {
          type: "boolean",
          default: false,
          description: "Also make user and assistant messages alternate, as some providers and chat templates want it.",
        },
      },
    ),
    model_errors: part("Repeats failed model calls, ends stalled ones, asks fallback models.", {
      max_attempts: count("How often a call is made in all, per model.", 3, 1),
      base_delay_ms: count("Wait after the first failure, in milliseconds; doubled after each further one.", 1000),
      max_delay_ms: count("Longest such wait, in milliseconds.", 8000),
      max_retry_after_seconds: count("Longest wait that a provider's Retry-After gets.", 60),
      max_total_seconds: count("No new attempt starts later than this after the first.", 900),
      stall_timeout_seconds: count("Longest silence between two chunks of a stream. 0: no limit.", 120),
      first_chunk_timeout_seconds: count(
        "Longest silence before the first chunk, or before an answer in one piece. 0: no limit.",
        600,
      ),
      require_finish_reason: {
        type: "boolean",
        default: true,
        description:
          "Whether a stream of an OpenAI-compatible endpoint that ends without a finish reason counts as incomplete.",
      },
      fallback_models: names("Entries of `models` to ask in turn when a model has failed for good.", []),
    }),
    loop_detection: part("Warns the model of repeated calls, then ends the agent with one last answer.", {
      warn_threshold: count("The same calls this often within the window: the model is warned.", 3, 1),
      hard_limit: count(
        "The same calls this often within the window: the agent concludes. Three times as often when their results change.",
        5,
        1,
      ),
      window_size: count("How many turns back repetitions are looked for.", 20, 1),
      tool_freq_warn: count("Calls of one tool in a run, whatever the arguments: the model is warned.", 100, 1),
      tool_freq_hard_limit: count("Calls of one tool in a run, whatever the arguments: the agent concludes.", 200, 1),
      tool_freq_overrides: {
        type: ["object", "null"],
        default: {},
        description: "Other frequencies for single tools, by name.",
        additionalProperties: {
          type: "object",
          description: "The frequencies of one tool.",
          additionalProperties: false,
          properties: {
            warn: count("As `tool_freq_warn`, for this tool.", 100, 1),
            hard_limit: count("As `tool_freq_hard_limit`, for this tool.", 200, 1),
          },
        },
      },
    }),
    tool_output: part("Moves long tool results to files in the sandbox and leaves a preview that names the file.", {
      max_chars: count("A longer result is moved to a file. Characters.", 12_000, 1000),
      preview_chars: count("What of it stays in the message. Characters.", 3000, 100),
      fallback_max_chars: count("A longer result is cut where no file can be written. Characters.", 30_000, 1000),
      turn_max_chars: count(
        "What all results of one model turn may have together; parallel calls get equal shares. Characters.",
        60_000,
        2000,
      ),
      storage_dir: {
        type: "string",
        default: "/mnt/user-data/outputs/.tool-results",
        pattern: "^/mnt/user-data/",
        description: "Folder in the sandbox for the files.",
      },
      exempt_tools: names("Tools that page through text themselves; they are only held to the share of the turn.", [
        "read_file",
      ]),
    }),
    summarization: part("Condenses older messages before the model's window is full.", {
      window_tokens: {
        type: ["integer", "null"],
        minimum: 1000,
        default: null,
        description: "Input tokens the model takes. null: what the model says of itself, else 128000.",
      },
      warn_percent: percent("Per cent of the window at which a warning is shown.", 70),
      trigger_percent: percent("Per cent of the window at which older messages are condensed.", 80),
      keep_percent: percent("Per cent of the window that the newest messages keep.", 30),
      model: {
        type: ["string", "null"],
        default: null,
        description: "Entry of `models` that writes the summary. null: the agent's own model.",
      },
    }),
    framing: part("Takes the force out of Antler's own tags and of chat template tokens in tool results.", {
      tags: names("Tags that text from outside must not open or close.", [
        "skill",
        "available-deferred-tools",
        "available_skills",
        "available_subagents",
        "conversation_summary",
        "system",
        "system-reminder",
        "system_prompt",
        "uploaded_files",
        "memory",
      ]),
    }),
  },
};

function part(description: string, properties: object): object {
  const enabled = { type: "boolean", default: true, description: "Whether this part is on." };
  return {
    type: ["object", "null"],
    default: {},
    description,
    additionalProperties: false,
    properties: { enabled, ...properties },
  };
}
function count(description: string, value: number, minimum = 0): object {
  return { type: "integer", minimum, default: value, description };
}
function percent(description: string, value: number): object {
  return { type: "integer", minimum: 1, maximum: 100, default: value, description };
}
function names(description: string, value: readonly string[]): object {
  return { type: ["array", "null"], items: { type: "string" }, default: value, description };
}
