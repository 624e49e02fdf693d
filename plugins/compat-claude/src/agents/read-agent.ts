import { basename } from "node:path";
import type { FoundSubagentType, MarkdownDocument, MarkdownField, SourcePosition, Warning } from "@antler/plugin-api";
import { CLAUDE_CODES } from "../claude-codes.js";
import { type CommandRules, commandRulesOf } from "../rules/command-rules.js";
import type { ToolAliases } from "../tools/tool-aliases.js";
import { translateAllowed, translateDenied } from "../tools/translate-tools.js";
import { chooseModel } from "./model-alias.js";
import { nameList } from "./name-list.js";

export interface AgentContextOptions {
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
  /** Fields that other clients act on and that have no effect here. */
  readonly ignored: readonly string[];
  readonly warnings: readonly Warning[];
}

/** What a subagent type is here, from an agent file of the client. It never gets more than the file grants. */
export function readAgent({ fields, body }: MarkdownDocument, file: string, options: AgentContextOptions): AgentFile {
  const start: SourcePosition = { file, line: 1, column: 1 };
  const at = (field: MarkdownField | undefined): SourcePosition => field?.position ?? start;
  const field = (...names: readonly string[]): MarkdownField | undefined =>
    names.map((name) => fields.get(name)).find((found) => found !== undefined);
  const unusable = (message: string, hint: string, position: SourcePosition): AgentFile => ({
    ...{ type: null, rules: undefined, ignored: [] },
    warnings: [{ code: CLAUDE_CODES.agentInvalid, message: `the agent file is not used: ${message}`, hint, position }],
  });

  const name = field("name")?.text?.trim() || basename(file, ".md");
  const description = field("description")?.text?.trim() ?? "";
  if (!NAME.test(name)) return unusable(`"${name}" is no name`, "Use letters, digits and hyphens.", at(field("name")));
  if (description === "")
    return unusable("it has no description", "Say in `description:` when to use the agent.", at(field("description")));
  if (body === "") return unusable("it has no text", "Write the agent's prompt below the front matter.", start);

  const toolField = field("tools");
  const denyField = field("disallowedTools", "disallowed-tools", "disallowed_tools");
  const skillField = field("skills");
  const [tools, denied, skills] = [toolField, denyField, skillField].map((list) => nameList(list, options.toolList));
  for (const [list, key] of [
    [tools, toolField],
    [denied, denyField],
    [skills, skillField],
  ] as const)
    if (list === undefined)
      return unusable("a list in it cannot be understood", "Write names, separated by commas.", at(key));

  const planOnly = field("permissionMode")?.text?.trim() === "plan";
  const allowed = tools === "all" || tools === undefined ? undefined : translateAllowed(tools, options.aliases);
  const refused = translateDenied(denied === "all" || denied === undefined ? [] : denied, options.aliases);
  const model = chooseModel(field("model")?.text ?? null, options.modelAliases, options.models);
  const turnField = field("maxTurns", "max_turns", "max-turns");
  const turns = positiveInteger(turnField?.text);
  const rules = agentRules(name, { tools, denied, toolField, denyField }, options.aliases);
  return {
    type: {
      name,
      description,
      systemPrompt: body,
      tools: allowed?.names ?? "all",
      disallowedTools: [...new Set(["task", ...refused.names, ...(planOnly ? CHANGING_TOOLS : [])])],
      skills: skills ?? "all",
      model: model.model,
      ...(turns === undefined ? {} : { maxTurns: turns }),
      position: start,
      positions: Object.fromEntries(
        Object.entries({
          tools: toolField,
          disallowedTools: denyField,
          skills: skillField,
          model: field("model"),
          maxTurns: turnField,
        }).flatMap(([key, found]) => (found === undefined ? [] : [[key, found.position]])),
      ),
    },
    rules,
    ignored: [...fields.keys()].filter((key) => IGNORED.includes(key) && !(key === "permissionMode" && planOnly)),
    warnings: [
      ...(allowed?.problems ?? []).map((problem) => ({ ...problem, position: at(toolField) })),
      ...refused.problems.map((problem) => ({ ...problem, position: at(denyField) })),
      ...(model.unmapped ? [unmapped(name, field("model"))] : []),
      ...(turnField !== undefined && turns === undefined ? [notTurns(name, turnField)] : []),
    ],
  };
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_ .-]{0,99}$/u;
/** `permissionMode: plan` looks and changes nothing. */
const CHANGING_TOOLS: readonly string[] = ["write_file", "str_replace", "bash"];
/** `color` is left out: nothing is lost by it. */
const IGNORED: readonly string[] = [
  ...["permissionMode", "mcpServers", "hooks", "memory", "background", "isolation", "effort", "initialPrompt"],
];

function agentRules(
  name: string,
  lists: {
    readonly tools: "all" | readonly string[] | undefined;
    readonly denied: "all" | readonly string[] | undefined;
    readonly toolField: MarkdownField | undefined;
    readonly denyField: MarkdownField | undefined;
  },
  aliases: ToolAliases,
): CommandRules | undefined {
  const { tools = "all", denied = "all" } = lists;
  const allowed = tools === "all" ? [] : commandRulesOf(tools, aliases);
  const refused = denied === "all" ? [] : commandRulesOf(denied, aliases);
  if ((allowed === "all" || allowed.length === 0) && (refused === "all" || refused.length === 0)) return undefined;
  return {
    owner: `the agent file of "${name}"`,
    allowed,
    denied: refused === "all" ? [] : refused,
    allowedSource: lists.toolField?.position,
    deniedSource: lists.denyField?.position,
  };
}

function positiveInteger(text: string | null | undefined): number | undefined {
  const value = Number(text?.trim() || Number.NaN);
  return Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}

function unmapped(name: string, field: MarkdownField | undefined): Warning {
  return {
    code: CLAUDE_CODES.modelUnmapped,
    message: `the agent "${name}" asks for the model "${field?.text}", which is not mapped; it uses the lead's`,
    hint: "Map it under `models` in the config of @antler/compat-claude.",
    position: field?.position,
  };
}

function notTurns(name: string, { position }: MarkdownField): Warning {
  return {
    code: CLAUDE_CODES.fieldIgnored,
    message: `maxTurns of the agent "${name}" is not a whole number from 1 and has no effect`,
    hint: "Write a number such as 30.",
    position,
  };
}
