import { scriptedModel } from "@antler/testing";
import { AIMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { echoTool, platformOf, runOnce, toolsPlugin } from "./fixture.js";

const callThenAnswer = () =>
  scriptedModel(({ turn, messages }) =>
    turn === 0 ? { calls: [{ name: "echo", args: { text: "hi" } }] } : `It said: ${messages.at(-1)?.text}`,
  );

describe("a run", () => {
  it("STR-02: tells repeated pieces of text as often as they come", async () => {
    const model = scriptedModel([new AIMessage("go go 谢谢 谢谢")]);
    const platform = await platformOf(model);
    const { events } = await runOnce(platform);
    const deltas = events.filter((event) => event.type === "text_delta").map((event) => event.text);
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.join("")).toBe("go go 谢谢 谢谢");
    await platform.stop();
  });

  it("calls tools and answers, telling each step in order with seq from 1 and run_finished last", async () => {
    const model = callThenAnswer();
    const platform = await platformOf(model, [toolsPlugin("tools", echoTool())]);
    const { result, events } = await runOnce(platform);
    expect(result).toMatchObject({ status: "completed", text: "It said: echo: hi", turns: 2 });
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    const kinds = events.map((event) => event.type).filter((type) => type !== "text_delta");
    expect(kinds).toEqual(["run_started", "tools_resolved", "tool_call", "tool_result", "run_finished"]);
    expect(
      events
        .filter((event) => event.type === "text_delta")
        .map((event) => event.text)
        .join(""),
    ).toBe("It said: echo: hi");
    await platform.stop();
  });

  it("PST-07: keeps the messages of a thread without a checkpointer in the config, and sends one system message, first, each time", async () => {
    const model = scriptedModel(["one", "two"]);
    const platform = await platformOf(model);
    await runOnce(platform, "first", { threadId: "t" });
    await runOnce(platform, "second", { threadId: "t" });
    expect(model.requests[1]?.messages.map((message) => message.getType())).toEqual(["system", "human", "ai", "human"]);
    await platform.stop();
  });

  it("PST-01: makes a second run on a thread wait for the first, so no message is lost", async () => {
    const model = scriptedModel(({ call }) => `answer ${call}`);
    const platform = await platformOf(model);
    await Promise.all([runOnce(platform, "a", { threadId: "t" }), runOnce(platform, "b", { threadId: "t" })]);
    await runOnce(platform, "c", { threadId: "t" });
    expect(
      model.requests
        .at(-1)
        ?.messages.filter((message) => message.getType() === "human")
        .map((message) => message.text),
    ).toEqual(["a", "b", "c"]);
    await platform.stop();
  });

  it("ends a run at once that is cancelled while it waits for its thread; the thread stays in order", async () => {
    const controller = new AbortController();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const model = scriptedModel(async ({ call }) => {
      if (call === 0) await held;
      return `answer ${call}`;
    });
    const platform = await platformOf(model);
    const first = runOnce(platform, "a", { threadId: "t" });
    const second = runOnce(platform, "b", { threadId: "t", signal: controller.signal });
    controller.abort();
    expect((await second).result.status).toBe("cancelled");
    const third = runOnce(platform, "c", { threadId: "t" });
    answer();
    expect((await first).result.text).toBe("answer 0");
    expect((await third).result.text).toBe("answer 1");
    expect(model.requests[1]?.messages.map((message) => message.text).slice(1)).toEqual(["a", "answer 0", "c"]);
    await platform.stop();
  });

  it("goes on when an event sink rejects later", async () => {
    const platform = await platformOf(scriptedModel(["done"]));
    const rejections: unknown[] = [];
    const onRejection = (reason: unknown): void => void rejections.push(reason);
    process.on("unhandledRejection", onRejection);
    const late = async (): Promise<void> => {
      throw new Error("the log is gone");
    };
    expect((await platform.run({ prompt: "go", onEvent: late })).status).toBe("completed");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", onRejection);
    expect(rejections).toEqual([]);
    await platform.stop();
  });

  it("counts tokens of a provider that gives no total, and of one that gives only some", async () => {
    const usages = [{ input_tokens: 5, output_tokens: 3, total_tokens: 0 }, { input_tokens: 2 }, undefined];
    for (const [index, usage] of usages.entries()) {
      const answer = new AIMessage({ content: "hi", ...(usage && { usage_metadata: usage as never }) });
      const platform = await platformOf(scriptedModel([answer], { streams: false }));
      const { input_tokens, output_tokens, total_tokens } = (await runOnce(platform)).result.usage;
      expect([input_tokens, output_tokens, total_tokens]).toEqual(
        [
          [5, 3, 8],
          [2, 0, 2],
          [0, 0, 0],
        ][index],
      );
      await platform.stop();
    }
  });

  it("ends as failed with the model's words, not with an exception", async () => {
    const platform = await platformOf(
      scriptedModel(() => {
        throw new Error("upstream 502");
      }),
    );
    const { result, events } = await runOnce(platform);
    expect(result).toMatchObject({ status: "failed", error: { message: "upstream 502" } });
    expect(events.at(-1)).toMatchObject({ type: "run_finished", status: "failed" });
    await platform.stop();
  });

  it("ends as cancelled when its signal aborts during a tool", async () => {
    const controller = new AbortController();
    let sawAbort = false;
    const slow = {
      ...echoTool(),
      run: (_args: unknown, runtime: { readonly signal: AbortSignal }) =>
        new Promise<string>((resolve) => {
          runtime.signal.addEventListener("abort", () => {
            sawAbort = true;
            resolve("late");
          });
          controller.abort();
        }),
    };
    const platform = await platformOf(callThenAnswer(), [toolsPlugin("tools", slow)]);
    const { result } = await runOnce(platform, "go", { signal: controller.signal });
    expect(result).toMatchObject({ status: "cancelled", error: null });
    expect(sawAbort).toBe(true);
    await platform.stop();
  });

  it("refuses a run after stop, and stop ends a run in progress", async () => {
    let entered: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const hanging = { ...echoTool(), run: () => new Promise<string>(() => entered()) };
    const platform = await platformOf(callThenAnswer(), [toolsPlugin("tools", hanging)]);
    const running = runOnce(platform);
    await inside;
    await platform.stop();
    expect((await running).result.status).toBe("cancelled");
    await expect(platform.run({ prompt: "again" })).rejects.toMatchObject({ code: "ANTLER_PLATFORM_ENDED" });
  });
});

it("counts the turns and tokens of a run that fails", async () => {
  const usage = { input_tokens: 40, output_tokens: 20, total_tokens: 60 };
  const model = scriptedModel(({ turn }) => {
    if (turn > 0) throw new Error("upstream 502");
    return { calls: [{ name: "echo", args: { text: "x" } }], usage };
  });
  const platform = await platformOf(model, [toolsPlugin("tools", echoTool())]);
  expect((await runOnce(platform)).result).toMatchObject({ status: "failed", usage, turns: 1 });
  await platform.stop();
});
