import type { FoundSubagentType, MarkdownDocument, SourcePosition, Warning } from "@antler/plugin-api";
import type { CommandRules } from "../rules/command-rules.js";
import type { ToolAliases } from "../tools/tool-aliases.js";
import { translateAllowed, translateDenied } from "../tools/translate-tools.js";
import { readAgentFields } from "./agent-fields.js";
import { agentRules } from "./agent-rules.js";
import { badMaxTurns, unmappedModel } from "./agent-warnings.js";
import { chooseModel } from "./model-alias.js";

export interface ReadAgentOptions {
  readonly aliases: ToolAliases;
  /** Of the config: `sonnet` to a name of `models`. */
  readonly modelAliases: Readonly<Record<string, string>>;
  /** Names of the configured models. */
  readonly models: readonly string[];
  readonly toolList: (text: string) => readonly string[];
}
export interface AgentFile {
  /** null: the file cannot be used; the warnings say why. */
  readonly type: FoundSubagentType | null;
  /** undefined: the file has no rules about commands. */
  readonly rules: CommandRules | undefined;
  /** Fields that the client acts on and that have no effect here. */
  readonly ignored: readonly string[];
  readonly warnings: readonly Warning[];
}

/** What a subagent type is here, from an agent file of the client. It never gets more than the file grants. */
export function readAgent(document: MarkdownDocument, file: string, options: ReadAgentOptions): AgentFile {
  const fields = readAgentFields(document, file, options.toolList);
  if ("unusable" in fields) return { type: null, rules: undefined, ignored: [], warnings: [fields.unusable] };
  const { name, positions } = fields;
  const position: SourcePosition = { file, line: 1, column: 1 };
  const every = fields.tools === null || (fields.tools.length === 1 && fields.tools[0] === "*");
  const allowed = translateAllowed(every ? [] : (fields.tools ?? []), options.aliases);
  const denied = translateDenied(fields.disallowedTools ?? [], options.aliases);
  const planOnly = fields.permissionMode === "plan";
  const model = chooseModel(fields.model, options.modelAliases, options.models);
  const turns = positiveInteger(fields.maxTurns);
  return {
    type: {
      name,
      description: fields.description,
      systemPrompt: document.body,
      tools: every ? "all" : allowed.names,
      disallowedTools: [...new Set(["task", ...denied.names, ...(planOnly ? CHANGING_TOOLS : [])])],
      skills: fields.skills ?? "all",
      model: model.model,
      ...(turns === undefined ? {} : { maxTurns: turns }),
      position,
      positions,
    },
    rules: agentRules(fields, options.aliases),
    ignored: [...document.fields.keys()].filter((key) => IGNORED.includes(key) && !(key === MODE && planOnly)),
    warnings: [
      ...allowed.problems.map((problem) => ({ ...problem, position: positions.tools ?? position })),
      ...denied.problems.map((problem) => ({ ...problem, position: positions.disallowedTools ?? position })),
      ...(model.unmapped ? [unmappedModel(name, fields.model, positions.model)] : []),
      ...(fields.maxTurns !== null && turns === undefined ? [badMaxTurns(name, positions.maxTurns)] : []),
    ],
  };
}

const MODE = "permissionMode";
/** `permissionMode: plan` looks and changes nothing. */
const CHANGING_TOOLS: readonly string[] = ["write_file", "str_replace", "bash"];
/** `color` is left out: nothing is lost by it. */
const IGNORED: readonly string[] = [
  ...[MODE, "mcpServers", "hooks", "memory", "background", "isolation", "effort", "initialPrompt"],
];

function positiveInteger(text: string | null): number | undefined {
  const value = Number(text ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}
