/** Characters that a word may hold outside quotes. Everything else can mean something to the shell. */
const PLAIN = /[A-Za-z0-9_./:=@%+,~^*?[\]-]/;
/** Inside double quotes these still mean something to the shell. */
const ACTIVE_IN_QUOTES = /[$`\\]/;

/**
 * The words of a command that runs one program and nothing else; null for everything that might be more: operators, pipes,
 * redirections, substitutions, variables, assignments, escapes, comments, a second line, unbalanced quotes.
 */
export function simpleCommand(command: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: "'" | '"' | null = null;
  for (const character of command.replace(/^[ \t\n]+|[ \t\n]+$/g, "")) {
    if (quote !== null) {
      if (character === quote) quote = null;
      else if (quote === '"' && ACTIVE_IN_QUOTES.test(character)) return null;
      else if (character === "\0" || character === "\n") return null;
      else word += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= "";
    } else if (character === " " || character === "\t") {
      if (word !== null) words.push(word);
      word = null;
    } else if (PLAIN.test(character)) word = (word ?? "") + character;
    else return null;
  }
  if (quote !== null) return null;
  if (word !== null) words.push(word);
  const [program] = words;
  if (program === undefined || !/^[A-Za-z0-9_./@+-]+$/.test(program)) return null;
  return words;
}
