import {
  type AgentProfile,
  type FoundSubagentType,
  type PlatformServices,
  SKILL_READER,
  SUBAGENT_REGISTRY,
  type SubagentSource,
  type Warning,
} from "@antler/plugin-api";
import { CLAUDE_CODES } from "../claude-codes.js";
import type { ClaudeConfig } from "../config.js";
import type { CommandRules } from "../rules/command-rules.js";
import type { ToolAliases } from "../tools/tool-aliases.js";
import type { AgentFile } from "./read-agent.js";
import { readAgentFiles } from "./read-agent-files.js";

export interface ClaudeAgentSource extends SubagentSource {
  ready(): Promise<void>;
  /** Reads the files again. */
  reload(): Promise<void>;
  /** The rules about commands of an agent of one of these types; undefined: it has none. */
  rulesFor(agent: AgentProfile): CommandRules | undefined;
  watch(signal: AbortSignal): Promise<void>;
}

const NOTHING: readonly AgentFile[] = [];

/** Subagent types from Markdown files. A file that cannot be used is a warning and costs nobody else anything. */
export function createAgentSource(
  config: ClaudeConfig,
  aliases: ToolAliases,
  plugin: string,
  services: PlatformServices,
): ClaudeAgentSource {
  let found = NOTHING;
  let first: Promise<void> | undefined;
  const reload = async (): Promise<void> => {
    found = await readAgentFiles(config, aliases, services);
  };
  const types = (): readonly FoundSubagentType[] => found.flatMap(({ type }) => type ?? []);
  return {
    name: "claude-agents",
    ready: () => {
      first ??= reload();
      return first;
    },
    reload,
    list: types,
    warnings: () => [...found.flatMap(({ warnings }) => warnings), ...ignoredFields(found)],
    rulesFor: ({ blueprint }) => {
      if (blueprint.role !== "subagent") return undefined;
      const type = services.find(SUBAGENT_REGISTRY)?.get(blueprint.name);
      if (type?.origin !== `plugin:${plugin}`) return undefined;
      return found.find((file) => file.type?.name === blueprint.name)?.rules;
    },
    watch: (signal) => services.get(SKILL_READER).watch(config.agents, () => void reload(), signal),
  };
}

/** One warning a field, however many files have it. */
function ignoredFields(files: readonly AgentFile[]): readonly Warning[] {
  const byField = new Map<string, FoundSubagentType[]>();
  for (const { type, ignored } of files)
    for (const field of ignored) if (type !== null) byField.set(field, [...(byField.get(field) ?? []), type]);
  return [...byField].map(([field, types]) => ({
    code: CLAUDE_CODES.fieldIgnored,
    message: `${field} has no effect here (agents: ${types.map(({ name }) => name).join(", ")})`,
    hint: "docs/skills.md lists what each field does.",
    position: types[0]?.position,
  }));
}
