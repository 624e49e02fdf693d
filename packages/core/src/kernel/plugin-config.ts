import { AntlerError, type ConfigProblem, errorText, type Plugin } from "@antler/plugin-api";
import { checkedValue } from "../config/checked-value.js";
import type { ConfigDocument } from "../config/config-document.js";
import type { Schema } from "../config/normalize.js";
import { type Candidate, configPathOf } from "./plugin-candidates.js";

/**
 * The config of one plugin, normalised and checked against its schema; undefined when it is wrong, and told.
 * Throws ANTLER_CONFIG_SECTION_DUPLICATE and ANTLER_CONFIG_MISPLACED.
 */
export function pluginConfig(
  plugin: Plugin,
  candidate: Candidate,
  document: ConfigDocument,
  sections: Map<string, string>,
  problems: ConfigProblem[],
): unknown {
  const section = plugin.configSection;
  if (section !== undefined) {
    const owner = sections.get(section);
    if (owner !== undefined)
      throw new AntlerError({
        code: "ANTLER_CONFIG_SECTION_DUPLICATE",
        plugin: plugin.id,
        message: `claims the config section \`${section}\`, which belongs to ${owner}`,
        hint: "Use another `configSection`, or none: then the config stands under the plugin's own entry.",
      });
    sections.set(section, plugin.id);
    if (candidate.config !== undefined)
      throw new AntlerError({
        code: "ANTLER_CONFIG_MISPLACED",
        plugin: plugin.id,
        message: `reads its config from the section \`${section}\`, not from \`plugins[].config\``,
        hint: `Move the keys to \`${section}:\`.`,
        position: candidate.path === undefined ? undefined : document.locateKey([...candidate.path, "config"]),
      });
  }
  const value = section === undefined ? candidate.config : document.value[section];
  const schema = plugin.configSchema as (Schema & object) | undefined;
  const given = value ?? ([schema?.type].flat().includes("array") ? [] : {});
  if (schema === undefined || (candidate.origin === "built-in" && isUnwritten(value, schema))) return given;
  const path = configPathOf(plugin, candidate);
  const found: ConfigProblem[] = [];
  const result = checkAgainst(plugin, () => checkedValue(given, schema, path ?? [], document, found));
  problems.push(
    ...found.map((problem) => ({
      ...problem,
      ...(candidate.origin === "config" ? { message: `[plugin ${plugin.id}] ${problem.message}` } : {}),
      ...(path === undefined ? UNLISTED : {}),
    })),
  );
  return result;
}

/** A plugin of the command line has no entry in the file, so there is no place where its config could stand. */
const UNLISTED = {
  hint: "List the plugin under `plugins:` in config.yaml and give it a `config:` there.",
  position: undefined,
};

function checkAgainst(plugin: Plugin, check: () => unknown): unknown {
  try {
    return check();
  } catch (thrown) {
    throw new AntlerError({
      code: "ANTLER_PLUGIN_SCHEMA_INVALID",
      plugin: plugin.id,
      message: `its configSchema is not a JSON Schema: ${errorText(thrown)}`,
      hint: "Correct `configSchema` of the plugin (JSON Schema, draft 2020-12).",
      cause: thrown,
    });
  }
}

/** Nothing is written and nothing has to be: there is nothing to check, and a schema takes milliseconds to compile. */
function isUnwritten(value: unknown, schema: Schema): boolean {
  return (value === undefined || value === null) && schema["required"] === undefined;
}
