import picomatch from "picomatch";

/** A `*` stands for any run of characters; everything else is literal. Names with other special characters are plain names. */
const PATTERN = /^[\w.:/-]*\*[\w.:/*-]*$/;
const OPTIONS = { dot: true, bash: true, nobrace: true, nobracket: true, noextglob: true, nonegate: true };

/** Whether a rule of a tool list (a name, or a pattern such as `mcp__github__*`) means the tool. Case counts. */
export function matchesTool(rule: string, name: string): boolean {
  if (rule === name || rule === "*") return true;
  return isToolPattern(rule) && picomatch(rule, OPTIONS)(name);
}

/** The first rule that means the tool. */
export function matchingRule(rules: readonly string[], name: string): string | undefined {
  return rules.find((rule) => matchesTool(rule, name));
}

export function isToolPattern(rule: string): boolean {
  return PATTERN.test(rule);
}
