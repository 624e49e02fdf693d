/**
 * The comparison rule of the cases: objects as subsets, arrays exactly, a string that starts with `re:` as a regular
 * expression over the text (flag `s`), `{"error":"*"}` as any refusal; everything else by `===`.
 */
export function matches(expected: unknown, got: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(got) && expected.length === got.length && expected.every((part, index) => matches(part, got[index]))
    );
  if (isObject(expected)) {
    if (!isObject(got)) return false;
    if (Object.keys(expected).length === 1 && expected["error"] === "*") return "error" in got;
    return Object.entries(expected).every(([key, part]) => Object.hasOwn(got, key) && matches(part, got[key]));
  }
  if (typeof expected === "string" && expected.startsWith("re:"))
    return typeof got === "string" && new RegExp(expected.slice(3), "s").test(got);
  return expected === got;
}

/** Arrays count: `{"error":"*"}` asks any value for the key. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
