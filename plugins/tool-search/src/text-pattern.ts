import { createRequire } from "node:module";
import type { RE2JS } from "re2js";

/** Something to look for in names and descriptions, without regard to case. */
export interface TextPattern {
  /** How often it occurs. */
  count(text: string): number;
  occurs(text: string): boolean;
}

/**
 * A regular expression in RE2's dialect, which matches in linear time whatever a model writes; JavaScript's own can hang.
 * Text that is no valid expression is looked for as it stands.
 */
export function textPattern(source: string): TextPattern {
  const compiled = compile(source);
  return {
    occurs: (text) => compiled.matcher(text).find(),
    count: (text) => {
      const matcher = compiled.matcher(text);
      let found = 0;
      while (matcher.find()) found++;
      return found;
    },
  };
}

/** Loaded with the first search: it is large, and most commands search for nothing. */
function compile(source: string): RE2JS {
  const { RE2JS } = createRequire(import.meta.url)("re2js") as typeof import("re2js");
  try {
    return RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
  } catch {
    return RE2JS.compile(RE2JS.quote(source), RE2JS.CASE_INSENSITIVE);
  }
}
