import type { PlainTool, ToolProvider } from "@antler/plugin-api";
import type { ThreadSandboxService } from "../service/sandbox-service.js";
import { bashTool } from "./bash.js";
import { globTool } from "./glob.js";
import { grepTool } from "./grep.js";
import { lsTool } from "./ls.js";
import { readFileTool } from "./read-file.js";
import { strReplaceTool } from "./str-replace.js";
import type { ToolContext } from "./tool-context.js";
import { writeFileTool } from "./write-file.js";

export function fileTools(context: ToolContext): readonly PlainTool[] {
  return [lsTool, readFileTool, globTool, grepTool, writeFileTool, strReplaceTool].map((tool) => tool(context));
}

/** File tools and `bash`. Where no commands can run, `shellBoundary` takes `bash` away and says why. */
export function sandboxTools(context: ToolContext, service: ThreadSandboxService): ToolProvider {
  return {
    name: "sandbox",
    list: async () => {
      await service.choose();
      return [...fileTools(context), bashTool(context)];
    },
  };
}
