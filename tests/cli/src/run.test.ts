import { expect, it } from "vitest";
import { antler, closedEndpoint, endpointConfig, folderOf, HELLO, jsonLines } from "./test-io.js";

const DELEGATING = `models:
  - name: main
    use: scripted
    rules:
      - name: work
        agent: { without_tools: [task] }
        turns:
          - calls: [{ tool: ls, args: { path: /mnt/user-data/workspace }, as: listing }]
          - text: "found {{ result.listing | lines | size }} lines"
      - name: lead
        turns:
          - calls:
              - { tool: task, args: { description: look one, prompt: look, subagent_type: general-purpose } }
              - { tool: task, args: { description: look two, prompt: look again, subagent_type: general-purpose } }
          - text: all done
`;

it("writes the answer to standard output, one line per event and the total to standard error", async () => {
  const cwd = folderOf({ "config.yaml": DELEGATING, "work/a.txt": "a" });
  const { code, out, err } = await antler(cwd, ["run", "go", "--workspace", "work"]);
  expect({ code, out }).toEqual({ code: 0, out: "all done\n" });
  expect(err).toMatch(/^run_started +run run_/m);
  expect(err.match(/^task_started .*general-purpose "look (one|two)"/gm)).toHaveLength(2);
  expect(err.match(/^task_completed .*found \d lines$/gm)).toHaveLength(2);
  expect(err).toMatch(/\ntotal: [\d,]+ tokens \([\d,]+ in, [\d,]+ out\), subagents included; 2 turns of the lead\n$/);
  expect(err + out).not.toContain("\u001b");
});

it("prints one event a line with --json, numbered without gaps, and nothing on standard error", async () => {
  const cwd = folderOf({ "config.yaml": DELEGATING, "work/a.txt": "a" });
  const { code, out, err } = await antler(cwd, ["run", "go", "--workspace", "work", "--json"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const events = jsonLines(out);
  expect(events.map((event) => event["seq"])).toEqual(events.map((_, index) => index + 1));
  expect(events[0]).toMatchObject({ type: "run_started", prompt: "go" });
  expect(events.filter(({ type }) => type === "task_completed")).toHaveLength(2);
  expect(events.at(-1)).toMatchObject({ type: "run_finished", status: "completed", text: "all done" });
});

it("prints only the answer with --quiet", async () => {
  const cwd = folderOf({ "config.yaml": HELLO });
  expect(await antler(cwd, ["run", "go", "--quiet"])).toEqual({ code: 0, out: "hi\n", err: "" });
});

it("reads the prompt from standard input", async () => {
  const cwd = folderOf({ "config.yaml": HELLO });
  expect(await antler(cwd, ["run", "--quiet"], { input: "go\n" })).toMatchObject({ code: 0, out: "hi\n" });
  expect(await antler(cwd, ["run", "-", "--quiet"], { input: "go\n" })).toMatchObject({ code: 0, out: "hi\n" });
});

it("ends with 5 when there is no prompt anywhere", async () => {
  const { code, out, err } = await antler(folderOf({ "config.yaml": HELLO }), ["run"]);
  expect({ code, out }).toEqual({ code: 5, out: "" });
  expect(err).toContain("ANTLER_PROMPT_MISSING");
});

it("ends with 4 and the partial answer when a limit ended the run", async () => {
  const cwd = folderOf({
    "config.yaml": `lead: { max_turns: 2 }
models:
  - name: main
    use: scripted
    turns:
      - { repeat: forever, calls: [{ tool: ls, args: { path: /mnt/user-data/workspace } }] }
      - text: as far as I got
`,
  });
  const { code, out } = await antler(cwd, ["run", "go", "--quiet"]);
  expect({ code, out }).toEqual({ code: 4, out: "as far as I got\n" });
});

it.each([
  ["an unknown model", ["run", "go", "--model", "mian"], HELLO, /no model is named "mian"[\s\S]*Did you mean "main"/],
  ["a missing workspace", ["run", "go", "--workspace", "nowhere"], HELLO, /workspace .*nowhere[\s\S]*fix: /],
  ["a file as workspace", ["run", "go", "--workspace", "config.yaml"], HELLO, /config\.yaml is not a folder/],
  [
    "an empty workspace",
    ["run", "go", "--workspace", ""],
    HELLO,
    /--workspace <DIR>' argument '' is invalid\. It is empty/,
  ],
  ["no models", ["run", "go"], "sandbox: { use: auto }\n", /no model is configured[\s\S]*models:/],
  ["a broken config", ["run", "go"], `${HELLO}subagents: { max_runing: 1 }\n`, /config\.yaml:3:14[\s\S]*max_running/],
  [
    "an unset key",
    ["run", "go"],
    "models: [{ name: m, use: openai, model: x, api_key: $NO_SUCH_KEY }]\n",
    /NO_SUCH_KEY is not set[\s\S]*config\.yaml:1:53/,
  ],
  ["an unknown plugin", ["run", "go", "--plugin", "./none"], HELLO, /plugin .*none\][\s\S]*ANTLER_PLUGIN_NOT_FOUND/],
  ["an unknown option", ["run", "go", "--modle", "x"], HELLO, /unknown option '--modle'[\s\S]*--model/],
  ["an unknown command", ["rnu"], HELLO, /unknown command 'rnu'[\s\S]*run/],
  ["a missing config file", ["run", "go", "-c", "other.yaml"], HELLO, /other\.yaml does not exist \(from --config\)/],
])("refuses %s with 2 and says what, where and what to do, without a stack", async (_what, args, config, words) => {
  const { code, out, err } = await antler(folderOf({ "config.yaml": config }), args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(words);
  expect(err).not.toMatch(/^ {4}at /m);
});

it("says as JSON what kept it from running with --json", async () => {
  const cwd = folderOf({ "config.yaml": `${HELLO}subagents: { max_runing: 1 }\n` });
  const { code, out, err } = await antler(cwd, ["run", "go", "--json"]);
  expect({ code, err }).toEqual({ code: 2, err: "" });
  expect(jsonLines(out)).toMatchObject([
    { type: "error", error: { code: "ANTLER_CONFIG_KEY_UNKNOWN", line: 3, column: 14 } },
  ]);
});

it("says as JSON what is wrong with the command line with --json", async () => {
  const cwd = folderOf({ "config.yaml": HELLO });
  const command = await antler(cwd, ["rnu", "--json"]);
  expect(command.code).toBe(2);
  expect(jsonLines(command.out)).toMatchObject([
    { type: "error", error: { code: "ANTLER_USAGE", message: "unknown command 'rnu'", hint: "Did you mean run?" } },
  ]);
  const option = await antler(cwd, ["run", "go", "--modle", "x", "--json"]);
  expect(jsonLines(option.out)).toMatchObject([{ error: { hint: "Did you mean --model?" } }]);
});

it("shows the stack of an error with --verbose", async () => {
  const { code, err } = await antler(folderOf({ "config.yaml": HELLO }), ["run", "go", "--model", "x", "--verbose"]);
  expect(code).toBe(2);
  expect(err).toMatch(/^ {4}at /m);
});

it("CFG-029, CFG-030: takes --config, then $ANTLER_CONFIG, then ./config.yaml, and never another one in silence", async () => {
  const says = (text: string): string => HELLO.replace("hi", text);
  const cwd = folderOf({ "config.yaml": says("local"), "env.yaml": says("env"), "flag.yaml": says("flag") });
  const env = { ANTLER_CONFIG: "env.yaml" };
  expect((await antler(cwd, ["run", "go", "-q", "-c", "flag.yaml"], { env })).out).toBe("flag\n");
  expect((await antler(cwd, ["run", "go", "-q"], { env })).out).toBe("env\n");
  expect((await antler(cwd, ["run", "go", "-q"])).out).toBe("local\n");
  const gone = await antler(cwd, ["run", "go", "-q"], { env: { ANTLER_CONFIG: "gone.yaml" } });
  expect(gone).toMatchObject({ code: 2, out: "" });
  expect(gone.err).toContain("gone.yaml does not exist (from $ANTLER_CONFIG)");
});

it("ends with 2 and names the host when the endpoint cannot be reached", async () => {
  const url = await closedEndpoint();
  const cwd = folderOf({ "config.yaml": endpointConfig(url) });
  const { code, out, err } = await antler(cwd, ["run", "go", "--quiet"], { env: { KEY: "sk-1" } });
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(`${new URL(url).host} refused the connection`);
});

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("cancels the run on %s and ends with %i", async (signal, expected) => {
  const cwd = folderOf({
    "config.yaml": "models:\n  - { name: main, use: scripted, turns: [{ text: too late, delay_ms: 600000 }] }\n",
  });
  let interrupt: (signal: "SIGINT" | "SIGTERM") => void = () => {};
  const { code, out } = await antler(cwd, ["run", "go"], {
    onStart: (send) => {
      interrupt = send;
    },
    onOutput: (text) => {
      if (text.startsWith("tools_resolved")) interrupt(signal);
    },
  });
  expect({ code, out }).toEqual({ code: expected, out: "" });
});
