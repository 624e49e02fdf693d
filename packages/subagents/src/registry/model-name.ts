import { AntlerError } from "@antler/plugin-api";

/**
 * The model of a subagent: its own, or with `inherit` the lead's, or where that is unknown the first configured one.
 * Throws ANTLER_SUBAGENT_NO_MODEL when there is none at all.
 */
export function resolveModelName(model: string, parentModel: string | null, models: readonly string[]): string {
  if (model !== "inherit") return model;
  const resolved = parentModel ?? models[0];
  if (resolved !== undefined) return resolved;
  throw new AntlerError({
    code: "ANTLER_SUBAGENT_NO_MODEL",
    message: "No chat models are configured, so a subagent has none to inherit",
    hint: "Add an entry to `models` in config.yaml.",
  });
}
