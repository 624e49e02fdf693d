/**
 * The known name that `wanted` most likely means, or undefined when none is close.
 * Close: at most a third of the longer name has to change (insert, delete, replace, swap of neighbours); case is free.
 */
export function nearestName(wanted: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const distance = editDistance(wanted.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance && distance <= Math.ceil(Math.max(wanted.length, name.length) / 3)) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** So many names fill a few lines; more of them hide the nearest. */
const MAX_LISTED = 30;

/** `Did you mean "x"? Known: a, b, x.` The hint of every error about an unknown name; of more than 30 it lists the first. */
export function unknownNameHint(wanted: string, known: Iterable<string>): string {
  const names = [...known];
  const nearest = nearestName(wanted, names);
  const more = names.length - MAX_LISTED;
  const listed = names.slice(0, MAX_LISTED).join(", ");
  const list = names.length === 0 ? "There are none." : `Known: ${listed}${more > 0 ? ` and ${more} more` : ""}.`;
  return nearest === undefined ? list : `Did you mean "${nearest}"? ${list}`;
}

/** Optimal string alignment distance. Names are short, so two rows of a table are enough. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replace);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforePrevious[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
