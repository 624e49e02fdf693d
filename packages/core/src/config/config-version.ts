import type { ConfigProblem, SourcePosition } from "@antler/plugin-api";

/** Version of the form of config.yaml. Raised when a key goes or changes its meaning; the changelog of this package says which. */
export const CONFIG_VERSION = 1;
/** A file that says nothing is of this version. */
const FIRST_VERSION = 1;

/** A warning for a file that was written for an older form. A newer number is none: it is of another system, or of a later one. */
export function configVersionProblem(
  written: number | null | undefined,
  position: SourcePosition | undefined,
  latest: number = CONFIG_VERSION,
): ConfigProblem | undefined {
  const version = written ?? FIRST_VERSION;
  if (version >= latest) return undefined;
  return {
    severity: "warning",
    code: "ANTLER_CONFIG_OUTDATED",
    message: `the file is of version ${version} of the config, and the latest is ${latest}`,
    hint: `Mend the keys that \`antler config check\` names and read the changelog for those that changed; then write \`config_version: ${latest}\`.`,
    position,
  };
}
