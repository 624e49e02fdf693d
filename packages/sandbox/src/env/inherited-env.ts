import { isBlockedEnvName } from "./blocked-names.js";

/** What a command on the host may know of the host's environment. */
const INHERITED = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR"];

/** The allowlisted variables of the host, and those of `extra` that do not look like secrets. */
export function inheritedEnv(
  host: Readonly<Record<string, string | undefined>>,
  extra: readonly string[] = [],
): Readonly<Record<string, string>> {
  const wanted = new Set([...INHERITED, ...Object.keys(host).filter((name) => name.startsWith("LC_")), ...extra]);
  const entries = [...wanted].flatMap((name): [string, string][] => {
    const value = host[name];
    return value === undefined || isBlockedEnvName(name) ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}
