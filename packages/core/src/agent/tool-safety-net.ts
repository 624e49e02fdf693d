import { errorText, type Middleware } from "@antler/plugin-api";
import { ToolMessage } from "@langchain/core/messages";
import { isGraphBubbleUp } from "@langchain/langgraph";

/**
 * The outermost tool wrapper: what is thrown inside becomes an error ToolMessage, because with any wrapper in place
 * langchain lets a throwing tool end the run. Control-flow signals of the graph pass, and so does an abort.
 */
export function toolSafetyNet(signal: AbortSignal): Middleware {
  return {
    name: "antler:tool-safety-net",
    wrapToolCall: async (request, handler) => {
      try {
        return await handler(request);
      } catch (thrown) {
        if (isGraphBubbleUp(thrown) || signal.aborted) throw thrown;
        const { name, id } = request.toolCall;
        return new ToolMessage({
          content: `Tool "${name}" failed: ${errorText(thrown)}. Correct the call, or go on without it.`,
          name,
          tool_call_id: id ?? "",
          status: "error",
        });
      }
    },
  };
}
