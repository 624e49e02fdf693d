import { agentContextOf, type ProvidedTool, type ThreadState, type ToolOutput } from "@antler/plugin-api";
import { ToolMessage } from "@langchain/core/messages";
import { DynamicStructuredTool, type StructuredToolInterface } from "@langchain/core/tools";
import { Command } from "@langchain/langgraph";

/** What langgraph's tools node hands to a tool beside its arguments; langchain's types do not name all of it. */
interface NodeRuntime {
  readonly context?: unknown;
  readonly state?: unknown;
  readonly toolCallId?: string;
  readonly signal?: AbortSignal;
}

/** Makes a langchain tool of an offer; a langchain tool stays as it is. */
export function toLangchainTool({ offer }: ProvidedTool): StructuredToolInterface {
  if ("tool" in offer) return offer.tool;
  return new DynamicStructuredTool({
    name: offer.name,
    description: offer.description,
    schema: offer.parameters,
    func: async (args: Record<string, unknown>, _manager: unknown, config: unknown) => {
      const runtime = (config ?? {}) as NodeRuntime;
      const context = agentContextOf(runtime);
      const callId = runtime.toolCallId ?? "";
      const output = await offer.run(args, {
        context,
        state: (runtime.state ?? { messages: [] }) as ThreadState,
        callId,
        signal: runtime.signal ?? context.signal,
      });
      return toMessage(output, offer.name, callId);
    },
  });
}

function toMessage(output: ToolOutput, name: string, callId: string): ToolMessage | Command {
  const full = typeof output === "string" ? { text: output } : output;
  const message = new ToolMessage({
    content: full.text,
    name,
    tool_call_id: callId,
    status: full.status ?? "success",
    ...(full.artifact === undefined ? {} : { artifact: full.artifact }),
    additional_kwargs: { ...full.metadata },
  });
  return full.update === undefined ? message : new Command({ update: { ...full.update, messages: [message] } });
}
