import picomatch from "picomatch";

const PATTERN = /^[\w.:/-]*\*[\w.:/*-]*$/;

/** Whether a name, or a pattern in which `*` stands for any characters, means the tool. */
export function matchesName(rule: string, name: string): boolean {
  if (rule === name) return true;
  return PATTERN.test(rule) && picomatch(rule, { dot: true, bash: true })(name);
}
