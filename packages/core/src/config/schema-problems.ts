import { type ConfigProblem, type ErrorCode, nearestName } from "@antler/plugin-api";
import type { ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ConfigDocument, ConfigPath } from "./config-document.js";

const ajv: Ajv2020 = new Ajv2020({
  allErrors: true,
  strict: false,
  strictNumbers: true,
  verbose: true,
  validateSchema: false,
});

/**
 * What is wrong with a value, as sentences with positions. `base` is where the value stands in the document.
 * Values are never quoted when their key looks like a secret's.
 */
export function schemaProblems(
  value: unknown,
  schema: object,
  base: ConfigPath,
  document: ConfigDocument,
): ConfigProblem[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  const errors = (validate.errors ?? []).filter((error, _index, all) => !isNoise(error, all));
  const seen = new Set<string>();
  return errors.flatMap((error) => {
    const problem = toProblem(error, base, document);
    const key = `${problem.message} ${problem.position?.line ?? 0}:${problem.position?.column ?? 0}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [problem];
  });
}

/** What another error says better: the real fault below an `anyOf`, a misspelt key, a value of the wrong type. */
function isNoise(error: ErrorObject, all: readonly ErrorObject[]): boolean {
  if (error.keyword === "if" || error.propertyName !== undefined) return true;
  const beside = all.filter((other) => other !== error && other.instancePath === error.instancePath);
  if (error.keyword === "required")
    return beside.some((other) => isUnknownKey(other) && nearestKnown(other) === missingKey(error));
  if (RANGES.has(error.keyword) && beside.some(({ keyword }) => keyword === "type")) return true;
  return (
    (error.keyword === "anyOf" || error.keyword === "oneOf") &&
    all.some(
      (other) =>
        other !== error && other.instancePath.startsWith(error.instancePath) && other.keyword !== error.keyword,
    )
  );
}

const RANGES = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]);

function isUnknownKey({ keyword }: ErrorObject): boolean {
  return keyword === "additionalProperties" || keyword === "unevaluatedProperties";
}
function unknownKey({ params }: ErrorObject): string {
  const { additionalProperty, unevaluatedProperty } = params as Readonly<Record<string, unknown>>;
  return String(additionalProperty ?? unevaluatedProperty);
}
function missingKey({ params }: ErrorObject): string {
  return String((params as Readonly<Record<string, unknown>>)["missingProperty"]);
}
function knownKeys({ parentSchema }: ErrorObject): readonly string[] {
  return Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
}
function nearestKnown(error: ErrorObject): string | undefined {
  return nearestName(unknownKey(error), knownKeys(error));
}

function toProblem(error: ErrorObject, base: ConfigPath, document: ConfigDocument): ConfigProblem {
  const path = [...base, ...pathOf(error.instancePath)];
  const name = path.join(".") || "the file";
  const at = document.locate(path) ?? document.locateKey(path) ?? document.locate(path.slice(0, -1)) ?? undefined;
  const problem = (code: ErrorCode, message: string, hint: string, position = at): ConfigProblem => ({
    severity: "error",
    code,
    message,
    hint,
    position,
  });
  const wrongValue = (message: string, hint: string): ConfigProblem => problem("ANTLER_CONFIG_VALUE", message, hint);
  const params = error.params as Readonly<Record<string, unknown>>;
  const got = describe(error.data, String(path.at(-1) ?? ""));
  switch (error.keyword) {
    case "additionalProperties":
    case "unevaluatedProperties": {
      const key = unknownKey(error);
      const nearest = nearestKnown(error);
      const own = (error.parentSchema as { "x-unknown-hint"?: Record<string, string> } | undefined)?.[
        "x-unknown-hint"
      ]?.[key];
      const full = [...path, key];
      return problem(
        "ANTLER_CONFIG_KEY_UNKNOWN",
        `unknown key \`${full.join(".")}\``,
        own ??
          (nearest === undefined
            ? `Known here: ${knownKeys(error).join(", ") || "none"}.`
            : `Did you mean \`${nearest}\`?`),
        document.locateKey(full) ?? at,
      );
    }
    case "required":
      return problem(
        "ANTLER_CONFIG_KEY_MISSING",
        `\`${[...path, missingKey(error)].join(".")}\` is missing`,
        `Add \`${missingKey(error)}:\` to \`${name}\`.`,
      );
    case "type":
      return problem(
        "ANTLER_CONFIG_TYPE",
        `\`${name}\` must be ${article(params["type"])}, not ${got}`,
        typeHint(params["type"], error.data),
      );
    case "enum":
      return wrongValue(
        `\`${name}\` must be one of ${list(params["allowedValues"])}, not ${got}`,
        enumHint(error.data, params["allowedValues"]),
      );
    case "const":
      return wrongValue(
        `\`${name}\` must be ${JSON.stringify(params["allowedValue"])}, not ${got}`,
        "Write that value.",
      );
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return problem(
        "ANTLER_CONFIG_RANGE",
        `\`${name}\` must be ${comparison(params["comparison"])} ${String(params["limit"])}, not ${got}`,
        "Write a number in that range, or remove the key to get the default.",
      );
    case "minLength":
    case "minItems":
      return wrongValue(`\`${name}\` must not be empty`, "Write a value, or remove the key.");
    case "propertyNames": {
      const key = String(params["propertyName"]);
      const rule = (error.schema as { description?: string } | undefined)?.description;
      return problem(
        "ANTLER_CONFIG_NAME",
        `\`${[...path, key].join(".")}\` is not a name that can be used here`,
        rule ?? "See docs/config.md for this key.",
        document.locateKey([...path, key]) ?? at,
      );
    }
    case "pattern":
      return wrongValue(
        `\`${name}\` does not have the right form: ${error.message ?? ""}`,
        "See docs/config.md for this key.",
      );
    default:
      return wrongValue(`\`${name}\` ${error.message ?? "is not valid"}`, "See docs/config.md for this key.");
  }
}

function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

const SECRET = /(^|_)(key|token|secret|password|authorization|headers|env)$/i;

function describe(data: unknown, key: string): string {
  if (data === null) return "blank";
  if (Array.isArray(data)) return "a list";
  if (typeof data === "object") return "a mapping";
  if (SECRET.test(key)) return typeof data === "string" ? "a text" : `a ${typeof data}`;
  const text = typeof data === "number" ? String(data) : (JSON.stringify(data) ?? String(data));
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ["integer", "a whole number"],
  ["number", "a number"],
  ["string", "text"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "a mapping of keys to values"],
  ["null", "blank"],
]);

function article(type: unknown): string {
  const types = Array.isArray(type) ? type : [type];
  return types.map((one) => TYPE_WORDS.get(String(one)) ?? String(one)).join(" or ");
}

function typeHint(type: unknown, data: unknown): string {
  const types = Array.isArray(type) ? type.map(String) : [String(type)];
  if (types.includes("integer") && typeof data === "string")
    return /^\s*-?\d/.test(data)
      ? "Write digits only, without a unit, for example `900`."
      : "Write a number, for example `900`, or remove the key to get the default.";
  if (types.includes("integer") && typeof data === "number")
    return Number.isFinite(data) ? "Round it to a whole number." : "Write a number, for example `900`.";
  if (types.includes("array") && typeof data === "string" && /^[^\n[\]{}]+$/.test(data))
    return `Write it as a list: \`[${data}]\`.`;
  if (types.includes("boolean") && !types.includes("string")) return "Write `true` or `false`.";
  if (types.includes("string") && typeof data === "number") return `Put it in quotes: \`"${data}"\`.`;
  return "See docs/config.md for this key.";
}

function enumHint(data: unknown, allowed: unknown): string {
  const nearest =
    typeof data === "string" && Array.isArray(allowed) ? nearestName(data, allowed.map(String)) : undefined;
  return nearest === undefined ? "Choose one of them." : `Did you mean \`${nearest}\`?`;
}

function list(values: unknown): string {
  if (!Array.isArray(values)) return String(values);
  return values
    .filter((value) => value !== null) // a blank value is the absent one
    .map((value) => JSON.stringify(value))
    .join(", ");
}

function comparison(sign: unknown): string {
  return (
    new Map([
      [">=", "at least"],
      ["<=", "at most"],
      [">", "more than"],
      ["<", "less than"],
    ]).get(String(sign)) ?? String(sign)
  );
}
