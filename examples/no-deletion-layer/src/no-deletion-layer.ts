import type { ToolFilter } from "@antler/plugin-api";

/** Takes a tool from every subagent when its description has one of the words, in any case and at the start of a word. */
export function noDeletionLayer(words: readonly string[]): ToolFilter {
  return {
    name: "no-deletion",
    after: ["parent-boundary"],
    before: ["type-boundary"],
    judge(tool, { blueprint }) {
      if (blueprint.role === "lead") return { allow: true };
      const description = tool.description.toLowerCase().split(/\W+/);
      const found = words.find((word) => description.some((one) => one.startsWith(word.toLowerCase())));
      if (found === undefined) return { allow: true };
      return {
        allow: false,
        code: "ANTLER_NO_DELETION",
        reason: `its description says "${found}", and subagents delete nothing here`,
      };
    },
  };
}
