/** A header of the HTTP answer that an error carries, by lower-case name. Reads `Headers` and plain records. */
export function responseHeader(error: unknown): (name: string) => string | undefined {
  return (name) => {
    if (typeof error !== "object" || error === null) return undefined;
    const record = error as Readonly<Record<string, unknown>>;
    const response = record["response"];
    const nested =
      typeof response === "object" && response !== null && "headers" in response ? response.headers : undefined;
    return read(record["headers"], name) ?? read(nested, name);
  };
}

/**
 * How long the provider asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date.
 * undefined: it does not say, or says nothing that can be read.
 */
export function retryAfterMs(
  header: (name: string) => string | undefined,
  now: number = Date.now(),
): number | undefined {
  const milliseconds = nonNegative(header("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const text = header("retry-after");
  const seconds = nonNegative(text);
  if (seconds !== undefined) return seconds * 1000;
  if (text === undefined || !/[a-z]/i.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function nonNegative(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return undefined;
  return Number(text);
}

function read(headers: unknown, name: string): string | undefined {
  if (typeof headers !== "object" || headers === null) return undefined;
  if ("get" in headers && typeof headers.get === "function") {
    const value: unknown = headers.get(name);
    return typeof value === "string" ? value : undefined;
  }
  for (const [key, value] of Object.entries(headers))
    if (key.toLowerCase() === name && (typeof value === "string" || typeof value === "number")) return String(value);
  return undefined;
}
