import Table from "cli-table3";
import { sanitize } from "./sanitize.js";
import { type Paint, plain } from "./style.js";

const NO_LINES = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
} as const;

/**
 * Columns aligned by display width, under one line of titles; no frame, no blanks at line ends. Ends with a newline.
 * `lastWidth`: cells of the last column are cut to so many terminal cells; `…` marks the cut.
 */
export function formatTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  paint: Paint = plain,
  lastWidth?: number,
): string {
  const table = new Table({
    head: titles.map((title) => paint("strong", title)),
    chars: NO_LINES,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    colWidths: titles.map((_, index) => (index === titles.length - 1 ? (lastWidth ?? null) : null)),
  });
  for (const row of rows) table.push([...row]);
  const lines = table.toString().split("\n");
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

/** A cell made of text from outside: one line, no control characters. `-` where there is nothing. */
export function cell(text: string | null | undefined): string {
  const clean = sanitize(text ?? "")
    .replace(/\s+/g, " ")
    .trim();
  return clean === "" ? "-" : clean;
}
