import { randomUUID } from "node:crypto";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { CallJudgement } from "./call-fault.js";
import { NAMELESS_TOOL } from "./call-fault.js";
import type { RequestedCall } from "./requested-calls.js";

/** Where a message keeps the faults of its calls, by call id; with the message, so that a resumed thread still has them. */
const FAULTS = "antler_call_faults";

export interface JudgedCall {
  readonly call: RequestedCall;
  readonly judgement: CallJudgement;
}

/**
 * The answer with every call in `tool_calls`, in order, under an id of its own: faulty ones with empty arguments, so that each
 * is answered, and can be sent back, like any other. Returned as it is when nothing would change.
 */
export function gatedAnswer(answer: AIMessage, judged: readonly JudgedCall[]): AIMessage {
  if (isUnchanged(answer, judged)) return answer;
  const ids = new Set<string>();
  const faults = new Map<string, string>();
  const calls = judged.map(({ call, judgement }) => {
    const id = call.id === undefined || call.id === "" || ids.has(call.id) ? `call_${randomUUID()}` : call.id;
    ids.add(id);
    if ("fault" in judgement) faults.set(id, judgement.fault);
    return {
      type: "tool_call" as const,
      id,
      name: call.name || NAMELESS_TOOL,
      args: "args" in judgement ? { ...judgement.args } : {},
    };
  });
  const { tool_calls: _raw, ...kwargs } = answer.additional_kwargs;
  return new AIMessage({
    content: answer.content,
    tool_calls: calls,
    additional_kwargs: faults.size === 0 ? kwargs : { ...kwargs, [FAULTS]: Object.fromEntries(faults) },
    response_metadata: answer.response_metadata,
    ...(answer.id === undefined ? {} : { id: answer.id }),
    ...(answer.name === undefined ? {} : { name: answer.name }),
    ...(answer.usage_metadata === undefined ? {} : { usage_metadata: answer.usage_metadata }),
  });
}

/** Why calls of this message must not run, by call id. */
export function faultsOf(message: BaseMessage | undefined): ReadonlyMap<string, string> {
  const faults: unknown = message?.additional_kwargs[FAULTS];
  if (typeof faults !== "object" || faults === null) return new Map();
  return new Map(Object.entries(faults).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function isUnchanged(answer: AIMessage, judged: readonly JudgedCall[]): boolean {
  const calls = answer.tool_calls ?? [];
  const invalid = answer.invalid_tool_calls?.length ?? 0;
  return (
    invalid === 0 &&
    calls.length === judged.length &&
    judged.every(
      ({ call, judgement }, index) =>
        "args" in judgement &&
        call.id !== undefined &&
        judgement.args === call.args &&
        calls[index]?.id === call.id &&
        calls[index]?.name === call.name,
    )
  );
}
