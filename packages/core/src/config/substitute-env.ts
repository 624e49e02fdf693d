import type { Env } from "./env.js";

const REFERENCE = /\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;
const WHOLE = /^\$([A-Za-z_][A-Za-z0-9_]*)$/;

/** `Bearer $TOKEN`: a reference at the end that is not substituted. */
const UNBRACED = /(?<=[^$])\$([A-Z_][A-Z0-9_]*)$/;
/** `${NAME-default}`, `${NAME:?}` and other forms that shells have, or one that is not closed. */
const OTHER_FORM = /(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]*)(?![A-Za-z0-9_]|\}|:-[^}]*\})[^}]*\}?/;

export interface Substituted {
  readonly text: string;
  /** Variables that are not set and have no default. */
  readonly missing: readonly string[];
}

/**
 * Replaces references in one scalar: `$VAR` when it is the whole value, `${VAR}` and `${VAR:-default}` anywhere,
 * `$$` for a dollar sign. One pass: what was put in is not looked at again. Other dollar signs stay as they are.
 */
export function substituteEnv(text: string, env: Env): Substituted {
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined) {
    const value = variable(env, whole);
    return value === undefined ? { text, missing: [whole] } : { text: value, missing: [] };
  }
  const missing: string[] = [];
  const replaced = text.replace(REFERENCE, (reference, name: string | undefined, fallback: string | undefined) => {
    if (name === undefined) return "$";
    const value = variable(env, name);
    if (value !== undefined && (value !== "" || fallback === undefined)) return value;
    if (fallback !== undefined) return fallback;
    missing.push(name);
    return reference;
  });
  return { text: replaced, missing };
}

/** `constructor` and its like are names that every object knows, and no variables. */
function variable(env: Env, name: string): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

export interface StrayReference {
  /** As written. */
  readonly text: string;
  readonly name: string;
  readonly reason: string;
}

/** What looks like a reference in a value of one line but is none; it stays as it stands, and most likely is a mistake. */
export function strayReference(value: string): StrayReference | undefined {
  if (value.includes("\n")) return undefined;
  const unbraced = UNBRACED.exec(value);
  const found = unbraced ?? OTHER_FORM.exec(value);
  if (found?.[1] === undefined) return undefined;
  const reason =
    unbraced !== null
      ? "it is not the whole value"
      : found[0].endsWith("}")
        ? "only `${NAME}` and `${NAME:-default}` are replaced"
        : "its brace is not closed";
  return { text: found[0], name: found[1], reason };
}
