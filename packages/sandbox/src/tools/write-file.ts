import { isSandboxError, type PlainTool, type ToolOutput } from "@antler/plugin-api";
import { sandboxFailure } from "./sandbox-failure.js";
import { argument, flag, optionalString, stringOf } from "./tool-arguments.js";
import { failure, inSandbox, type ToolContext } from "./tool-context.js";

export function writeFileTool(context: ToolContext): PlainTool {
  const max = context.limits.writeFileMaxBytes;
  return {
    name: "write_file",
    group: "file:write",
    description: `Writes a text file; folders are made as needed. An existing file is replaced, unless append is true. Up to ${max} bytes at once.`,
    parameters: {
      type: "object",
      required: ["path", "content"],
      properties: {
        path: argument.path("The file"),
        content: argument.text("The whole text, exactly as it is to stand in the file."),
        append: argument.flag("Add to the end instead of replacing."),
        mode: {
          enum: ["create", "overwrite", "append", null],
          description: "create: fail if the file exists. Default: overwrite.",
        },
        description: argument.optionalText("Why you write it, in a few words."),
      },
    },
    run: (args, runtime) =>
      inSandbox(context, runtime, async ({ fs }): Promise<ToolOutput> => {
        const path = stringOf(args, "path");
        const data = Buffer.from(stringOf(args, "content"), "utf8");
        if (data.length > max)
          return failure(
            `The content is ${data.length} bytes and one write takes ${max}-byte pieces at most. Nothing was written. Write the first part, then the others with append: true.`,
          );
        const mode = flag(args, "append") ? "append" : modeOf(optionalString(args, "mode"));
        const seen = mode === "overwrite" ? context.marks.get(runtime.context, path) : undefined;
        try {
          const { etag } = await fs.writeFile(path, data, {
            mode,
            signal: runtime.signal,
            ...(seen === undefined ? {} : { ifMatch: seen }),
          });
          if (mode === "append") context.marks.forget(runtime.context, path);
          else context.marks.set(runtime.context, path, etag);
          return "OK";
        } catch (error) {
          if (isSandboxError(error, "conflict") && seen !== undefined) {
            context.marks.forget(runtime.context, path);
            return failure(
              `${path} has changed since you read it, so it was not overwritten. Read it again, then write.`,
            );
          }
          if (isSandboxError(error, "exists"))
            return failure(`File exists already: ${path}. Use mode overwrite to replace it.`);
          return sandboxFailure(error, "write", path);
        }
      }),
  };
}

function modeOf(mode: string | undefined): "create" | "overwrite" | "append" {
  return mode === "create" || mode === "append" ? mode : "overwrite";
}
