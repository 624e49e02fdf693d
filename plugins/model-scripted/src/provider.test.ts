import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ModelContext, NOT_FROM_USER_MARK } from "@antler/plugin-api";
import { type AIMessageChunk, HumanMessage } from "@langchain/core/messages";
import { createAgent, tool } from "langchain";
import { describe, expect, it } from "vitest";
import { scriptedProvider } from "./provider.js";

const context: ModelContext = {
  configDir: tmpdir(),
  locate: (key) => ({ file: "config.yaml", line: 1, column: key.length }),
};
const entry = (more: object) => ({ name: "demo", use: "scripted", ...more });
const upper = tool(async ({ text }: { text: string }) => text.toUpperCase(), {
  name: "upper",
  description: "Makes it loud.",
  schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
});
const TURNS = [
  { text: "Let me see.", calls: [{ tool: "upper", args: { text: "{{ message }}" } }] },
  { text: "It is {{ result.upper }}." },
];

describe("the scripted provider", () => {
  it("drives an agent by a scenario file", async () => {
    const configDir = await mkdtemp(join(tmpdir(), "antler-scripted-"));
    await writeFile(join(configDir, "s.yaml"), JSON.stringify({ turns: TURNS }));
    const model = await scriptedProvider.create(entry({ scenario: "s.yaml" }), { ...context, configDir });
    const state = await createAgent({ model, tools: [upper] }).invoke({ messages: [new HumanMessage("hi")] });
    expect(state.messages.map((message) => message.text)).toEqual(["hi", "Let me see.", "HI", "It is HI."]);
  });

  it("says where the template stands that failed while a file was played", async () => {
    const configDir = await mkdtemp(join(tmpdir(), "antler-scripted-"));
    await writeFile(join(configDir, "s.yaml"), 'turns:\n  - text: "{{ result.nothing }}"\n');
    const playing = entry({ scenario: "s.yaml" });
    const model = await scriptedProvider.create(playing, { ...context, configDir });
    const error: unknown = await model.invoke("hi").catch((thrown: unknown) => thrown);
    expect(scriptedProvider.explain?.(error, playing)?.message).toContain(`(at ${join(configDir, "s.yaml")}:2:11)`);
  });

  it("goes on where it is when a middleware speaks in the user's place", async () => {
    const model = await scriptedProvider.create(entry({ turns: TURNS }), context);
    const state = await createAgent({ model, tools: [upper] }).invoke({ messages: [new HumanMessage("hi")] });
    const note = { content: "Answer now.", additional_kwargs: { [NOT_FROM_USER_MARK]: true } };
    const worked = state.messages.slice(0, -1);
    expect((await model.invoke([...worked, new HumanMessage(note)])).text).toBe("It is HI.");
    expect((await model.invoke([...worked, new HumanMessage("Answer now.")])).text).toBe("It is ."); // the user: anew, without results
  });

  it("streams word by word, with the calls in pieces and the usage at the end", async () => {
    const plain = await scriptedProvider.create(entry({ turns: TURNS }), context);
    const model = plain.bindTools?.([upper]) ?? plain;
    const chunks: AIMessageChunk[] = [];
    for await (const chunk of await model.stream("hi")) chunks.push(chunk);
    const whole = chunks.reduce((a, b) => a.concat(b));
    expect(chunks.length).toBeGreaterThan(4);
    expect(whole.text).toBe("Let me see.");
    expect(whole.tool_calls).toMatchObject([{ name: "upper", args: { text: "hi" }, id: "call_1_1" }]);
    expect(whole.usage_metadata).toMatchObject({ input_tokens: 1 });
    expect(whole.response_metadata).toMatchObject({ finish_reason: "tool_calls" });
  });

  it("keeps parallel agents apart, since it remembers nothing", async () => {
    const model = await scriptedProvider.create(entry({ turns: TURNS }), context);
    const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`);
    const states = await Promise.all(
      texts.map((text) => createAgent({ model, tools: [upper] }).invoke({ messages: [new HumanMessage(text)] })),
    );
    expect(states.map((state) => state.messages.at(-1)?.text)).toEqual(
      texts.map((text) => `It is ${text.toUpperCase()}.`),
    );
  });

  it("ends its wait when it is aborted", async () => {
    const model = await scriptedProvider.create(entry({ turns: [{ text: "late", delay_ms: 600_000 }] }), context);
    const controller = new AbortController();
    const answer = model.invoke("x", { signal: controller.signal });
    controller.abort();
    await expect(answer).rejects.toThrow();
  });

  it("does not stream where it is told not to, and claims the context window it is given", async () => {
    const model = await scriptedProvider.create(
      entry({ turns: TURNS, streaming: false, context_window: 900 }),
      context,
    );
    const chunks = [];
    for await (const chunk of await model.stream("hi")) chunks.push(chunk);
    expect(chunks).toHaveLength(1);
    expect(model.profile).toMatchObject({ maxInputTokens: 900 });
  });

  it.each([
    [{}, "ANTLER_SCENARIO_SOURCE", "needs either"],
    [{ scenario: "a.yaml", turns: TURNS }, "ANTLER_SCENARIO_SOURCE", "not both"],
    [{ scenario: "missing.yaml" }, "ANTLER_SCENARIO_UNREADABLE", "missing.yaml cannot be read"],
    [{ turns: [{ oops: 1 }] }, "ANTLER_SCENARIO_INVALID", "turns[0].oops"],
  ])("finds what is wrong with %j before anything runs", (more, code, text) => {
    const [problem] = scriptedProvider.check?.(entry(more), context) ?? [];
    expect(problem).toMatchObject({ code, message: expect.stringContaining(text), position: { file: "config.yaml" } });
    expect(scriptedProvider.check?.(entry({ turns: TURNS }), context)).toEqual([]);
  });
});
