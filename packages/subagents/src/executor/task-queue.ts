/** Admits at most `width` holders at a time, in the order they asked. */
export interface TaskQueue {
  /** Calls `onTurn` when a slot is free, at once if one is; the holder gives it back with `release`. */
  enter(onTurn: (release: () => void) => void): { leave(): void };
  readonly running: number;
  readonly waiting: number;
}

export function createTaskQueue(width: number): TaskQueue {
  const waiting = new Set<(release: () => void) => void>();
  let running = 0;

  const admit = (): void => {
    for (const onTurn of waiting) {
      if (running >= width) return;
      waiting.delete(onTurn);
      running += 1;
      onTurn(releaseOnce());
    }
  };
  const releaseOnce = (): (() => void) => {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      running -= 1;
      admit();
    };
  };

  return {
    enter(onTurn) {
      waiting.add(onTurn);
      admit();
      return { leave: () => void waiting.delete(onTurn) };
    },
    get running() {
      return running;
    },
    get waiting() {
      return waiting.size;
    },
  };
}
