import { readdirSync, readFileSync } from "node:fs";

/** Processes on this machine whose last argument is `tag`, zombies not counted. */
export function sleeping(tag: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const read = (file: string): string => {
        try {
          return readFileSync(`/proc/${pid}/${file}`, "latin1");
        } catch {
          return "";
        }
      };
      const words = read("cmdline").split("\0");
      return words[0]?.endsWith("sleep") === true && words.includes(tag) && !/\) [ZX] /.test(read("stat"));
    });
}

export function endAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself.
    }
  }
}

/** Waits for a condition that nothing announces. Rejects after `ms`. */
export async function until(condition: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error("the condition did not come true");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
let tags = 0;
/** Seconds that nobody else sleeps. */
export function newTag(): string {
  return `${4000 + (++tags % 900)}.${process.pid}${tags}`;
}
