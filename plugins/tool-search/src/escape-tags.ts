const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** For text inside a tagged part of the system message: it cannot end the part. */
export function escapeTags(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
}
