/** The section `tool_search` of config.yaml. */
export const configSchema: object = {
  description: "Keeps the schemas of many tools out of the model's requests until it searches for them.",
  type: "object",
  properties: {
    enabled: {
      description:
        "Whether MCP tools, and tools whose provider marks them, are deferred. false: all schemas are in every request.",
      type: ["boolean", "null"],
      default: true,
    },
    max_results: {
      description: "Tools that a search by words finds at most. `select:` is not capped.",
      type: ["integer", "null"],
      minimum: 1,
      default: 5,
    },
    max_query_length: {
      description: "Characters of a search by words that are looked at; the rest is cut. `select:` is not cut.",
      type: ["integer", "null"],
      minimum: 1,
      default: 200,
    },
    auto_promote_top_k: {
      description:
        "Deferred tools that are shown to the model without a search, at most, because the user's message has one of their routing keywords. Numbers outside 1 to 5 are moved to the nearest, with a warning.",
      type: ["integer", "null"],
      default: 3,
    },
  },
  additionalProperties: false,
};

export interface RawToolSearchConfig {
  readonly enabled?: boolean | null;
  readonly max_results?: number | null;
  readonly max_query_length?: number | null;
  readonly auto_promote_top_k?: number | null;
}
export interface SearchLimits {
  /** Results of a ranked search. DeerFlow's number, so that what its prompts teach holds here too. */
  readonly maxResults: number;
  /** Characters. Long enough for any pattern a model writes, short enough that matching costs nothing. */
  readonly maxQueryLength: number;
}
export interface ToolSearchConfig extends SearchLimits {
  readonly enabled: boolean;
  /** Tools that routing keywords promote for one model call, at most. */
  readonly autoPromoteTopK: number;
}

/** DeerFlow's numbers, so that its files mean the same here. */
export const AUTO_PROMOTE = { min: 1, max: 5, byDefault: 3 } as const;

export function readConfig(raw: RawToolSearchConfig | null): ToolSearchConfig {
  return {
    enabled: raw?.enabled ?? true,
    maxResults: raw?.max_results ?? 5,
    maxQueryLength: raw?.max_query_length ?? 200,
    autoPromoteTopK: Math.min(
      Math.max(raw?.auto_promote_top_k ?? AUTO_PROMOTE.byDefault, AUTO_PROMOTE.min),
      AUTO_PROMOTE.max,
    ),
  };
}
