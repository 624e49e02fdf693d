import { CHECKPOINTER } from "@antler/plugin-api";
import { modelPlugin, scriptedModel } from "@antler/testing";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { pluginOf, recordedTool, testPlatform, toolsPlugin } from "./fixture.js";

const FAKE = "models: [{ name: main, use: fake }]\n";
const keep = (saver: MemorySaver) =>
  pluginOf("saver", (host) => host.provide(CHECKPOINTER, { name: "kept", create: () => saver }));

describe("after a restart", () => {
  it("PST-08: a task that was running shows as interrupted, the thread goes on, and nothing resumes by itself", async () => {
    const saver = new MemorySaver();
    const found = new MemorySaver();
    let running = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      running = resolve;
    });
    const slow = recordedTool("slow", () => {
      running();
      return new Promise(() => undefined);
    });
    const model = scriptedModel(({ tools, turn, messages }) => {
      if (!tools.includes("task")) return { calls: [{ name: "slow", args: { text: "x" } }] };
      if (messages.at(-1)?.text === "what now?") return "the task was interrupted";
      return turn === 0
        ? {
            calls: [
              { name: "task", args: { description: "d", prompt: "p", subagent_type: "general-purpose" }, id: "t1" },
            ],
          }
        : "done";
    });
    {
      await using before = await testPlatform(FAKE, [modelPlugin("fake", model), toolsPlugin(slow), keep(saver)]);
      const cancel = new AbortController();
      const run = before.run("begin", { threadId: "t", signal: cancel.signal });
      await started;
      // What the store holds at this moment is all that a killed process leaves.
      found.storage = structuredClone(saver.storage);
      found.writes = structuredClone(saver.writes);
      cancel.abort();
      await run;
    }
    const calls = slow.calls.length;
    await using after = await testPlatform(FAKE, [modelPlugin("fake", model), toolsPlugin(slow), keep(found)]);
    const { result, events } = await after.run("what now?", { threadId: "t" });
    expect(result).toMatchObject({ status: "completed", text: "the task was interrupted" });
    const sent = model.requests.at(-1)?.messages ?? [];
    expect(sent.map((message) => message.getType()).slice(-4)).toEqual(["human", "ai", "tool", "human"]);
    expect(sent.at(-2)?.text).toMatch(/interrupted/);
    expect(events.some((event) => event.type === "task_started" || event.type === "task_running")).toBe(false);
    expect(slow.calls).toHaveLength(calls);
  });
});
