import stringWidth from "string-width";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Cells that the text takes on a terminal: 2 for CJK and emoji, 0 for escape sequences. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** At most `width` cells, cut between graphemes; `…` marks the cut. Plain text only. */
export function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 1) return "";
  let kept = "";
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const cells = widthOf(segment);
    if (used + cells > width - 1) break;
    kept += segment;
    used += cells;
  }
  return `${kept}…`;
}

/** Exactly `width` cells: cut or filled with blanks. */
export function fit(text: string, width: number, align: "left" | "right" = "left"): string {
  const cut = truncate(text, width);
  const blanks = " ".repeat(Math.max(0, width - widthOf(cut)));
  return align === "left" ? cut + blanks : blanks + cut;
}
