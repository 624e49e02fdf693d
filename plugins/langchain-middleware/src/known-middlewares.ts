import type { MiddlewareStage } from "@antler/plugin-api";

/** A middleware of langchain that config.yaml can name. */
export interface KnownMiddleware {
  /** Where it stands unless the entry says otherwise. */
  readonly stage: MiddlewareStage;
  /** It brings tools, which are offered through the filters like any other tool. */
  readonly carriesTools?: true;
  /** Keys of its options that name an entry of `models`, or a list of such names. */
  readonly modelOptions?: readonly string[];
}

/** By the name of the function in the `langchain` package. */
export const KNOWN_MIDDLEWARES: ReadonlyMap<string, KnownMiddleware> = new Map<string, KnownMiddleware>([
  ["modelCallLimitMiddleware", { stage: "limits" }],
  ["toolCallLimitMiddleware", { stage: "limits" }],
  ["modelRetryMiddleware", { stage: "final" }],
  ["modelFallbackMiddleware", { stage: "final", modelOptions: ["models"] }],
  ["toolRetryMiddleware", { stage: "tools" }],
  ["summarizationMiddleware", { stage: "context", modelOptions: ["model"] }],
  ["contextEditingMiddleware", { stage: "context" }],
  ["todoListMiddleware", { stage: "tools", carriesTools: true }],
  ["piiMiddleware", { stage: "setup" }],
  ["llmToolSelectorMiddleware", { stage: "tools", modelOptions: ["model"] }],
  ["toolEmulatorMiddleware", { stage: "tools", modelOptions: ["model"] }],
  ["providerToolSearchMiddleware", { stage: "tools" }],
  ["openAIModerationMiddleware", { stage: "setup", modelOptions: ["model"] }],
  ["anthropicPromptCachingMiddleware", { stage: "final" }],
  ["bedrockPromptCachingMiddleware", { stage: "final" }],
]);

/** Those that a file cannot configure, and why. */
export const UNFIT_MIDDLEWARES: ReadonlyMap<string, string> = new Map([
  ["humanInTheLoopMiddleware", "it stops the run until somebody answers, and a run of Antler is never left waiting"],
  ["dynamicSystemPromptMiddleware", "its option is a function; write a plugin that contributes it"],
  ["piiRedactionMiddleware", "langchain has replaced it; use langchain:piiMiddleware"],
  ["toolErrorMiddleware", "its option is a function, and Antler turns tool errors into messages already"],
]);
