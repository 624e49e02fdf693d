import type { SourcePosition, Warning } from "@antler/plugin-api";
import { CLAUDE_CODES } from "../claude-codes.js";

export function unusableAgent(message: string, hint: string, position: SourcePosition): Warning {
  return { code: CLAUDE_CODES.agentInvalid, message: `the agent file is not used: ${message}`, hint, position };
}

export function unmappedModel(agent: string, model: string | null, position: SourcePosition | undefined): Warning {
  return {
    code: CLAUDE_CODES.modelUnmapped,
    message: `the agent "${agent}" asks for the model "${model}", which is not mapped; it uses the lead's`,
    hint: "Map it under `models` in the config of @antler/compat-claude.",
    position,
  };
}

export function badMaxTurns(agent: string, position: SourcePosition | undefined): Warning {
  return {
    code: CLAUDE_CODES.fieldIgnored,
    message: `maxTurns of the agent "${agent}" is not a whole number from 1 and has no effect`,
    hint: "Write a number such as 30.",
    position,
  };
}
