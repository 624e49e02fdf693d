import type { Env } from "./env.js";

const REFERENCE = /\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;
const WHOLE = /^\$([A-Za-z_][A-Za-z0-9_]*)$/;

/** `Bearer $TOKEN`: one line, with a reference at its end that is not substituted. */
const UNBRACED = /^[^\n]*[^\n$]\$([A-Z_][A-Z0-9_]*)$/;

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
    const value = env[whole];
    return value === undefined ? { text, missing: [whole] } : { text: value, missing: [] };
  }
  const missing: string[] = [];
  const replaced = text.replace(REFERENCE, (reference, name: string | undefined, fallback: string | undefined) => {
    if (name === undefined) return "$";
    const value = env[name];
    if (value !== undefined && (value !== "" || fallback === undefined)) return value;
    if (fallback !== undefined) return fallback;
    missing.push(name);
    return reference;
  });
  return { text: replaced, missing };
}

/** The name that a longer value ends with as if it were a reference; it stays as it stands, and most likely is a mistake. */
export function unbracedReference(text: string): string | undefined {
  return UNBRACED.exec(text)?.[1];
}
