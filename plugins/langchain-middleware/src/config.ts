import { MIDDLEWARE_STAGES, type MiddlewareStage } from "@antler/plugin-api";

/** Written before the name, so that other sources of middlewares can follow. */
export const PREFIX = "langchain:";

/** One entry of `middlewares` as it is written. */
export interface MiddlewareEntry {
  readonly use: string;
  readonly options?: Readonly<Record<string, unknown>> | null;
  readonly stage?: MiddlewareStage | null;
  readonly agents?: readonly ("lead" | "subagent")[] | null;
}

/** JSON Schema of the `middlewares` section. */
export const CONFIG_SCHEMA: object = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "array",
  default: [],
  description: "Middlewares of langchain by name, in order.",
  items: {
    type: "object",
    description: "One middleware. The same one may stand several times.",
    required: ["use"],
    additionalProperties: false,
    properties: {
      use: {
        type: "string",
        minLength: 1,
        default: "langchain:modelCallLimitMiddleware",
        description: "`langchain:` and the name of the function in the langchain package.",
      },
      options: {
        type: ["object", "null"],
        default: {},
        additionalProperties: true,
        description: "Its options, as langchain names them. Models are named as under `models`.",
      },
      stage: {
        type: ["string", "null"],
        enum: [...MIDDLEWARE_STAGES, null],
        default: null,
        description: "Where it stands among the middlewares, outermost first. null: where it usually belongs.",
      },
      agents: {
        type: ["array", "null"],
        items: { enum: ["lead", "subagent"] },
        default: ["lead", "subagent"],
        description: "Which agents get it.",
      },
    },
  },
};

/** `modelCallLimitMiddleware` of `langchain:modelCallLimitMiddleware`. */
export function functionName(entry: MiddlewareEntry): string {
  return entry.use.startsWith(PREFIX) ? entry.use.slice(PREFIX.length) : entry.use;
}
