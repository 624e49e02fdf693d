import type { Middleware, MiddlewareFactory, SandboxRef, ThreadData, ThreadState } from "@antler/plugin-api";
import type { ZodType } from "zod";
import type { ThreadSandboxService } from "../service/sandbox-service.js";
import { mergeSandbox } from "./merge-sandbox.js";

/** Adds the state keys `sandbox` and `thread_data`, and fills `thread_data` where the agent did not inherit it. */
export function threadMiddleware(service: ThreadSandboxService): MiddlewareFactory {
  return {
    name: "thread",
    stage: "setup",
    create: async (_agent, context): Promise<Middleware> => ({
      name: "thread",
      stateSchema: await threadStateSchema(),
      beforeAgent: (state: ThreadState) => {
        if (state.thread_data !== undefined && state.thread_data !== null) return undefined;
        // langchain's type for a middleware of unknown state has no keys at all.
        return { thread_data: service.folders(context, state) } as object;
      },
    }),
  };
}

/** langgraph is loaded only when an agent is built. */
async function threadStateSchema(): Promise<NonNullable<Middleware["stateSchema"]>> {
  const [{ ReducedValue, StateSchema }, { z }] = await Promise.all([import("@langchain/langgraph"), import("zod")]);
  const refSchema = z.any() as ZodType<SandboxRef | null | undefined>;
  const dataSchema = z.any() as ZodType<ThreadData | null | undefined>;
  return new StateSchema({
    sandbox: new ReducedValue(refSchema, { reducer: mergeSandbox }),
    thread_data: new ReducedValue(dataSchema, { reducer: (existing, update) => update ?? existing }),
  });
}
