import type { Json } from "@antler/plugin-api";

/** What the model passes. Limits are no arguments: only the operator sets them. */
export interface TaskArguments {
  readonly description: string;
  readonly prompt: string;
  readonly subagent_type: string;
}

export const TASK_PARAMETERS: { readonly [key: string]: Json } = {
  type: "object",
  additionalProperties: false,
  required: ["description", "prompt", "subagent_type"],
  properties: {
    description: { type: "string", description: "What the task is, in three to five words, for the user." },
    prompt: {
      type: "string",
      description:
        "The whole task. The subagent knows nothing of this conversation: name files and facts, what to do, and what to report.",
    },
    subagent_type: { type: "string", description: "One of the subagent types listed above." },
  },
};

/** The arguments, or a sentence that says which one is wrong and what to do. */
export function readTaskArguments(args: Readonly<Record<string, unknown>>): TaskArguments | string {
  for (const key of ["description", "prompt", "subagent_type"] as const) {
    const value = args[key];
    if (typeof value !== "string") return `The argument "${key}" must be a string. Call task again with it.`;
    if (key !== "description" && value.trim() === "")
      return `The argument "${key}" is empty. Call task again with it filled in.`;
  }
  const { description, prompt, subagent_type } = args as unknown as TaskArguments;
  return { description: description.trim() === "" ? subagent_type : description.trim(), prompt, subagent_type };
}
