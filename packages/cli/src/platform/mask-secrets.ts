/** Keys whose values are secrets. `max_tokens` and `token_budget` are not. */
const SECRET_KEY = /(api_?key|secret|password|passwd|authorization|credential|(^|_)token$|access_?key|private_?key)/i;
/** Under these keys every value counts as a secret: their own keys are names of headers and variables. */
const SECRET_MAP = /^(headers|default_headers|env|environment|secrets)$/i;
/** User and password inside an address. */
const URL_PASSWORD = /\/\/[^/@\s]+@/g;
const MASK = "***";

/** Whether the value at this path of config keys must not be printed. */
export function isSecretPath(path: readonly (string | number)[]): boolean {
  return path.some((key, index) => {
    const name = String(key);
    return SECRET_KEY.test(name) || (SECRET_MAP.test(name) && index < path.length - 1);
  });
}

/** A copy with every secret as `***`. `none`, `null` and empty texts are not secrets; numbers and booleans stay. Of an address only the password goes. */
export function maskSecrets(value: unknown, path: readonly (string | number)[] = []): unknown {
  if (Array.isArray(value)) return value.map((item, index) => maskSecrets(item, [...path, index]));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskSecrets(item, [...path, key])]));
  if (typeof value !== "string" || value === "" || value === "none") return value;
  return isSecretPath(path) ? MASK : value.replace(URL_PASSWORD, `//${MASK}@`);
}
