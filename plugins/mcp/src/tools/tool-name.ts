import { createHash } from "node:crypto";

/** OpenAI's limit for the name of a function; others allow more. */
const MAX_LENGTH = 64;
const VALID = /^[A-Za-z0-9_-]+$/;

/** Names that every model API and our own prompt section can carry. */
export function isValidToolName(name: string): boolean {
  return VALID.test(name);
}

/** `mcp__SERVER__TOOL`. One that is too long for a model API is cut and gets eight hex digits of its hash. */
export function mcpToolName(server: string, tool: string): string {
  const name = `mcp__${server}__${tool}`;
  if (name.length <= MAX_LENGTH) return name;
  const digits = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${name.slice(0, MAX_LENGTH - digits.length - 1)}_${digits}`;
}
