import { messagesFault, modelPlugin, type ScriptedRequest, scriptedModel } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { onTheWire, recordedTool, testPlatform, toolsPlugin } from "./fixture.js";

/** The definitions of the sandbox's tools alone would fill the small windows of these tests. */
const SMALL = ["@antler/sandbox"];
const SUMMARY = "Request: count. Done: a lot.";
const isSummaryCall = ({ messages }: ScriptedRequest): boolean =>
  String(messages[0]?.text).includes("condense the record");
const config = (changes = ""): string =>
  `models: [{ name: main, use: fake }]\nresilience: { summarization: { window_tokens: 2000${changes} }, loop_detection: { enabled: false } }\n`;
const page = recordedTool("page", ({ text }) => `page ${String(text)}: ${"lorem ipsum ".repeat(40)}`);
const pages = (count: number, usage: { input_tokens: number; output_tokens: number } | null = null) =>
  scriptedModel((request) => {
    if (isSummaryCall(request)) return SUMMARY;
    const read = request.messages.filter((message) => message.getType() === "tool").length;
    const total = page.calls.length;
    return total < count
      ? { text: `${read}`, calls: [{ name: "page", args: { text: String(total) } }], usage }
      : { text: "the answer", usage };
  });

describe("a thread that outgrows its model's window", () => {
  it("MSG-08: is condensed in time, with every call beside its results and the request still there", async () => {
    page.calls.length = 0;
    const model = pages(30);
    await using test = await testPlatform(config(), [modelPlugin("fake", model), toolsPlugin(page)], SMALL);
    const { result, events } = await test.run("read all 30 pages");
    expect(result).toMatchObject({ status: "completed", text: "the answer" });
    const own = model.requests.filter((request) => !isSummaryCall(request));
    expect(own.some(({ messages }) => messages.some((message) => message.text.includes(SUMMARY)))).toBe(true);
    for (const { messages } of own) {
      expect(messages.filter((message) => message.text === "read all 30 pages")).toHaveLength(1);
      expect(messages.filter((message) => message.getType() === "system").length).toBe(1);
      expect(JSON.stringify(messages.map((message) => message.content)).length / 4).toBeLessThan(2000);
      expect(messagesFault(messages.map(onTheWire))).toBeUndefined();
    }
    const told = events.filter((event) => event.type === "context_summarized");
    expect(told.length).toBeGreaterThan(1);
    for (const event of told) expect(event.tokens_after).toBeLessThan(event.tokens_before);
    expect(
      events.filter((event) => event.type === "warning" && event.code === "ANTLER_CONTEXT_NEARLY_FULL").length,
    ).toBeGreaterThan(0);
  });

  it("believes what the provider counted", async () => {
    page.calls.length = 0;
    const model = pages(3, { input_tokens: 1900, output_tokens: 20 });
    await using test = await testPlatform(config(), [modelPlugin("fake", model), toolsPlugin(page)], SMALL);
    await test.run("read");
    expect(model.requests.filter(isSummaryCall).length).toBeGreaterThan(0);
  });

  it("STR-01: none of the summary's words are in the stream, but its tokens are counted", async () => {
    page.calls.length = 0;
    const model = pages(12);
    await using test = await testPlatform(config(), [modelPlugin("fake", model), toolsPlugin(page)], SMALL);
    const { result, events } = await test.run("read");
    const streamed = events.flatMap((event) => (event.type === "text_delta" ? [event.text] : [])).join("");
    expect(streamed).not.toContain("Request: count");
    const summaries = model.requests.filter(isSummaryCall).length;
    expect(summaries).toBeGreaterThan(0);
    expect(result.usage.total_tokens).toBe(summaries * 15);
  });

  it("goes on without a summary when none can be written, and says so", async () => {
    page.calls.length = 0;
    const model = scriptedModel((request) => {
      if (isSummaryCall(request)) throw new Error("no summary today");
      return page.calls.length < 12
        ? { calls: [{ name: "page", args: { text: String(page.calls.length) } }], usage: null }
        : "the answer";
    });
    await using test = await testPlatform(config(), [modelPlugin("fake", model), toolsPlugin(page)], SMALL);
    const { result, events } = await test.run("read");
    expect(result.text).toBe("the answer");
    expect(events.some((event) => event.type === "warning" && event.code === "ANTLER_SUMMARY_FAILED")).toBe(true);
  });

  it("keeps the summary with the thread: the next run does not write it again", async () => {
    page.calls.length = 0;
    const model = pages(12);
    await using test = await testPlatform(
      config(", keep_percent: 20"),
      [modelPlugin("fake", model), toolsPlugin(page)],
      SMALL,
    );
    await test.run("read", { threadId: "t" });
    const before = model.requests.filter(isSummaryCall).length;
    await test.run("thanks", { threadId: "t" });
    expect(model.requests.filter(isSummaryCall).length).toBe(before);
    const last = model.requests.at(-1)?.messages ?? [];
    expect(last.some((message) => message.text.includes(SUMMARY))).toBe(true);
    expect(last.at(-1)?.text).toBe("thanks");
  });

  it("makes a request that the provider finds too long once more, condensed further", async () => {
    let refused = 0;
    page.calls.length = 0;
    const model = scriptedModel((request) => {
      if (isSummaryCall(request)) return SUMMARY;
      if (page.calls.length < 3)
        return { calls: [{ name: "page", args: { text: String(page.calls.length) } }], usage: null };
      if (request.messages.some((message) => message.text.includes(SUMMARY))) return "the answer";
      refused++;
      throw Object.assign(new Error("This model's maximum context length is 1000 tokens"), { status: 400 });
    });
    await using test = await testPlatform(
      "models: [{ name: main, use: fake }]\n",
      [modelPlugin("fake", model), toolsPlugin(page)],
      SMALL,
    );
    expect((await test.run("read")).result).toMatchObject({ status: "completed", text: "the answer" });
    expect(refused).toBe(1);
  });

  it("condenses a subagent's thread too, and keeps its task word for word", async () => {
    page.calls.length = 0;
    const model = scriptedModel((request) => {
      if (isSummaryCall(request)) return SUMMARY;
      if (request.tools.includes("task"))
        return request.turn === 0
          ? {
              calls: [
                { name: "task", args: { description: "d", prompt: "read them all", subagent_type: "general-purpose" } },
              ],
              usage: null,
            }
          : "fine";
      return page.calls.length < 20
        ? { calls: [{ name: "page", args: { text: String(page.calls.length) } }], usage: null }
        : "read";
    });
    await using test = await testPlatform(config(), [modelPlugin("fake", model), toolsPlugin(page)], SMALL);
    const { events } = await test.run("go");
    expect(events.find((event) => event.type === "context_summarized")).toMatchObject({
      agent: "general-purpose",
      task_id: expect.any(String),
    });
    const child = model.requests.filter((request) => !isSummaryCall(request) && !request.tools.includes("task"));
    for (const { messages } of child)
      expect(messages.filter((message) => message.text === "read them all")).toHaveLength(1);
    expect(events.some((event) => event.type === "task_completed")).toBe(true);
  });

  it("is not summarised at every turn where tools and prompt fill the window", async () => {
    const model = scriptedModel((request) => {
      if (isSummaryCall(request)) return SUMMARY;
      return request.turn < 8
        ? { calls: [{ name: "echo", args: { text: String(request.turn) } }], usage: null }
        : "the answer";
    });
    const big = { ...recordedTool("echo"), description: "word ".repeat(2000) };
    await using test = await testPlatform(config(), [modelPlugin("fake", model), toolsPlugin(big)], SMALL);
    expect((await test.run("go")).result.text).toBe("the answer");
    expect(model.requests.filter(isSummaryCall).length).toBeLessThan(4);
  });
});
