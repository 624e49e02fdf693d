import type { PlainTool, ToolOutput } from "@antler/plugin-api";
import { isBelow } from "../paths/virtual-path.js";
import { sandboxFailure } from "./sandbox-failure.js";
import { argument, flag, INCLUDE_IGNORED, optionalNumber, optionalString, stringOf } from "./tool-arguments.js";
import { inSandbox, type ToolContext } from "./tool-context.js";

export function globTool(context: ToolContext): PlainTool {
  const max = context.limits.globMaxResults;
  return {
    name: "glob",
    group: "file:read",
    description: `Finds files by name: *.ts matches at any depth, src/**/*.ts below src. Up to ${max} paths. Dependencies, build output and logs are left out unless include_ignored is true.`,
    parameters: {
      type: "object",
      required: ["pattern"],
      properties: {
        pattern: argument.text("The pattern, relative to path."),
        path: argument.optionalText("The folder to look in. Default: the workspace."),
        include_dirs: argument.flag("Also find folders."),
        include_ignored: INCLUDE_IGNORED,
        max_results: argument.integer(`Paths to give at most. Default and maximum: ${max}.`),
        description: argument.optionalText("Why you look, in a few words."),
      },
    },
    run: (args, runtime) =>
      inSandbox(context, runtime, async ({ fs, cwd }): Promise<ToolOutput> => {
        const path = optionalString(args, "path") ?? cwd;
        const limit = Math.min(Math.max(1, optionalNumber(args, "max_results") ?? max), max);
        try {
          const found = await fs.glob(relativePattern(stringOf(args, "pattern"), path), {
            cwd: path,
            limit,
            includeDirs: flag(args, "include_dirs"),
            includeIgnored: flag(args, "include_ignored"),
            signal: runtime.signal,
          });
          return formatGlob(path, found.items, found.truncated);
        } catch (error) {
          return sandboxFailure(error, "search", path);
        }
      }),
  };
}

/** Models like to repeat the folder in front of the pattern. */
function relativePattern(pattern: string, path: string): string {
  return isBelow(pattern, path) ? pattern.slice(path.length + 1) : pattern;
}

function formatGlob(path: string, items: readonly string[], truncated: boolean): string {
  if (items.length === 0) return `No files matched under ${path}`;
  const head = `Found ${items.length} paths under ${path}${truncated ? ` (showing first ${items.length})` : ""}`;
  const lines = items.map((item, index) => `${index + 1}. ${item}`);
  return [head, ...lines, ...(truncated ? ["Results truncated. Use a narrower pattern or path."] : [])].join("\n");
}
