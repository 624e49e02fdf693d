import type { SearchLimits } from "./config.js";
import { textPattern } from "./text-pattern.js";

export interface CatalogueEntry {
  readonly name: string;
  readonly description: string;
}

const SELECT = "select:";
const DEFAULT_LIMITS: SearchLimits = { maxResults: 5, maxQueryLength: 200 };

/**
 * The tools that a query finds.
 * - `select:a,b`: exactly these, in catalogue order, as many as there are.
 * - `+word ... rest`: tools whose name has every such word, most hits of the rest first.
 * - `words`: tools with any of the words, best first: a hit in the name counts 2, one in the description alone 1.
 * Words are regular expressions without regard to case; equals stay in catalogue order. Nothing asked, nothing found.
 */
export function searchCatalogue<T extends CatalogueEntry>(
  catalogue: readonly T[],
  query: string,
  limits: SearchLimits = DEFAULT_LIMITS,
): readonly T[] {
  const trimmed = query.trim();
  if (trimmed.startsWith(SELECT)) return select(catalogue, trimmed.slice(SELECT.length));
  const words = trimmed
    .slice(0, limits.maxQueryLength)
    .split(/\s+/)
    .filter((word) => word !== "");
  const required = words.filter((word) => word.startsWith("+")).map((word) => word.slice(1));
  const others = words.filter((word) => !word.startsWith("+"));
  if (required.includes("")) return [];
  const found = required.length > 0 ? rankRequired(catalogue, required, others) : rankAny(catalogue, others);
  return found.slice(0, limits.maxResults);
}

function select<T extends CatalogueEntry>(catalogue: readonly T[], list: string): readonly T[] {
  const wanted = new Set(list.split(",").map((name) => name.trim()));
  return catalogue.filter((entry) => wanted.has(entry.name));
}

function rankRequired<T extends CatalogueEntry>(
  catalogue: readonly T[],
  required: readonly string[],
  rest: readonly string[],
) {
  const patterns = rest.map(textPattern);
  const named = catalogue.filter(({ name }) =>
    required.every((word) => name.toLowerCase().includes(word.toLowerCase())),
  );
  return best(named, ({ name, description }) =>
    sum(patterns.map((pattern) => pattern.count(`${name} ${description}`))),
  );
}

function rankAny<T extends CatalogueEntry>(catalogue: readonly T[], words: readonly string[]) {
  const patterns = words.map(textPattern);
  const score = ({ name, description }: T) =>
    sum(patterns.map((pattern) => (pattern.occurs(name) ? 2 : pattern.occurs(`${name} ${description}`) ? 1 : 0)));
  return best(
    catalogue.filter((entry) => score(entry) > 0),
    score,
  );
}

/** Highest score first; `toSorted` is stable, so equals keep their order. */
function best<T>(entries: readonly T[], score: (entry: T) => number): readonly T[] {
  return entries
    .map((entry) => ({ entry, score: score(entry) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
