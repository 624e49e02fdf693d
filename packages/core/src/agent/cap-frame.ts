import { type AgentBlueprint, type Middleware, NOT_FROM_USER_MARK, type StopReason } from "@antler/plugin-api";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import type { CountingControl } from "./agent-control.js";

/** What a cap is called in front of the model. */
const BUDGETS: ReadonlyMap<StopReason, string> = new Map<StopReason, string>([
  ["turn_capped", "turn budget is"],
  ["token_capped", "token budget is"],
  ["loop_capped", "allowance of repeated calls is"],
]);

/**
 * Ends an agent in order: counts turns, and at a cap lets one last model call conclude without tools, or ends at once.
 * It is the outermost middleware, so a turn is one pass of the loop however often an inner middleware retries.
 */
export function capFrame(
  blueprint: Pick<AgentBlueprint, "maxTurns" | "finalTurn">,
  control: CountingControl,
  signal: AbortSignal,
): Middleware {
  return {
    name: "antler:cap-frame",
    beforeModel: {
      canJumpTo: ["end"],
      hook: () => {
        if (blueprint.maxTurns !== null && control.turns >= blueprint.maxTurns) control.conclude("turn_capped");
        return control.concluding && !blueprint.finalTurn ? { jumpTo: "end" as const } : undefined;
      },
    },
    wrapModelCall: async (request, handler) => {
      if (!control.concluding) {
        control.countTurn();
        return handler(request);
      }
      try {
        const answer = await handler({
          ...request,
          tools: [],
          messages: [...request.messages, concludingRequest(control.stopReason)],
        });
        return AIMessage.isInstance(answer) ? withoutCalls(answer) : answer;
      } catch (thrown) {
        if (signal.aborted) throw thrown;
        return new AIMessage(""); // the work so far is what there is; its last text becomes the result
      }
    },
  };
}

function concludingRequest(reason: StopReason | undefined): HumanMessage {
  const budget = BUDGETS.get(reason ?? "") ?? "budget is";
  return new HumanMessage({
    content: `Your ${budget} used up and you can call no more tools. Answer now, from what you have found so far; say what is still open.`,
    additional_kwargs: { [NOT_FROM_USER_MARK]: true },
  });
}

function withoutCalls(message: AIMessage): AIMessage {
  if ((message.tool_calls?.length ?? 0) === 0) return message;
  const content = Array.isArray(message.content)
    ? message.content.filter((block) => block.type !== "tool_use" && block.type !== "tool_call")
    : message.content;
  return new AIMessage({
    content,
    response_metadata: message.response_metadata,
    ...(message.id === undefined ? {} : { id: message.id }),
    ...(message.usage_metadata === undefined ? {} : { usage_metadata: message.usage_metadata }),
  });
}
