import type { AgentMiddleware } from "langchain";
import type { AgentContext } from "./agent.js";
import type { ResolvedAgent } from "./blueprint.js";
import type { Contribution } from "./extension-point.js";
import type { Awaitable } from "./json.js";

/** langchain's middleware without `tools`: those come from a ToolProvider, so that the filters see them. */
// biome-ignore lint/suspicious/noExplicitAny: langchain's own defaults for these parameters
export type Middleware = AgentMiddleware<any, any, any, readonly []>;

/** Outermost first. Within a stage `after` and `before` decide, then the order of registration. */
export const MIDDLEWARE_STAGES = ["gate", "setup", "repair", "context", "tools", "limits", "final"] as const;
export type MiddlewareStage = (typeof MIDDLEWARE_STAGES)[number];

export interface MiddlewareFactory extends Contribution {
  readonly stage: MiddlewareStage;
  readonly after?: readonly string[];
  readonly before?: readonly string[];
  /** Called once per agent, so agents never share state. `undefined`: not for this agent. */
  create(agent: ResolvedAgent, context: AgentContext): Awaitable<Middleware | undefined>;
}
