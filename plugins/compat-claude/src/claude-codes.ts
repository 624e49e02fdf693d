/** Every code of this plugin, once. docs/errors.md says what each means. */
export const CLAUDE_CODES = {
  toolUnknown: "ANTLER_CLAUDE_TOOL_UNKNOWN",
  ruleUnenforceable: "ANTLER_CLAUDE_RULE_UNENFORCEABLE",
  callRefused: "ANTLER_CLAUDE_CALL_REFUSED",
  agentInvalid: "ANTLER_CLAUDE_AGENT_INVALID",
  fieldIgnored: "ANTLER_CLAUDE_FIELD_IGNORED",
  modelUnmapped: "ANTLER_CLAUDE_MODEL_UNMAPPED",
} as const;
