import { describe, expect, it } from "vitest";
import { onTerminal } from "./terminal-screen.js";
import { folderOf } from "./test-io.js";

/** Three subagents at once: the second one's model fails at its first call. They end one after the other. */
const THREE = `models:
  - name: main
    use: scripted
    rules:
      - name: work
        agent: { without_tools: [task] }
        when: { pattern: 'wait (?<ms>\\d+)' }
        turns:
          - calls: [{ tool: ls, args: { path: /mnt/user-data/workspace } }]

          - text: done
      - name: greet
        when: { pattern: hello }
        turns: [{ text: "Hello, 世界! 👋" }]
      - name: lead
        turns:
          - text: I split the work.
            calls:
              - { tool: task, args: { description: 调查 packages/billing, prompt: wait 1, subagent_type: general-purpose } }
              - { tool: task, args: { description: ask the broken one, prompt: wait 2, subagent_type: broken } }
              - { tool: task, args: { description: look at 📦 web, prompt: wait 3, subagent_type: general-purpose } }
          - text: "All done:\\n- billing\\n- web"
  - name: broken
    use: scripted
    turns: [{ text: "{{ nothing.here }}" }]
subagents:
  custom_agents:
    broken: { description: Breaks., system_prompt: You break., tools: [ls], model: broken }
`;

describe.each([80, 120])("on a terminal of %i columns", (columns) => {
  const sorted = (text: string): string => {
    const lines = text.split("\n");
    const settled = lines.filter((line) => /^[✓✗] /.test(line)).sort();
    return lines.map((line) => (/^[✓✗] /.test(line) ? settled.shift() : line)).join("\n");
  };

  it("antler run leaves one line a task, the answer and the total", async () => {
    const cwd = folderOf({ "config.yaml": THREE, "work/a.txt": "a" });
    const session = onTerminal(cwd, ["run", "go", "--workspace", "work"], columns);
    expect(await session.code).toBe(0);
    await session.shows(/total: /);
    await expect(sorted(session.screen())).toMatchFileSnapshot(`fixtures/run-${columns}.txt`);
  });

  it("antler chat streams the answer, keeps one line a task and asks again", async () => {
    const cwd = folderOf({ "config.yaml": THREE, "work/a.txt": "a" });
    const session = onTerminal(cwd, ["chat", "--workspace", "work"], columns);
    await session.shows(/leaves\.\n> ?$/);
    session.type("hello\r");
    await session.shows(/👋[\s\S]*\n> ?$/u);
    session.type("go\r");
    await session.shows(/- web[\s\S]*\n> ?$/u);
    const screen = session.screen();
    session.type("/exit\r");
    expect(await session.code).toBe(0);
    await expect(sorted(screen)).toMatchFileSnapshot(`fixtures/chat-${columns}.txt`);
  });
});
