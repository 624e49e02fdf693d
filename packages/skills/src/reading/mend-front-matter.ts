export interface MendedFrontMatter {
  readonly yaml: string;
  /** Line numbers within the front matter, from 1, of the values that were put in quotes. */
  readonly lines: readonly number[];
}

/** `key: value` at the left margin. */
const TOP_LEVEL = /^([A-Za-z_][\w-]*):[ \t]+(\S.*?)[ \t]*\r?$/;
/** A value that YAML would read as something else than its words: a colon, or a reserved first character. */
const NEEDS_QUOTES = /:(?:\s|$)|^[@`%*&!]/;
const ALREADY_STRUCTURED = /^["'[{|>]/;

/**
 * Puts plain values that YAML cannot read (`description: Use: carefully`) in quotes, line by line.
 * Further lines of such a value are drawn into it; blank lines take their place, so positions stay right.
 */
export function mendFrontMatter(yaml: string): MendedFrontMatter {
  const lines = yaml.split("\n");
  const mended: number[] = [];
  for (const [index, line] of lines.entries()) {
    const found = TOP_LEVEL.exec(line);
    const [key, value] = [found?.[1], found?.[2]];
    if (key === undefined || value === undefined || ALREADY_STRUCTURED.test(value) || !NEEDS_QUOTES.test(value))
      continue;
    const parts = [value];
    for (let next = index + 1; /^[ \t]+\S/.test(lines[next] ?? ""); next++) {
      parts.push((lines[next] ?? "").trim());
      lines[next] = "";
    }
    lines[index] = `${key}: ${JSON.stringify(parts.join(" "))}`;
    mended.push(index + 1);
  }
  return { yaml: lines.join("\n"), lines: mended };
}
