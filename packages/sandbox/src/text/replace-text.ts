export type Replacement =
  | { readonly done: true; readonly text: string; readonly count: number }
  | { readonly done: false; readonly problem: "not_found" | "ambiguous"; readonly count: number };

/**
 * Replaces `from` by `to`, literally. Without `all` it must stand in the text exactly once. Where the text has CRLF and `from` does
 * not fit as it is, its line ends (and those of `to`) are taken as CRLF.
 */
export function replaceText(text: string, from: string, to: string, all: boolean): Replacement {
  if (from === "") return { done: true, text, count: 0 };
  const plain = occurrences(text, from);
  const crlf = plain === 0 && text.includes("\r\n") && from.includes("\n");
  const [wanted, next] = crlf ? [toCrlf(from), toCrlf(to)] : [from, to];
  const count = crlf ? occurrences(text, wanted) : plain;
  if (count === 0) return { done: false, problem: "not_found", count };
  if (count > 1 && !all) return { done: false, problem: "ambiguous", count };
  return { done: true, text: text.split(wanted).join(next), count };
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}
function toCrlf(text: string): string {
  return text.replace(/\r?\n/g, "\r\n");
}
