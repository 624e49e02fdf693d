import type { SubagentType } from "@antler/plugin-api";

/** A subagent type names its tools; what the lead does not have, it does not get either. */
export const terminologist: SubagentType = {
  name: "terminologist",
  description: "Checks a text against the glossary. Use it before a text is published; not for writing one.",
  systemPrompt:
    "You check texts against the team's glossary. Look up every term that the glossary may have, then list each word that is used " +
    "in another meaning, with the place and the agreed meaning. When there is none, say so.",
  tools: ["look_up_term", "read_file", "ls", "grep"],
  maxTurns: 20,
};
