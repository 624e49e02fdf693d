import type { AgentContext, Middleware, SandboxService, ThreadState } from "@antler/plugin-api";
import { AIMessage, type BaseMessage, isBaseMessage, ToolMessage } from "@langchain/core/messages";
import { Command, isCommand } from "@langchain/langgraph";
import { withContent } from "../messages/with-content.js";
import { fitOutput, type StoreText } from "./fit-output.js";
import type { OutputSettings } from "./output-settings.js";
import { cutOutput } from "./preview-output.js";

/**
 * Keeps tool results within the budget: a long one goes to a file in the thread's sandbox and the message names it, so that the
 * model can read on there. Results that were stored before the limit are cut in the request only.
 */
export function outputBudgetMiddleware(
  settings: OutputSettings,
  context: AgentContext,
  sandbox: () => SandboxService | undefined,
): Middleware {
  const shortened = new WeakMap<BaseMessage, BaseMessage>();

  return {
    name: "antler:output-budget",
    wrapToolCall: async (request, handler) => {
      const result: unknown = await handler(request);
      const parallel = parallelCalls(request.state.messages);
      const store = storeIn(sandbox(), context, request.state as unknown as ThreadState);
      const { taskId } = context.agent.blueprint;
      const fit = (message: ToolMessage): Promise<ToolMessage> =>
        fitMessage(message, { parallel, taskId }, settings, store);
      if (ToolMessage.isInstance(result)) return fit(result);
      return isCommand(result) ? fitCommand(result as Command, fit) : result;
    },
    wrapModelCall: (request, handler) => {
      const shorten = (message: BaseMessage): BaseMessage => {
        if (!ToolMessage.isInstance(message) || settings.exemptTools.has(message.name ?? "")) return message;
        const known = shortened.get(message) ?? shortenOld(message, settings.fallbackMaxChars);
        shortened.set(message, known);
        return known;
      };
      return handler({ ...request, messages: request.messages.map(shorten) });
    },
  } as Middleware;
}

async function fitMessage(
  message: ToolMessage,
  call: { readonly parallel: number; readonly taskId: string | undefined },
  settings: OutputSettings,
  store: StoreText,
): Promise<ToolMessage> {
  const text = textOf(message);
  if (text === undefined) return message;
  const facts = { tool: message.name ?? "tool", callId: message.tool_call_id, text, ...call };
  const fitting = await fitOutput(facts, settings, store);
  return fitting === text ? message : withContent(message, fitting);
}

/** A tool that changes state answers with a command that carries its message. */
async function fitCommand(command: Command, fit: (message: ToolMessage) => Promise<ToolMessage>): Promise<Command> {
  const update: unknown = command.update;
  if (typeof update !== "object" || update === null || !("messages" in update) || !Array.isArray(update.messages))
    return command;
  const messages: readonly unknown[] = update.messages;
  const fitted = await Promise.all(
    messages.map(async (one) => (isBaseMessage(one) && ToolMessage.isInstance(one) ? fit(one) : one)),
  );
  if (fitted.every((one, index) => one === messages[index])) return command;
  return new Command({
    update: { ...update, messages: fitted },
    ...(command.goto === undefined ? {} : { goto: command.goto }),
    ...(command.graph === undefined ? {} : { graph: command.graph }),
    ...(command.resume === undefined ? {} : { resume: command.resume }),
  });
}

function storeIn(service: SandboxService | undefined, context: AgentContext, state: ThreadState): StoreText {
  return async (path, text) => {
    if (service === undefined) return false;
    try {
      const { fs } = await service.open(context, state);
      await fs.mkdir(path.slice(0, path.lastIndexOf("/")), { signal: context.signal });
      await fs.writeFile(path, text, { signal: context.signal });
      return true;
    } catch (thrown) {
      if (context.signal.aborted) throw thrown;
      return false; // a result that can be stored nowhere is cut, which says so
    }
  };
}

function shortenOld(message: ToolMessage, maxChars: number): ToolMessage {
  const text = textOf(message);
  if (text === undefined || text.length <= maxChars) return message;
  return withContent(message, cutOutput(message.name ?? "tool", text, maxChars));
}

/** The text of a result; undefined when it also holds something else, like an image. */
function textOf(message: ToolMessage): string | undefined {
  if (typeof message.content === "string") return message.content;
  const texts = message.content.flatMap((block) => (block.type === "text" ? [String(block["text"])] : []));
  return texts.length === message.content.length && texts.length > 0 ? texts.join("\n") : undefined;
}

function parallelCalls(messages: readonly BaseMessage[]): number {
  const answer = messages.findLast((message) => AIMessage.isInstance(message));
  return answer === undefined ? 1 : ((answer as AIMessage).tool_calls?.length ?? 1);
}
