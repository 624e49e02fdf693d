import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import {
  type AgentProfile,
  errorText,
  type FoundSubagentType,
  MODEL_CATALOG,
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
import { findAgentFiles } from "./find-agent-files.js";
import { type AgentFile, readAgent } from "./read-agent.js";

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
    found = await readAll(config, aliases, services);
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

async function readAll(
  config: ClaudeConfig,
  aliases: ToolAliases,
  services: PlatformServices,
): Promise<readonly AgentFile[]> {
  const reader = services.get(SKILL_READER);
  const options = {
    aliases,
    modelAliases: config.models,
    models: services.find(MODEL_CATALOG)?.names() ?? [],
    toolList: reader.toolList,
  };
  const folders = [...new Set(config.agents.map(reader.resolvePath))];
  const files = (await Promise.all(folders.map((folder) => findAgentFiles(folder)))).flat();
  const readings = await Promise.all(
    files.map(async (file): Promise<AgentFile | null> => {
      try {
        const { document, diagnostics } = reader.document(await readFile(file), file);
        if (document !== null) {
          const agent = readAgent(document, file, options);
          return { ...agent, warnings: [...diagnostics, ...agent.warnings] };
        }
        // A readme among the agents is not meant as one.
        return /^readme\.md$/i.test(basename(file)) ? null : unusable(diagnostics);
      } catch (error) {
        return unusable([unreadable(file, error)]);
      }
    }),
  );
  return readings.filter((reading) => reading !== null);
}

function unusable(warnings: readonly Warning[]): AgentFile {
  return { type: null, rules: undefined, ignored: [], warnings };
}

function unreadable(file: string, error: unknown): Warning {
  return {
    code: CLAUDE_CODES.agentInvalid,
    message: `the agent file cannot be read: ${errorText(error)}`,
    hint: "Make it readable, or remove it.",
    position: { file, line: 1, column: 1 },
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
