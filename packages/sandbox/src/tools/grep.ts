import type { GrepMatch, PlainTool, ToolOutput } from "@antler/plugin-api";
import { sandboxFailure } from "./sandbox-failure.js";
import { argument, flag, INCLUDE_IGNORED, optionalNumber, optionalString, stringOf } from "./tool-arguments.js";
import { failure, inSandbox, type ToolContext } from "./tool-context.js";

/** Characters of one line that are shown. */
const MAX_LINE = 300;

export function grepTool(context: ToolContext): PlainTool {
  const max = context.limits.grepMaxResults;
  return {
    name: "grep",
    group: "file:read",
    description: `Finds lines in files, by a regular expression or literally. Case is ignored unless case_sensitive is true. Up to ${max} lines. Binary files, files above 10 MiB, dependencies, build output and logs are left out.`,
    parameters: {
      type: "object",
      required: ["pattern"],
      properties: {
        pattern: argument.text("The regular expression (ripgrep's syntax), or the text itself with literal."),
        path: argument.optionalText("The folder or file to search. Default: the workspace."),
        glob: argument.optionalText("Only files that match, e.g. *.ts."),
        literal: argument.flag("Take the pattern as plain text."),
        case_sensitive: argument.flag("Distinguish upper and lower case."),
        include_ignored: INCLUDE_IGNORED,
        max_results: argument.integer(`Lines to give at most. Default and maximum: ${max}.`),
        description: argument.optionalText("Why you search, in a few words."),
      },
    },
    run: (args, runtime) =>
      inSandbox(context, runtime, async ({ fs, cwd }): Promise<ToolOutput> => {
        const path = optionalString(args, "path") ?? cwd;
        const pattern = stringOf(args, "pattern");
        if (pattern === "") return failure("The pattern is empty. Give the text or regular expression to find.");
        const glob = optionalString(args, "glob");
        try {
          const found = await fs.grep(
            {
              pattern,
              path,
              literal: flag(args, "literal"),
              ignoreCase: !flag(args, "case_sensitive"),
              includeIgnored: flag(args, "include_ignored"),
              limit: Math.min(Math.max(1, optionalNumber(args, "max_results") ?? max), max),
              ...(glob === undefined ? {} : { glob }),
            },
            { signal: runtime.signal },
          );
          return formatGrep(path, found.items, found.truncated);
        } catch (error) {
          return sandboxFailure(error, "search", path);
        }
      }),
  };
}

function formatGrep(path: string, items: readonly GrepMatch[], truncated: boolean): string {
  if (items.length === 0) return `No matches found under ${path}`;
  const head = `Found ${items.length} matches under ${path}${truncated ? ` (showing first ${items.length})` : ""}`;
  const lines = items.map(({ path: file, line, text }) => `${file}:${line}: ${shortLine(text)}`);
  return [head, ...lines, ...(truncated ? ["Results truncated. Use a narrower pattern, path or glob."] : [])].join(
    "\n",
  );
}

function shortLine(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_LINE ? text : `${characters.slice(0, MAX_LINE - 3).join("")}...`;
}
