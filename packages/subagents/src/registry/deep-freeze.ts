/** A frozen copy of plain data: nobody can change a definition, or a list it was made from. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  const copy = Array.isArray(value)
    ? value.map(deepFreeze)
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deepFreeze(inner)]));
  return Object.freeze(copy) as T;
}
