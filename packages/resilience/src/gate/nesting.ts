/**
 * Levels of objects and lists that the arguments of one call may have. Checkpointers refuse to read a thread whose messages are
 * nested beyond 50 levels, the message's own among them; deeper arguments would make the thread unusable for good.
 */
export const MAX_NESTING = 32;

export function isNestedTooDeep(value: unknown, levels: number = MAX_NESTING): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedTooDeep(inner, levels - 1));
}
