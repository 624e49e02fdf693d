import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCommand } from "./built-command.js";
import { folderOf } from "./test-io.js";
import { openPane, tmuxMissing } from "./tmux.js";

/** Three subagents at once, each of which waits until its gate is opened; the second one fails then. */
const THREE = `models:
  - name: main
    use: scripted
    rules:
      - name: work
        agent: { without_tools: [task] }
        when: { pattern: 'gate (?<gate>\\w+)' }
        turns:
          - calls: [{ tool: bash, args: { description: Wait., command: "cat {{ capture.gate }}" } }]
          - text: done
      - name: greet
        when: { pattern: hello }
        turns: [{ text: "Hello, 世界! 👋" }]
      - name: lead
        turns:
          - text: I split the work.
            calls:
              - { tool: task, args: { description: 调查 packages/billing, prompt: gate one, subagent_type: general-purpose } }
              - { tool: task, args: { description: ask the broken one, prompt: gate two, subagent_type: broken } }
              - { tool: task, args: { description: look at 📦 web, prompt: gate three, subagent_type: bash } }
          - text: "All done:\\n- billing\\n- web"
  - name: broken
    use: scripted
    turns:
      - calls: [{ tool: bash, args: { description: Wait., command: cat two } }]
      - text: "{{ nothing.here }}"
subagents:
  custom_agents:
    broken: { description: Breaks., system_prompt: You break., tools: [bash], model: broken }
sandbox: { use: local, allow_host_bash: true }
`;

function gatedFolder(): { readonly cwd: string; readonly open: (gate: string) => void } {
  const cwd = folderOf({ "config.yaml": THREE, "work/readme.txt": "" });
  const gates = ["one", "two", "three"].map((gate) => join(cwd, "work", gate));
  execFileSync("mkfifo", gates);
  // Opening a FIFO waits for its reader; the subagent is there already, as its row says.
  return { cwd, open: (gate) => writeFileSync(join(cwd, "work", gate), "open\n") };
}

const ROWS = String.raw`1/150 .*bash\n.*1/50 .*bash\n.*1/60 .*bash\n.*waits for 3.*`;
const RUNNING = new RegExp(`${ROWS}\n$`);
const RUNNING_IN_CHAT = new RegExp(`${ROWS}\n>\n$`);
const ENDED = /^exit \d+\n\$$/m;

describe.skipIf(tmuxMissing !== undefined).each([80, 120])(
  `in a terminal of %i columns${tmuxMissing === undefined ? "" : ` (${tmuxMissing})`}`,
  { timeout: 120_000 },
  (columns) => {
    beforeAll(buildCommand, 120_000);

    it("antler run shows a row for each of three subagents, and keeps one line of each that ends", async () => {
      const { cwd, open } = gatedFolder();
      using pane = await openPane(cwd, columns);
      pane.type("antler run go --workspace work; echo exit $?");
      const running = await pane.shows(RUNNING);
      open("two");
      const failed = await pane.shows(/^✗ broken [\s\S]*waits for 2.*\n$/m);
      open("one");
      await pane.shows(/^✓ general-purpose [\s\S]*waits for 1/m);
      open("three");
      const end = await pane.shows(ENDED);
      await expect(titled({ running, "one has failed": failed, end })).toMatchFileSnapshot(
        `fixtures/run-${columns}.txt`,
      );
    });

    it("antler chat streams the answer, shows the rows above what is typed, and asks again", async () => {
      const { cwd, open } = gatedFolder();
      using pane = await openPane(cwd, columns);
      pane.type("antler chat --workspace work; echo exit $?");
      await pane.shows(/leaves\.\n>$/m);
      pane.type("hello");
      await pane.shows(/👋\n>$/m);
      pane.type("go");
      const running = await pane.shows(RUNNING_IN_CHAT);
      pane.type("/cancel 3");
      await pane.shows(/^- bash [\s\S]*waits for 2/m);
      pane.press("x");
      const cancelled = await pane.shows(/waits for 2.*\n> x\n$/);
      open("two");
      await pane.shows(/^✗ broken [\s\S]*waits for 1/m);
      open("one");
      await pane.shows(/- web\n> x/);
      pane.press("BSpace");
      pane.type("/exit");
      const end = await pane.shows(ENDED);
      await expect(titled({ running, "one is cancelled": cancelled, end })).toMatchFileSnapshot(
        `fixtures/chat-${columns}.txt`,
      );
    });

    it("antler chat cancels the turn on the first Ctrl+C and leaves on the second", async () => {
      const { cwd } = gatedFolder();
      using pane = await openPane(cwd, columns);
      pane.type("antler chat --workspace work; echo exit $?");
      await pane.shows(/leaves\.\n>$/m);
      pane.type("go");
      await pane.shows(RUNNING_IN_CHAT);
      pane.press("C-c");
      const cancelled = await pane.shows(/^cancelled\n>$/m);
      pane.press("C-c");
      const end = await pane.shows(ENDED);
      await expect(titled({ cancelled, end })).toMatchFileSnapshot(`fixtures/interrupt-${columns}.txt`);
    });
  },
);

function titled(screens: Readonly<Record<string, string>>): string {
  return Object.entries(screens)
    .map(([title, screen]) => `--- ${title}\n${screen}`)
    .join("");
}
