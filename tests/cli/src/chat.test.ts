import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { antler, closedEndpoint, endpointConfig, folderOf } from "./test-io.js";

const TALK = `models:
  - name: main
    use: scripted
    rules:
      - { name: greet, when: { pattern: "hello (?<who>\\\\w+)" }, turns: [{ text: "hi {{ capture.who }}" }] }
    otherwise: what?
subagents:
  custom_agents:
    reader: { description: Reads., system_prompt: You read., tools: [read_file] }
`;

it("answers line after line on a pipe, without prompt and echo", async () => {
  const cwd = folderOf({ "config.yaml": TALK });
  const { code, out } = await antler(cwd, ["chat"], { input: "hello ann\n\nhello bob\n" });
  expect({ code, out }).toEqual({ code: 0, out: "hi ann\nhi bob\n" });
});

it("lists tools, agents and skills, explains a tool, and leaves on /exit", async () => {
  const cwd = folderOf({ "config.yaml": TALK });
  const input =
    "/tools\n/agents\n/skills\n/explain write_file\n/explain write_fiel\n/explain\n/cancel x\n/explian\n/exit\nhello never\n";
  const { code, out } = await antler(cwd, ["chat"], { input });
  expect(code).toBe(0);
  expect(out).toMatch(/^read_file /m);
  expect(out).toMatch(/^general-purpose /m);
  expect(out).toMatch(/^reader +removed .* config\.yaml:\d+:\d+$/m);
  expect(out).toContain('there is no tool "write_fiel". Did you mean "write_file"?');
  expect(out).toContain("say which tool: /explain TOOL\n");
  expect(out).toContain("no task is running\n");
  expect(out).toContain('Did you mean "/explain"?');
  expect(out).not.toContain("never");
});

it("goes on after a turn that failed", async () => {
  const cwd = folderOf({ "config.yaml": endpointConfig(await closedEndpoint()) });
  const { code, out, err } = await antler(cwd, ["chat"], { env: { KEY: "sk-1" }, input: "one\n/help\n" });
  expect(code).toBe(0);
  expect(err).toMatch(/refused the connection.*\n {2}at config\.yaml:5:15/);
  expect(out).toContain("/explain");
});

it("cancels the turn on Ctrl+C and leaves on the second", async () => {
  const cwd = folderOf({
    "config.yaml": "models:\n  - { name: main, use: scripted, turns: [{ text: late, delay_ms: 600000 }] }\n",
  });
  let interrupt: (signal: "SIGINT") => void = () => {};
  let cancelled = 0;
  const { code, out } = await antler(cwd, ["chat"], {
    input: "go\n/agents\n",
    onStart: (send) => {
      interrupt = send;
    },
    onOutput: (text) => {
      if (text.startsWith("tools_resolved")) interrupt("SIGINT");
      if (text === "cancelled\n") cancelled++;
      if (text.includes("general-purpose ")) interrupt("SIGINT");
    },
  });
  expect({ code, cancelled }).toEqual({ code: 130, cancelled: 1 });
  expect(out).not.toContain("late");
});

it("CFG-11: answers by an edited config from the next message on, and by the last good one after a broken edit", async () => {
  const says = (text: string): string => `models: [{ name: main, use: scripted, turns: [{ text: ${text} }] }]\n`;
  const cwd = folderOf({ "config.yaml": says("old") });
  const edits = [says("new"), "models: [", says("newer")];
  const { code, out, err } = await antler(cwd, ["chat"], {
    input: "one\ntwo\nthree\nfour\n",
    onOutput: (text) => {
      if (/^run_finished/m.test(text)) writeFileSync(join(cwd, "config.yaml"), edits.shift() ?? says("end"));
    },
  });
  expect({ code, out }).toEqual({ code: 0, out: "old\nnew\nnew\nnewer\n" });
  expect(err).toMatch(/error: .*\n.*config\.yaml:\d+:\d+[\s\S]*stays in force/);
});
