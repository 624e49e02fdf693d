import { join } from "node:path";
import { calls, httpError, message, openAiEndpoint } from "@antler/testing";
import { expect, it } from "vitest";
import { antler, endpointConfig, folderOf, jsonLines } from "./test-io.js";

const env = { KEY: "sk-test-1234" };

it("delegates through an OpenAI-compatible endpoint and sums the tokens of lead and subagents", async () => {
  await using endpoint = await openAiEndpoint(({ body }) => {
    const isLead = body.tools?.some((tool) => tool.function.name === "task") === true;
    const last = body.messages.at(-1);
    if (last?.role === "tool") return message(isLead ? "The lead is done." : "The subagent has looked.");
    if (!isLead) return calls([{ name: "ls", args: { path: "/mnt/user-data/workspace" } }]);
    const task = (description: string): object => ({ description, prompt: "Look.", subagent_type: "general-purpose" });
    return calls([
      { name: "task", args: task("one") },
      { name: "task", args: task("two") },
    ]);
  });
  const cwd = folderOf({ "config.yaml": endpointConfig(endpoint.url), "work/a.txt": "a" });
  const { code, out, err } = await antler(cwd, ["run", "go", "--workspace", "work", "--json"], { env });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const events = jsonLines(out);
  expect(events.filter(({ type }) => type === "task_completed").map(({ result }) => result)).toEqual([
    "The subagent has looked.",
    "The subagent has looked.",
  ]);
  expect(endpoint.requests).toHaveLength(6);
  expect(events.at(-1)).toMatchObject({ text: "The lead is done.", usage: { total_tokens: 6 * 15 } });
  expect(out).not.toContain(env.KEY);
});

it("chat keeps the history of its thread", async () => {
  await using endpoint = await openAiEndpoint(["First answer.", "Second answer."]);
  const cwd = folderOf({ "config.yaml": endpointConfig(endpoint.url) });
  const { code, out } = await antler(cwd, ["chat"], { env, input: "first question\nsecond question\n" });
  expect({ code, out }).toEqual({ code: 0, out: "First answer.\nSecond answer.\n" });
  const roles = endpoint.requests.map(({ body }) =>
    body.messages.map(({ role }) => role).filter((role) => role !== "system"),
  );
  expect(roles).toEqual([["user"], ["user", "assistant", "user"]]);
});

/** The places of the keys of `endpointConfig`. */
const PLACES = { entry: "2:5", model: "4:12", base_url: "5:15", api_key: "6:14" } as const;

it.each([
  ["a wrong key", httpError(401, "Incorrect API key provided"), /refused the key \(401\)/, "api_key"],
  ["a wrong path", httpError(404, "Not Found"), /there is nothing at[\s\S]*base_url/, "base_url"],
  [
    "an HTML page",
    { kind: "http", status: 200, body: "<html>Hi</html>" } as const,
    /web page[\s\S]*base_url/,
    "base_url",
  ],
  ["an unknown model", httpError(404, "no such model"), /has no model "test-model"/, "model"],
  ["no tool calling", httpError(400, "tools are not supported"), /takes no tool calls/, "model"],
  ["a used-up quota", httpError(429, "You exceeded your current quota"), /quota .* is used up/, "api_key"],
  ["too long a context", httpError(400, "maximum context length is 8"), /conversation is too long/, "entry"],
] as const)("says what to do about %s and where, without a stack", async (_what, answer, words, key) => {
  await using endpoint = await openAiEndpoint([answer]);
  const cwd = folderOf({ "config.yaml": endpointConfig(endpoint.url) });
  const { code, out, err } = await antler(cwd, ["run", "go", "--quiet"], { env });
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(words);
  expect(err).toContain(`\n  at config.yaml:${PLACES[key]}\n  fix: `);
  expect(err).not.toMatch(/^ {4}at |sk-test/m);
});

it("--json tells the place in the config that a failed run is about", async () => {
  await using endpoint = await openAiEndpoint([httpError(401, "Incorrect API key provided")]);
  const cwd = folderOf({ "config.yaml": endpointConfig(endpoint.url) });
  const { out } = await antler(cwd, ["run", "go", "--json"], { env });
  expect(jsonLines(out).at(-1)).toMatchObject({
    type: "run_finished",
    error: { code: "ANTLER_MODEL_FAILED", position: { file: join(cwd, "config.yaml"), line: 6 } },
  });
});

it("ends with 1 when the run fails after it had begun", async () => {
  await using endpoint = await openAiEndpoint([
    calls([{ name: "ls", args: { path: "/mnt/user-data/workspace" } }]),
    httpError(400, "Bad request"),
  ]);
  const cwd = folderOf({ "config.yaml": endpointConfig(endpoint.url) });
  expect(await antler(cwd, ["run", "go", "--quiet"], { env })).toMatchObject({ code: 1, out: "" });
});

it("doctor --probe asks the endpoint and tells a wrong model from a right one", async () => {
  await using endpoint = await openAiEndpoint([], { models: ["test-modle"] });
  const cwd = folderOf({ "config.yaml": endpointConfig(endpoint.url) });
  const { code, out } = await antler(cwd, ["doctor", "--probe", "--json"], { env });
  const findings = JSON.parse(out) as { subject: string }[];
  expect(code).toBe(1);
  expect(findings.find(({ subject }) => subject.includes("main"))).toMatchObject({
    status: "failed",
    fix: expect.stringContaining('"test-modle"'),
    file: join(cwd, "config.yaml"),
    line: 4,
  });
  expect(out).toContain("test-modle");
  expect(out).not.toContain(env.KEY);
});
