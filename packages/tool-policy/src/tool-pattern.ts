import picomatch from "picomatch";

/** A `*` stands for any run of characters; everything else is literal. Names with other special characters are plain names. */
const PATTERN = /^[\w.:/-]*\*[\w.:/*-]*$/;
const OPTIONS = { dot: true, bash: true, nobrace: true, nobracket: true, noextglob: true, nonegate: true };

type Matcher = (name: string) => boolean;

/** Answers whether a rule of a tool list (a name, or a pattern such as `mcp__github__*`) means a tool. Case counts. */
export function toolMatcher(rule: string): Matcher {
  if (rule === "*") return () => true;
  if (!isToolPattern(rule)) return (name) => name === rule;
  const matches = picomatch(rule, OPTIONS);
  // picomatch takes a second argument that changes what it answers, and `some` and `filter` would give it one.
  return (name) => matches(name);
}

export function matchesTool(rule: string, name: string): boolean {
  return toolMatcher(rule)(name);
}

/** Compiling a pattern takes tens of microseconds, and each layer asks the same list about every tool. */
const compiled = new WeakMap<readonly string[], readonly Matcher[]>();

/** The first rule that means the tool. The list must not change afterwards. */
export function matchingRule(rules: readonly string[], name: string): string | undefined {
  const matchers = compiled.get(rules) ?? rules.map(toolMatcher);
  compiled.set(rules, matchers);
  const index = matchers.findIndex((matches) => matches(name));
  return index === -1 ? undefined : rules[index];
}

export function isToolPattern(rule: string): boolean {
  return PATTERN.test(rule);
}
