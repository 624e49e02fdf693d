/** JSON Schema of the section `bubblewrap`. */
export const BUBBLEWRAP_CONFIG_SCHEMA: object = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: ["object", "null"],
  description: "The backend on Linux namespaces.",
  additionalProperties: false,
  properties: {
    system_paths: {
      type: ["array", "null"],
      items: { type: "string", pattern: "^/" },
      description: "Absolute host paths beyond /usr that commands see read-only under the same name, e.g. /opt.",
    },
    path: { type: ["string", "null"], description: "PATH of commands. Default: the usual folders below /usr." },
    cgroups: {
      type: ["boolean", "null"],
      default: true,
      description:
        "Use kernel groups for memory and processes where they can be made: one limit for all of a sandbox. false: limits per process.",
    },
    uid: {
      type: ["integer", "null"],
      minimum: 1,
      default: 65534,
      description:
        "When Antler runs as root: the user that commands run as, unless the workspace belongs to another user.",
    },
  },
};

export interface BubblewrapConfig {
  readonly systemPaths: readonly string[];
  readonly path: string | undefined;
  readonly cgroups: boolean;
  readonly uid: number;
}

export function bubblewrapConfig(raw: Readonly<Record<string, unknown>> | null | undefined): BubblewrapConfig {
  const { system_paths: systemPaths, path, cgroups, uid } = raw ?? {};
  return {
    systemPaths: Array.isArray(systemPaths) ? systemPaths.map(String) : [],
    path: typeof path === "string" && path !== "" ? path : undefined,
    cgroups: cgroups !== false,
    uid: uid === null || uid === undefined || uid === "" ? 65534 : Number(uid),
  };
}
