/** Tasks that one message may start where nothing else is configured. */
export const DEFAULT_CONCURRENT = 3;
/** More than four at once have cost more in the lead's attention than they saved. */
const MOST_CONCURRENT = 4;
const MOST_TOTAL = 50;

/** Tasks per message: 1 to 4. The tool's description and the middleware both use the clamped number. */
export function clampConcurrent(limit: number): number {
  return clamp(limit, MOST_CONCURRENT);
}

/** Tasks per run: 1 to 50. */
export function clampTotal(limit: number): number {
  return clamp(limit, MOST_TOTAL);
}

function clamp(limit: number, most: number): number {
  return Math.min(Math.max(Math.trunc(limit), 1), most);
}
