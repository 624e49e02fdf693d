import type { PlainTool, ToolOutput } from "@antler/plugin-api";
import { truncateOutput } from "../text/truncate-output.js";
import { sandboxFailure } from "./sandbox-failure.js";
import { argument, flag, INCLUDE_IGNORED, stringOf } from "./tool-arguments.js";
import { inSandbox, type ToolContext } from "./tool-context.js";

/** Entries that are looked at; the text limit usually ends a listing earlier. */
const MAX_ENTRIES = 2000;

export function lsTool(context: ToolContext): PlainTool {
  return {
    name: "ls",
    group: "file:read",
    description:
      "Lists a folder, two levels deep; folders end with a slash. Version control, dependencies, build output and logs are left out unless include_ignored is true.",
    parameters: {
      type: "object",
      required: ["path"],
      properties: {
        path: argument.path("The folder"),
        include_ignored: INCLUDE_IGNORED,
        description: argument.optionalText("Why you look, in a few words."),
      },
    },
    run: (args, runtime) =>
      inSandbox(context, runtime, async ({ fs }): Promise<ToolOutput> => {
        const path = stringOf(args, "path");
        try {
          const { items, truncated } = await fs.list(path, {
            depth: 2,
            limit: MAX_ENTRIES,
            includeIgnored: flag(args, "include_ignored"),
            signal: runtime.signal,
          });
          if (items.length === 0) return "(empty)";
          const lines = items.map((item) => (item.type === "dir" ? `${item.path}/` : item.path));
          if (truncated) lines.push(`... [more than ${MAX_ENTRIES} entries; use a more specific path or glob] ...`);
          return truncateOutput("ls", lines.join("\n"), context.limits.lsOutputMaxChars);
        } catch (error) {
          return sandboxFailure(error, "list", path);
        }
      }),
  };
}
