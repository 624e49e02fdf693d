import {
  type Agent,
  type AgentContext,
  type AgentScope,
  CHECKPOINTER,
  isAntlerError,
  type LateTools,
  MIDDLEWARE,
  type Middleware,
  type MiddlewareFactory,
  MODEL_CATALOG,
  type ResolvedAgent,
  TOOL_FILTER,
} from "@antler/plugin-api";
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import type { Kernel } from "../kernel/kernel.js";
import { warningEvent } from "../run/resolve-events.js";
import { createAgentControl } from "./agent-control.js";
import type { FactoryScope } from "./agent-factory.js";
import { capFrame } from "./cap-frame.js";
import { fuseMiddleware } from "./fuse-middleware.js";
import { createLangchainAgent } from "./langchain-agent.js";
import type { OwnedMiddleware } from "./middleware-clashes.js";
import { middlewareThrew } from "./middleware-hook.js";
import { orderMiddleware } from "./order-middleware.js";
import { policyGuard } from "./policy-guard.js";
import { toolSafetyNet } from "./tool-safety-net.js";

const CORE = "@antler/core";

/** Puts a resolved agent together: model, middlewares in order, the guard innermost. */
export async function buildAgent(
  kernel: Kernel,
  shared: FactoryScope,
  agent: ResolvedAgent,
  late: readonly LateTools[],
  scope: AgentScope,
): Promise<Agent> {
  const { blueprint } = agent;
  const control = createAgentControl(scope.report);
  const context: AgentContext = { ...scope, agent, control };
  const owned: OwnedMiddleware[] = [
    { plugin: CORE, middleware: toolSafetyNet(scope.signal) },
    { plugin: CORE, middleware: capFrame(blueprint, control, scope.signal) },
  ];
  for (const factory of orderMiddleware(kernel.all(MIDDLEWARE))) {
    const plugin = kernel.ownerOf(MIDDLEWARE, factory.name)?.plugin ?? factory.name;
    const middleware = await createMiddleware(factory, plugin, agent, context);
    if (middleware !== undefined) owned.push({ plugin, middleware });
  }
  owned.push({
    plugin: CORE,
    middleware: policyGuard({
      profile: agent,
      tools: agent.tools,
      decisions: agent.decisions,
      deferred: agent.deferred,
      late,
      filters: kernel.all(TOOL_FILTER),
      tokenBudget: blueprint.tokenBudget,
      control,
      warn: (warning) => scope.emit(warningEvent(warning)),
    }),
  });
  const model = await kernel.get(MODEL_CATALOG).get(blueprint.model);
  const checkpointer = blueprint.role === "lead" ? await leadSaver(kernel, shared) : undefined;
  const detached = blueprint.role === "lead" ? undefined : shared.detached;
  return createLangchainAgent({
    agent,
    context,
    model,
    middleware: fuseMiddleware("antler", owned),
    checkpointer,
    detached,
  });
}

/** Builds one plugin's middleware; what the plugin throws names it. */
async function createMiddleware(
  factory: MiddlewareFactory,
  plugin: string,
  agent: ResolvedAgent,
  context: AgentContext,
): Promise<Middleware | undefined> {
  try {
    return await factory.create(agent, context);
  } catch (thrown) {
    if (isAntlerError(thrown) || context.signal.aborted) throw thrown;
    throw middlewareThrew(plugin, factory.name, "create", thrown);
  }
}

/** The contributed saver, else one that keeps threads as long as the process lives. */
function leadSaver(kernel: Kernel, shared: FactoryScope): Promise<BaseCheckpointSaver> {
  shared.threads.saver ??= Promise.resolve(kernel.find(CHECKPOINTER)?.create() ?? new MemorySaver());
  return shared.threads.saver;
}
