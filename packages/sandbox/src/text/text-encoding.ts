/** How the bytes of a text file are read and written back unchanged. */
export type TextEncodingName = "utf-8" | "utf-16le" | "utf-16be";

/** The text of a file, byte order mark included as U+FEFF; undefined: it is not text. */
export function decodeText(
  data: Uint8Array,
): { readonly text: string; readonly encoding: TextEncodingName } | undefined {
  const encoding = encodingOf(data);
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(data);
    return encoding === "utf-8" && text.includes("\0") ? undefined : { text, encoding };
  } catch {
    return undefined;
  }
}

export function encodeText(text: string, encoding: TextEncodingName): Uint8Array {
  if (encoding === "utf-8") return Buffer.from(text, "utf8");
  const bytes = Buffer.from(text, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}

function encodingOf(data: Uint8Array): TextEncodingName {
  if (data[0] === 0xff && data[1] === 0xfe) return "utf-16le";
  if (data[0] === 0xfe && data[1] === 0xff) return "utf-16be";
  return "utf-8";
}
