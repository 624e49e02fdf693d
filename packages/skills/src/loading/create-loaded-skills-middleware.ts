import type { Middleware } from "@antler/plugin-api";
import { ReducedValue, StateSchema } from "@langchain/langgraph";
import { createMiddleware } from "langchain";
import { z } from "zod";
import { LOADED_SKILLS_KEY, mergeLoadedSkills } from "./loaded-skills.js";

const names = z.array(z.string());

/** Two skills loaded in one step are both kept: the key has a reducer. */
export function createLoadedSkillsMiddleware(): Middleware {
  const stateSchema = new StateSchema({
    [LOADED_SKILLS_KEY]: new ReducedValue(
      names.default(() => []),
      { inputSchema: names, reducer: mergeLoadedSkills },
    ),
  });
  return createMiddleware({ name: "skills", stateSchema });
}
