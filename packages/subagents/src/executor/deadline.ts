/** The longest delay that a timer takes; a longer one would fire at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

export interface Deadline {
  clear(): void;
}

/** Calls `onReached` once, after any number of milliseconds, unless cleared. The process lives until then: it may have nothing else to wait for. */
export function startDeadline(milliseconds: number, onReached: () => void): Deadline {
  let left = milliseconds;
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    const delay = Math.min(left, LONGEST_DELAY_MS);
    left -= delay;
    timer = setTimeout(left > 0 ? wait : onReached, delay);
  };
  wait();
  return { clear: () => clearTimeout(timer) };
}
