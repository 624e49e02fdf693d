import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { COMMAND } from "./built-command.js";

/** Why there is no tmux to test on, or undefined. */
export const tmuxMissing: string | undefined =
  spawnSync("tmux", ["-V"]).status === 0 ? undefined : "needs tmux: apt-get install tmux";

export interface Pane extends Disposable {
  /** Types a line, or a key as tmux names it (`C-c`). */
  readonly type: (line: string) => void;
  readonly press: (key: string) => void;
  /** Resolves with the screen once `wanted` is on it and it stands still. Rejects after 20 s, telling what is there. */
  readonly shows: (wanted: RegExp) => Promise<string>;
}

/** How often the screen is looked at, and how long. Milliseconds. */
const LOOK_MS = 40;
const DEADLINE_MS = 20_000;

/** A shell that waits for a line, in a real terminal of a tmux server of its own, with the built command as `antler`. */
export async function openPane(cwd: string, columns: number): Promise<Pane> {
  const socket = `antler-test-${randomUUID()}`;
  const bin = mkdtempSync(join(tmpdir(), "antler-bin-"));
  const shim = join(bin, "antler");
  writeFileSync(shim, `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`);
  chmodSync(shim, 0o755);
  const env = [`PATH=${bin}:${process.env["PATH"] ?? ""}`, `HOME=${cwd}`, "PS1=$ ", "LC_ALL=C.UTF-8"];
  const tmux = (...args: readonly string[]): string =>
    execFileSync("tmux", ["-L", socket, "-f", "/dev/null", "-u", ...args], { encoding: "utf8", cwd });
  const size = ["-x", String(columns), "-y", "24"];
  tmux("new-session", "-d", ...size, "env", "-i", "TERM=screen-256color", ...env, "sh");
  const screen = (): string => `${tmux("capture-pane", "-p").trimEnd()}\n`;
  const pane: Pane = {
    type: (line) => {
      tmux("send-keys", "-l", line);
      tmux("send-keys", "Enter");
    },
    press: (key) => {
      tmux("send-keys", key);
    },
    shows: async (wanted) => {
      const deadline = Date.now() + DEADLINE_MS;
      let before = "";
      while (Date.now() < deadline) {
        const now = normalized(screen());
        if (wanted.test(now) && now === before) return now;
        before = now;
        await pause(LOOK_MS);
      }
      throw new Error(`no ${wanted} on the screen, but:\n${before}`);
    },
    [Symbol.dispose]: () => {
      tmux("kill-server");
    },
  };
  await pane.shows(/^\$\n$/);
  return pane;
}

/** Times become `N.Ns` and token counts `N`, of the same width where they stand in columns. */
function normalized(screen: string): string {
  return screen
    .replace(/(?<=, )\d+\.\ds/g, "N.Ns")
    .replace(/ *\d+\.\ds/g, (time) => "N.Ns".padStart(time.length))
    .replace(/(?<=\d\/\d+) +[\d.]+k?(?= )/g, (tokens) => "N".padStart(tokens.length))
    .replace(/\d[\d,]* (tokens|in|out)\b/g, "N $1");
}
