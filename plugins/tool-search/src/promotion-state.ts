import type { Middleware } from "@antler/plugin-api";
import { ReducedValue, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { mergePromoted } from "./promoted.js";

const promoted = z
  .object({ catalog_hash: z.string(), names: z.array(z.string()).readonly() })
  .nullable()
  .default(null);

/** Gives an agent the state key `promoted`. It holds no hook: the policy guard reads the key. */
export function promotionState(): Middleware {
  return {
    name: "tool-search:promotion",
    stateSchema: new StateSchema({
      promoted: new ReducedValue(promoted, { reducer: mergePromoted }),
    }),
  };
}
