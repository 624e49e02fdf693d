import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import {
  errorText,
  MODEL_CATALOG,
  type PlatformServices,
  SKILL_READER,
  type SkillReader,
  type Warning,
} from "@antler/plugin-api";
import { CLAUDE_CODES } from "../claude-codes.js";
import type { ClaudeConfig } from "../config.js";
import type { ToolAliases } from "../tools/tool-aliases.js";
import { findAgentFiles } from "./find-agent-files.js";
import { type AgentFile, type ReadAgentOptions, readAgent } from "./read-agent.js";

/** Every agent file of the configured folders, in their order. Never rejects: what cannot be read is a warning. */
export async function readAgentFiles(
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
  const readFolder = async (folder: string): Promise<readonly (AgentFile | null)[]> => {
    try {
      const files = await findAgentFiles(folder);
      return await Promise.all(files.map((file) => readOne(file, reader, options)));
    } catch (error) {
      return [unusable([unreadable(folder, error)])];
    }
  };
  const folders = [...new Set(config.agents.map(reader.resolvePath))];
  const readings = await Promise.all(folders.map(readFolder));
  return readings.flat().filter((reading) => reading !== null);
}

/** null: the file is not meant as an agent. */
async function readOne(file: string, reader: SkillReader, options: ReadAgentOptions): Promise<AgentFile | null> {
  try {
    const { document, diagnostics } = reader.document(await readFile(file), file);
    if (document === null) return /^readme\.md$/i.test(basename(file)) ? null : unusable(diagnostics);
    const agent = readAgent(document, file, options);
    return { ...agent, warnings: [...diagnostics, ...agent.warnings] };
  } catch (error) {
    return unusable([unreadable(file, error)]);
  }
}

function unusable(warnings: readonly Warning[]): AgentFile {
  return { type: null, rules: undefined, ignored: [], warnings };
}

function unreadable(file: string, error: unknown): Warning {
  return {
    code: CLAUDE_CODES.agentInvalid,
    message: `no agents can be read here: ${errorText(error)}`,
    hint: "Make it readable, or remove it.",
    position: { file, line: 1, column: 1 },
  };
}
