import { basename } from "node:path";
import type { MarkdownDocument, MarkdownField, SourcePosition, Warning } from "@antler/plugin-api";
import { unusableAgent } from "./agent-warnings.js";
import { nameList } from "./name-list.js";

/** What an agent file says, in the client's words. null: the field is not there or blank. */
export interface AgentFields {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[] | null;
  readonly disallowedTools: readonly string[] | null;
  readonly skills: readonly string[] | null;
  readonly model: string | null;
  readonly maxTurns: string | null;
  readonly permissionMode: string | null;
  /** Of the fields that are there. */
  readonly positions: Readonly<Partial<Record<PlacedField, SourcePosition>>>;
}
export type PlacedField = "tools" | "disallowedTools" | "skills" | "model" | "maxTurns";

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_ .-]{0,99}$/u;

/** A warning instead where the file cannot be used: without its lists, for example, its limits are not known. */
export function readAgentFields(
  { fields, body }: MarkdownDocument,
  file: string,
  toolList: (text: string) => readonly string[],
): AgentFields | { readonly unusable: Warning } {
  const find = (...names: readonly string[]): MarkdownField | undefined =>
    names.map((name) => fields.get(name)).find((found) => found !== undefined);
  const text = (field: MarkdownField | undefined): string | null => field?.text?.trim() || null;
  const unusable = (message: string, hint: string, field?: MarkdownField): { readonly unusable: Warning } => ({
    unusable: unusableAgent(message, hint, field?.position ?? { file, line: 1, column: 1 }),
  });

  const name = text(find("name")) ?? basename(file, ".md");
  const description = text(find("description"));
  if (!NAME.test(name)) return unusable(`"${name}" is no name`, "Use letters, digits and hyphens.", find("name"));
  if (description === null)
    return unusable("it has no description", "Say in `description:` when to use the agent.", find("description"));
  if (body === "") return unusable("it has no text", "Write the agent's prompt below the front matter.");

  const placed = {
    tools: find("tools"),
    disallowedTools: find("disallowedTools", "disallowed-tools", "disallowed_tools"),
    skills: find("skills"),
    model: find("model"),
    maxTurns: find("maxTurns", "max_turns", "max-turns"),
  };
  const tools = nameList(placed.tools, toolList);
  const disallowedTools = nameList(placed.disallowedTools, toolList);
  const skills = nameList(placed.skills, toolList);
  if (tools === undefined || disallowedTools === undefined || skills === undefined) {
    const bad = tools === undefined ? "tools" : disallowedTools === undefined ? "disallowedTools" : "skills";
    return unusable(`${bad} cannot be understood`, "Write names, separated by commas.", placed[bad]);
  }
  const positions = Object.entries(placed).flatMap(([key, field]) => (field ? [[key, field.position] as const] : []));
  return {
    ...{ name, description, tools, disallowedTools, skills },
    model: text(placed.model),
    maxTurns: text(placed.maxTurns),
    permissionMode: text(find("permissionMode")),
    positions: Object.fromEntries(positions),
  };
}
