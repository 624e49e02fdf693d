/**
 * A value as one line of JSON. The line and paragraph separators of Unicode are escaped: JSON allows them inside a text,
 * but some readers of lines split there.
 */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}\n`;
}
