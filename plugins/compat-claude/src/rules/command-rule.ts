/**
 * Whether the words of a command match the rule in `Bash(…)`: `git add:*` is these words and whatever follows; `npm run test*`
 * takes a star for any text, further words included; without a star the command has to be exactly that.
 */
export function matchesCommandRule(rule: string, words: readonly string[]): boolean {
  const prefix = /^(.*):\*$/s.exec(rule)?.[1];
  const pattern = (prefix === undefined ? rule : `${prefix} *`).trim().split(/\s+/);
  const open = pattern.length > 1 && pattern.at(-1) === "*";
  const fixed = (open ? pattern.slice(0, -1) : pattern).map(escapeStars).join(SEPARATOR);
  return new RegExp(`^${fixed}${open ? `(?:${SEPARATOR}.*)?` : ""}$`, "s").test(words.join("\0"));
}

/** Not a blank: a quoted word may hold one, and must not pass for two words. */
const SEPARATOR = "\\0";

function escapeStars(word: string): string {
  return word
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\/-]/g, "\\$&"))
    .join(".*");
}
