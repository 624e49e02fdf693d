const GAP = "...";

/** At most `most` characters (UTF-16 units): the whole text, or its head and tail around `...`, no character cut in two. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = most - GAP.length;
  const head = cutHead(text, Math.ceil(room / 2));
  return `${head}${GAP}${cutTail(text, Math.floor(room / 2))}`;
}

function cutHead(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, isHighSurrogate(text, most - 1) ? most - 1 : most);
}

function cutTail(text: string, most: number): string {
  const from = text.length - most;
  return text.slice(isHighSurrogate(text, from - 1) ? from + 1 : from);
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}
