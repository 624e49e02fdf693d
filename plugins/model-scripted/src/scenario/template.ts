import { createRequire } from "node:module";
import { AntlerError, errorText, type SourcePosition } from "@antler/plugin-api";
import type { Liquid, Template } from "liquidjs";

/** A template that was checked when it was read. */
export interface CompiledTemplate {
  /** Absent for text without a template in it. */
  readonly parsed?: readonly Template[];
  readonly source: string;
  readonly position: SourcePosition | undefined;
}

let engine: Liquid | undefined;

/**
 * Liquid, strict: unknown filters, tags and variables are errors, inherited properties do not exist, no file is ever read.
 * A template that is one output (`{{ … }}`) keeps the value's type; anything else is text. Loaded with the first template, so that
 * platforms without one do not wait for it.
 */
function liquid(): Liquid {
  engine ??= createEngine(createRequire(import.meta.url)("liquidjs") as typeof import("liquidjs"));
  return engine;
}

function createEngine(library: typeof import("liquidjs")): Liquid {
  const created = new library.Liquid({
    strictFilters: true,
    strictVariables: true,
    ownPropertyOnly: true,
    keepOutputType: true,
    templates: {},
  });
  for (const tag of ["include", "render", "layout", "block"]) delete created.tags[tag];
  // What would make two runs differ: chance and the clock.
  for (const filter of [
    "sample",
    "date",
    "date_to_xmlschema",
    "date_to_rfc822",
    "date_to_string",
    "date_to_long_string",
  ])
    delete created.filters[filter];
  created.registerFilter("lines", (text: unknown) =>
    textOf(text)
      .split(/\r?\n/u)
      .filter((line) => line !== ""),
  );
  created.registerFilter("matches", (text: unknown, pattern: unknown) => allMatches(textOf(text), pattern));
  return created;
}

/** Throws what Liquid throws for a template that cannot be parsed; the caller knows where it stands. */
export function compileTemplate(source: string, position: SourcePosition | undefined): CompiledTemplate {
  return /\{[{%]/.test(source) ? { parsed: liquid().parse(source), source, position } : { source, position };
}

/** The value of a template. Throws ANTLER_SCENARIO_TEMPLATE where it uses what is not there. */
export function renderValue(template: CompiledTemplate, scope: object): unknown {
  if (template.parsed === undefined) return template.source;
  try {
    return liquid().renderSync([...template.parsed], scope);
  } catch (error) {
    throw new AntlerError({
      code: "ANTLER_SCENARIO_TEMPLATE",
      message: `the scenario's template ${JSON.stringify(template.source)} failed: ${errorText(error)}`,
      hint: "Use only capture, message, system, tools, pattern, vars, result, results, and in for_each item and index.",
      position: template.position,
      cause: error,
    });
  }
}
export function renderText(template: CompiledTemplate, scope: object): string {
  return textOf(renderValue(template, scope));
}

/** How a value reads inside a text: lists one element a line. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(textOf).join("\n");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Every match of a pattern: its named groups, and the whole as `match`. */
function allMatches(text: string, pattern: unknown): readonly object[] {
  if (!(pattern instanceof RegExp)) throw new Error("matches needs a pattern of the rule, e.g. `matches: pattern.hit`");
  const global = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`);
  return [...text.matchAll(global)].map((found) => ({ ...groupsOf(found), match: found[0] }));
}

/** The named groups; one that took no part is null, so that templates can test it. */
export function groupsOf(found: RegExpMatchArray): Readonly<Record<string, string | null>> {
  return Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, value ?? null]));
}
