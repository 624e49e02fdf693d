/** A file cut at its fences. `yaml` begins on line 2 of the file. */
export interface SplitSkill {
  readonly yaml: string;
  /** Below the closing fence, trimmed. */
  readonly body: string;
}
export type SplitFailure = "no-front-matter" | "not-closed";

/** A fence is a line of exactly three dashes; blanks behind them are allowed. The first one must be line 1. */
export function splitFrontMatter(text: string): SplitSkill | SplitFailure {
  const open = /^---[ \t]*(?:\r\n|\n|$)/.exec(text);
  if (open === null) return "no-front-matter";
  const rest = text.slice(open[0].length);
  const close = /^---[ \t]*\r?$/m.exec(rest);
  if (close === null) return "not-closed";
  return { yaml: rest.slice(0, close.index), body: rest.slice(close.index + close[0].length).trim() };
}
