import { isSandboxError, type PlainTool, type SandboxFs, type ToolOutput, type ToolRuntime } from "@antler/plugin-api";
import { replaceText } from "../text/replace-text.js";
import { decodeText, encodeText } from "../text/text-encoding.js";
import { sandboxFailure } from "./sandbox-failure.js";
import { argument, flag, stringOf } from "./tool-arguments.js";
import { failure, inSandbox, type ToolContext } from "./tool-context.js";

/** How often an edit is repeated on what another agent has just written. */
const ATTEMPTS = 100;

export function strReplaceTool(context: ToolContext): PlainTool {
  return {
    name: "str_replace",
    group: "file:write",
    description:
      "Replaces a piece of text in a file. old_str must stand in the file exactly once, line ends and blanks included; set replace_all to replace every place.",
    parameters: {
      type: "object",
      required: ["path", "old_str", "new_str"],
      properties: {
        path: argument.path("The file"),
        old_str: argument.text("The text to replace, literally."),
        new_str: argument.text("The text to put there, literally."),
        replace_all: argument.flag("Replace every place instead of exactly one."),
        description: argument.optionalText("Why you change it, in a few words."),
      },
    },
    run: (args, runtime) =>
      inSandbox(context, runtime, async ({ fs, ref }) => {
        const edit = {
          path: stringOf(args, "path"),
          from: stringOf(args, "old_str"),
          to: stringOf(args, "new_str"),
          all: flag(args, "replace_all"),
        };
        try {
          return await context.marks.edits.hold(`${ref.id}:${edit.path}`, () => applyEdit(fs, edit, context, runtime));
        } catch (error) {
          return sandboxFailure(error, "write", edit.path);
        }
      }),
  };
}

interface Edit {
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly all: boolean;
}

async function applyEdit(fs: SandboxFs, edit: Edit, context: ToolContext, runtime: ToolRuntime): Promise<ToolOutput> {
  for (let attempt = 1; ; attempt++) {
    const { data, etag } = await fs.readFile(edit.path, {
      maxBytes: context.limits.readFileMaxBytes,
      signal: runtime.signal,
    });
    const decoded = decodeText(data);
    if (decoded === undefined)
      return failure(`cannot edit '${edit.path}': it is a binary file or in an unknown encoding.`);
    const result = replaceText(decoded.text, edit.from, edit.to, edit.all);
    if (!result.done) return failure(problem(result.problem, result.count, edit.path));
    if (result.count === 0) return "OK";
    try {
      const written = await fs.writeFile(edit.path, encodeText(result.text, decoded.encoding), {
        ifMatch: etag,
        signal: runtime.signal,
      });
      // Only an agent that knew the file as it was knows it as it is now.
      if (context.marks.get(runtime.context, edit.path) === etag)
        context.marks.set(runtime.context, edit.path, written.etag);
      return "OK";
    } catch (error) {
      if (!isSandboxError(error, "conflict") || attempt === ATTEMPTS) throw error;
    }
  }
}

function problem(kind: "not_found" | "ambiguous", count: number, path: string): string {
  if (kind === "not_found") return `String to replace not found in file: ${path}`;
  return `old_str stands ${count} times in ${path}. Nothing was changed. Add text around it so that it is unique, or set replace_all.`;
}
