import type { SubagentType } from "@antler/plugin-api";
import { BASH } from "./bash.js";
import { GENERAL_PURPOSE } from "./general-purpose.js";

/** The types that are always there. Their prompts are source code: no configuration changes them. */
export const BUILTIN_TYPES: readonly SubagentType[] = [GENERAL_PURPOSE, BASH];
