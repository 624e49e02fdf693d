/** `950`, `12.3k`, `1.2M`: at most six characters up to 999 million. */
export function shortCount(count: number): string {
  if (count < 10_000) return String(count);
  if (count < 999_950) return `${(count / 1000).toFixed(1)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** `12,345`, the same on every machine. */
export function fullCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** `0.4s`, `12s`, `3m05s`, `1h02m`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  const two = (value: number): string => String(value).padStart(2, "0");
  if (whole < 3600) return `${Math.floor(whole / 60)}m${two(whole % 60)}s`;
  return `${Math.floor(whole / 3600)}h${two(Math.floor((whole % 3600) / 60))}m`;
}

/** `1 task`, `3 tasks`. */
export function plural(count: number, noun: string): string {
  return `${fullCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
