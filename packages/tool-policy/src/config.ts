import { nearestName, type PluginHost, type SourcePosition } from "@antler/plugin-api";

/** The section `tools` of config.yaml: each entry puts a known tool into another group. */
export const configSchema: object = {
  description: "Puts known tools into other tool groups. An entry removes nothing and adds nothing.",
  type: ["array", "null"],
  default: [],
  items: {
    description: "One tool. Keys beyond name and group are accepted for DeerFlow's sake and ignored with a warning.",
    type: "object",
    required: ["name"],
    properties: {
      name: { description: "The name of a tool that a plugin or an MCP server offers.", type: "string", minLength: 1 },
      group: {
        description: "The group that `tool_groups` allows it by. Absent: the group its plugin gave it.",
        type: ["string", "null"],
        default: null,
      },
    },
    additionalProperties: true,
  },
};

export interface ToolEntry {
  readonly name: string;
  readonly group: string | undefined;
  readonly position: SourcePosition | undefined;
}
interface RawEntry {
  readonly name: string;
  readonly group?: string | null;
  readonly [key: string]: unknown;
}
export type ToolsConfig = readonly RawEntry[] | Readonly<Record<string, never>> | null;

/** The entries, each name once: the first counts. Warns of a second one, and of each key that does nothing. */
export function readToolEntries(
  host: Pick<PluginHost<ToolsConfig>, "config" | "locate" | "warn">,
): readonly ToolEntry[] {
  const raw: readonly RawEntry[] = Array.isArray(host.config) ? host.config : [];
  const seen = new Set<string>();
  return raw.flatMap((entry, index) => {
    if (seen.has(entry.name)) {
      host.warn({
        code: "ANTLER_TOOL_ENTRY_DUPLICATE",
        message: `\`tools\` has a second entry for "${entry.name}"; the first counts`,
        hint: "Remove one of the two.",
        position: host.locate([index, "name"]) ?? host.locate([index]),
      });
      return [];
    }
    seen.add(entry.name);
    for (const key of Object.keys(entry).filter((one) => one !== "name" && one !== "group"))
      host.warn({
        code: "ANTLER_TOOL_ENTRY_KEY",
        message: `\`${key}\` of tool entry "${entry.name}" is ignored`,
        hint:
          nearestName(key, ["name", "group"]) === undefined
            ? "Antler's tools come from plugins and MCP servers; an entry here only sets a tool's group."
            : `Did you mean "${nearestName(key, ["name", "group"])}"?`,
        position: host.locate([index, key]),
      });
    return [
      {
        name: entry.name,
        group: entry.group ?? undefined,
        position: host.locate([index, "name"]) ?? host.locate([index]),
      },
    ];
  });
}
