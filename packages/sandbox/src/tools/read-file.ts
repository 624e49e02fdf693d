import type { PlainTool, ToolOutput } from "@antler/plugin-api";
import { lineRange } from "../text/line-range.js";
import { decodeText } from "../text/text-encoding.js";
import { truncateOutput } from "../text/truncate-output.js";
import { sandboxFailure } from "./sandbox-failure.js";
import { argument, flag, optionalNumber, stringOf } from "./tool-arguments.js";
import { failure, inSandbox, type ToolContext } from "./tool-context.js";

export function readFileTool(context: ToolContext): PlainTool {
  const { readFileMaxBytes, readFileOutputMaxChars } = context.limits;
  return {
    name: "read_file",
    group: "file:read",
    description:
      "Reads a text file, whole or a range of lines. Use start_line and end_line for large files. Images and other binary files cannot be read.",
    parameters: {
      type: "object",
      required: ["path"],
      properties: {
        path: argument.path("The file"),
        start_line: argument.integer("First line, from 1. Default: the beginning."),
        end_line: argument.integer("Last line, included. Default: the end."),
        numbered: argument.flag("Put its number and a tab before each line."),
        description: argument.optionalText("Why you read it, in a few words."),
      },
    },
    run: (args, runtime) =>
      inSandbox(context, runtime, async ({ fs }): Promise<ToolOutput> => {
        const path = stringOf(args, "path");
        try {
          const { data, etag } = await fs.readFile(path, { maxBytes: readFileMaxBytes, signal: runtime.signal });
          const decoded = decodeText(data);
          if (decoded === undefined)
            return failure(
              `cannot read '${path}' as text: it is a binary file or in an unknown encoding. Use bash to inspect it.`,
            );
          context.marks.set(runtime.context, path, etag);
          if (decoded.text === "") return "(empty)";
          const range = lineRange(
            decoded.text,
            optionalNumber(args, "start_line"),
            optionalNumber(args, "end_line"),
            flag(args, "numbered"),
          );
          if ("problem" in range) return failure(range.problem);
          return truncateOutput("read_file", range.text, readFileOutputMaxChars);
        } catch (error) {
          return sandboxFailure(error, "read", path);
        }
      }),
  };
}
