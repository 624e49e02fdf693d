import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { modelPlugin, type ScriptedAnswer, scriptedModel } from "@antler/testing";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { middlewarePlugin, recordedTool, testPlatform, toolsPlugin } from "./fixture.js";

const delegate: ScriptedAnswer = {
  calls: [{ name: "task", args: { description: "Soak", prompt: "go on", subagent_type: "general-purpose" } }],
};

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

describe("a model that misbehaves at random, with tools that throw, hang and flood", () => {
  it.each([
    ["a subagent", 500, 1],
    ["a subagent", 500, 2],
    ["the lead", 100, 3],
  ] as const)(
    "ends in %s after %i turns, and every call has exactly one result (seed %i)",
    async (who, turns, seed) => {
      const random = seeded(seed);
      const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
      let serial = 0;
      const good = (): ScriptedAnswer => ({
        calls: [
          {
            name: random() < 0.006 ? "hangs" : pick("fine", "throws", "floods"),
            args: { text: `n${++serial}` },
            id: pick("same", "", `id${serial}`),
          },
        ],
      });
      const faults: readonly (() => ScriptedAnswer)[] = [
        () => "",
        () => ({ invalidCalls: [{ name: "fine", args: '{"text": ', id: pick("same", "") }] }),
        () => ({
          calls: [
            { name: "fine", args: { wrong: ++serial } },
            { name: "fine", args: { text: `n${serial}` } },
          ],
        }),
        () => ({ calls: [{ name: "nowhere", args: { text: `n${++serial}` } }] }),
        () => ({
          calls: [
            { name: "", args: {} },
            { name: "fine", args: { text: `n${++serial}` } },
          ],
        }),
        () => ({ calls: [{ name: "fine", args: { text: `cut ${++serial}` } }], finishReason: "length" }),
        () => ({
          calls: Array.from({ length: 6 }, () => ({ name: "throws", args: { text: `n${++serial}` }, id: "same" })),
        }),
        () => {
          throw Object.assign(new Error("overloaded"), { status: pick(429, 500, 503) });
        },
        () => {
          throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
        },
      ];
      let delegated = 0;
      let turn = 0;
      let lastWasFault = false;
      const model = scriptedModel(({ tools }) => {
        model.requests.length = 0; // the test's own record is of no use here and grows with the square of the turns
        if (tools.includes("task") && who === "a subagent") return delegated++ === 0 ? delegate : "the lead is done";
        if (turn >= turns) return "done";
        const isFault: boolean = !lastWasFault && random() < 0.4;
        lastWasFault = isFault;
        if (!isFault) turn++;
        return isFault ? pick(...faults)() : good();
      });
      let history: readonly BaseMessage[] = [];
      const watch = middlewarePlugin({
        name: "watch",
        stage: "gate",
        before: ["resilience:tool-call-gate"],
        create: (agent) => ({
          name: "watch",
          wrapModelCall: (request, handler) => {
            if (who === (agent.blueprint.role === "lead" ? "the lead" : "a subagent"))
              history = request.state.messages as readonly BaseMessage[];
            return handler(request);
          },
        }),
      });
      const tools = toolsPlugin(
        recordedTool("fine"),
        recordedTool("throws", () => Promise.reject(new Error("e".repeat(5000)))),
        recordedTool("hangs", () => new Promise(() => undefined)),
        recordedTool("floods", () => "f".repeat(20_000)),
      );
      await using test = await testPlatform(
        `models: [{ name: main, use: fake }]
lead: { max_turns: 2000 }
subagents: { agents: { general-purpose: { max_turns: 2000 } } }
resilience:
  tool_call_gate: { tool_timeout_seconds: 1 }
  model_errors: { base_delay_ms: 1, max_delay_ms: 1 }
  tool_output: { fallback_max_chars: 1000 }
  loop_detection: { tool_freq_warn: 5000, tool_freq_hard_limit: 5000 }
`,
        [modelPlugin("fake", model), watch, tools],
      );
      const { result } = await test.run();
      expect(result.error).toBeNull();
      expect(result).toMatchObject({ status: "completed", text: who === "the lead" ? "done" : "the lead is done" });
      expect(turn).toBe(turns);

      const calls = history.flatMap((message) => (AIMessage.isInstance(message) ? (message.tool_calls ?? []) : []));
      const results = history.filter((message) => ToolMessage.isInstance(message));
      expect(calls.length).toBeGreaterThan(turns);
      expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length);
      expect(results.map((message) => message.tool_call_id).sort()).toEqual(calls.map((call) => call.id ?? "").sort());
      for (const message of results) expect(message.text.length).toBeLessThan(2500);
    },
    300_000,
  );
});

describe("memory", () => {
  it("does not grow with the number of faults", async () => {
    const rounds = 60;
    const dump = (): string => "d".repeat(200_000) + Math.random();
    let step = 0;
    let early = 0;
    const model = scriptedModel(() => {
      model.requests.length = 0;
      const round = Math.floor(step / 4);
      const kind = step++ % 4;
      if (round === 5 && kind === 0) early = heapInUse();
      if (round >= rounds) return "done";
      if (kind < 2) throw Object.assign(new Error(dump()), { status: 503 });
      if (kind === 2) return "";
      return { calls: [{ name: "throws", args: { text: String(round) } }] };
    });
    const throws = { ...recordedTool("throws"), run: () => Promise.reject(new Error(dump())) };
    await using test = await testPlatform(
      "models: [{ name: main, use: fake }]\nresilience: { model_errors: { base_delay_ms: 1, max_delay_ms: 1 } }\n",
      [modelPlugin("fake", model), toolsPlugin(throws)],
    );
    const { result } = await test.run();
    expect(result).toMatchObject({ status: "completed", text: "done" });
    // Each round throws 600 kB of text; if a tenth of it stayed, the heap would grow by 3.3 MB and more.
    expect(heapInUse() - early).toBeLessThan(3_300_000);
  });
});

/** Bytes in use after a full collection. */
function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}
