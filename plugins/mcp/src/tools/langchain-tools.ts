import { errorText } from "@antler/plugin-api";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { McpServer } from "../server/mcp-server.js";
import { readableResult } from "./readable-result.js";
import type { ToolDefinition } from "./tool-definition.js";

const NEVER = new AbortController().signal;

/**
 * The definitions as langchain tools. They go to whatever connection the server has when they are called, so they stay
 * valid after it was started again. Loads langchain.
 */
export async function langchainTools(
  server: McpServer,
  definitions: readonly ToolDefinition[],
): Promise<readonly StructuredToolInterface[]> {
  const { loadMcpTools } = await import("@langchain/mcp-adapters");
  const remoteNames = new Map(definitions.map(({ name, remoteName }) => [name, remoteName]));
  const { name, images } = server.config;
  const client = {
    listTools: async () => ({
      tools: definitions.map((one) => ({ name: one.name, description: one.description, inputSchema: one.schema })),
    }),
    callTool: async (
      call: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> },
      _schema?: unknown,
      options?: { readonly signal?: AbortSignal },
    ) => {
      const remoteName = remoteNames.get(call.name) ?? call.name;
      const signal = options?.signal ?? NEVER;
      try {
        const result = readableResult(await server.call(remoteName, call.arguments ?? {}, signal), images);
        if (result.isError === true) throw new Error(textOf(result));
        return result;
      } catch (error) {
        if (signal.aborted) throw error;
        throw toolException(error);
      }
    },
    readResource: ({ uri }: { readonly uri: string }) => server.readResource(uri),
  };
  // The adapter asks for the SDK's client class; these three methods are all it uses of it.
  const tools = await loadMcpTools(name, client as unknown as Parameters<typeof loadMcpTools>[1], {
    outputHandling: {
      text: "content",
      image: images === "inline" ? "content" : "artifact",
      audio: "artifact",
      resource: "artifact",
      resource_link: "artifact",
    },
  });
  // The adapter leaves out alternatives below the top, and with them the type of every optional value.
  const schemas = new Map(definitions.map((one) => [one.name, one.schema]));
  for (const tool of tools) tool.schema = schemas.get(tool.name) ?? tool.schema;
  return tools;
}

function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

/** The adapter knows its own errors by their name, and puts nothing around their message. */
function toolException(cause: unknown): Error {
  return Object.assign(new Error(errorText(cause), { cause }), { name: "ToolException" });
}
