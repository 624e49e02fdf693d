import {
  CHECKPOINTER,
  type FoundSubagentType,
  type MiddlewareFactory,
  type Plugin,
  SUBAGENT_SOURCE,
  SUBAGENT_TYPE,
  type Warning,
} from "@antler/plugin-api";
import type { ToolMessage } from "@langchain/core/messages";
import { MemorySaver, ReducedValue, StateSchema } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  delegatingModel,
  middlewarePlugin,
  ofType,
  pluginOf,
  requestsOf,
  runOnce,
  taskCall,
  terminalEvents,
  toolPlugin,
  toolTexts,
} from "./fixture.js";

const echo = toolPlugin({ name: "echo", run: () => "echoed" });

describe("what does not go up", () => {
  it("SUB-23, STA-007: a child leaves nothing in the lead's checkpoints", async () => {
    const saver = new MemorySaver();
    const plugin = pluginOf("test-saver", (host) =>
      host.provide(CHECKPOINTER, { name: "memory", create: () => saver }),
    );
    const model = delegatingModel(["a"], ({ turn }) =>
      turn === 0 ? { text: "private work", calls: [{ name: "echo" }] } : "public",
    );
    await runOnce(model, { plugins: [plugin, echo] }, { threadId: "t1" });
    const threads = Object.entries(saver.storage);
    expect(threads.map(([thread]) => thread)).toEqual(["t1"]);
    expect(Object.keys(threads[0]?.[1] ?? {})).toEqual([""]);
    const seen: string[] = [];
    for await (const { checkpoint } of saver.list({ configurable: { thread_id: "t1" } }))
      seen.push(JSON.stringify(checkpoint.channel_values));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.join()).toContain("Task Succeeded. Result: public");
    expect(seen.join()).not.toContain("private work");
  });

  it("SUB-21: children that write one plain state key neither meet each other nor reach the lead", async () => {
    const states: Record<string, unknown> = {};
    const note: MiddlewareFactory = {
      name: "test-note",
      stage: "context",
      create: ({ blueprint }) => ({
        name: "test-note",
        stateSchema: new StateSchema({ note: z.string().optional() }),
        beforeModel: (state: Record<string, unknown>) => {
          states[blueprint.taskId ?? "lead"] = state["note"];
          return undefined;
        },
      }),
    };
    const write = toolPlugin({
      name: "note",
      parameters: { type: "object", properties: { text: { type: "string" } } },
      run: ({ text }) => ({ text: "noted", update: { note: String(text) } }),
    });
    const model = delegatingModel(["a", "b"], ({ turn }, task) =>
      turn === 0 ? { calls: [{ name: "note", args: { text: task } }] } : `did ${task}`,
    );
    const { result, events } = await runOnce(model, { plugins: [middlewarePlugin(note), write] });
    expect(result.status).toBe("completed");
    const [a, b] = ofType(events, "task_started").map(({ task_id }) => task_id);
    expect(states).toEqual({ lead: undefined, [a ?? ""]: "a", [b ?? ""]: "b" });
  });

  it("STA-009: parallel children see their own messages and state only, and results go to the right call", async () => {
    const list: MiddlewareFactory = {
      name: "test-list",
      stage: "context",
      create: () => ({
        name: "test-list",
        stateSchema: new StateSchema({
          found: new ReducedValue(z.array(z.string()).default([]), {
            inputSchema: z.array(z.string()),
            reducer: (all: string[], more: string[]) => [...all, ...more],
          }),
        }),
      }),
    };
    const find = toolPlugin({
      name: "find",
      parameters: { type: "object", properties: { name: { type: "string" } } },
      run: ({ name }, { state }) => ({
        text: `so far: ${JSON.stringify(state["found"])}`,
        update: { found: [String(name)] },
      }),
    });
    const model = delegatingModel(["alpha", "omega"], (request, task) =>
      request.turn < 2
        ? { calls: [{ name: "find", args: { name: `${task}${request.turn}` } }] }
        : `${task}: ${toolTexts(request).at(-1)}`,
    );
    const { result } = await runOnce(model, { plugins: [middlewarePlugin(list), find] });
    expect(result.text).toBe(
      'lead: Task Succeeded. Result: alpha: so far: ["alpha0"]\nTask Succeeded. Result: omega: so far: ["omega0"]',
    );
    const messages = requestsOf(model, "alpha").at(-1)?.messages ?? [];
    expect(JSON.stringify(messages)).not.toContain("omega");
  });

  it("SUB-01: only text of the last message comes back, as a string", async () => {
    const { AIMessage } = await import("@langchain/core/messages");
    const content = [
      { type: "reasoning", reasoning: "hm" },
      { type: "text", text: "42 files" },
    ];
    const model = delegatingModel(["count"], () => new AIMessage({ content }));
    await runOnce(model);
    const answer = model.requests.at(-1)?.messages.at(-1) as ToolMessage;
    expect(answer.content).toBe("Task Succeeded. Result: 42 files");
  });
});

describe("what does not go down", () => {
  it("STA-005, SYS-009, SYS-010: a child starts with one system message and its task, nothing of the lead's", async () => {
    const model = delegatingModel(["a"], () => "done");
    await runOnce(model, { config: 'lead: { system_prompt: "You lead the way." }\n' });
    const [request] = requestsOf(model, "a");
    expect(request?.messages.map((message) => message.type)).toEqual(["system", "human"]);
    expect(request?.messages[0]?.text).toMatch(/^You are a subagent\./);
    expect(request?.messages[0]?.text).not.toContain("You lead the way.");
    expect(request?.messages[0]?.text).not.toContain("The tool echo.");
  });

  it("SUB-17: a type that asks for task does not get it, and calling it starts no second level", async () => {
    const model = delegatingModel([{ prompt: "deep", type: "rec" }], (request) =>
      request.turn === 0 ? { calls: [taskCall("deeper")] } : `refused: ${toolTexts(request).at(-1)}`,
    );
    const { result, events } = await runOnce(model, {
      plugins: [echo],
      config: "subagents: { custom_agents: { rec: { description: d, system_prompt: p, tools: [task, echo] } } }\n",
    });
    expect(requestsOf(model, "deep")[0]?.tools).toEqual(["echo"]);
    expect(result.text).toMatch(/refused: Tool "task" is not available/);
    expect(ofType(events, "task_started")).toHaveLength(1);
    expect(requestsOf(model, "deeper")).toEqual([]);
  });

  it("SUB-28: an overridden model is used for every request of the child and by its middlewares", async () => {
    const named = (await import("@antler/testing")).modelPlugin;
    const used: Record<string, number> = {};
    const seen: string[] = [];
    const big = delegatingModel(["a"], () => "never");
    const small = delegatingModel([], ({ turn }) => (turn === 0 ? { calls: [{ name: "echo" }] } : "by small"));
    const models = named("two", (name) => {
      used[name] = (used[name] ?? 0) + 1;
      return name === "small" ? small : big;
    });
    const watcher: MiddlewareFactory = {
      name: "test-watch",
      stage: "context",
      create: ({ blueprint }) => {
        seen.push(`${blueprint.role} ${blueprint.model}`);
        return undefined;
      },
    };
    const { result } = await runOnce(big, {
      plugins: [models as Plugin, echo, middlewarePlugin(watcher)],
      config: `models: [{ name: big, use: two }, { name: small, use: two }]
subagents: { agents: { general-purpose: { model: small } } }
`,
    });
    expect(result.text).toBe("lead: Task Succeeded. Result: by small");
    expect(small.requests).toHaveLength(2);
    expect(requestsOf(big, "a")).toEqual([]);
    expect(seen).toEqual(["lead big", "subagent small"]);
  });

  it("STA-003: the child's tools see the lead's thread, and that they serve a subagent", async () => {
    const seen: unknown[] = [];
    const look = toolPlugin({
      name: "look",
      run: (_, { context }) => {
        seen.push([context.run.threadId, context.agent.blueprint.role, context.run.id]);
        return "seen";
      },
    });
    const model = delegatingModel(["a"], ({ turn }) => (turn === 0 ? { calls: [{ name: "look" }] } : "done"));
    const { result } = await runOnce(model, { plugins: [look] }, { threadId: "th-1" });
    expect(seen).toEqual([["th-1", "subagent", result.runId]]);
  });
});

describe("failures below", () => {
  it.each([
    ["an Error", new Error("bad request"), "bad request"],
    [
      "a recursion error",
      Object.assign(new Error("recursion"), { name: "GraphRecursionError", lc_error_code: "GRAPH_RECURSION_LIMIT" }),
      "recursion",
    ],
    ["a string", "thrown text", "thrown text"],
  ])("SUB-25: %s thrown by a child's model fails its task only", async (_, thrown, words) => {
    const model = delegatingModel(["bad", "good"], (_request, task) => {
      if (task === "bad") throw thrown;
      return "fine";
    });
    const { result, events } = await runOnce(model);
    expect(result.status).toBe("completed");
    expect(toolTexts(model.requests.at(-1) as never)).toEqual([
      `Task failed. Error: ${words}`,
      "Task Succeeded. Result: fine",
    ]);
    expect(terminalEvents(events).toSorted()).toEqual(["task_completed", "task_failed"]);
  });

  it("SUB-26: a tool that throws is an answer to the child, which goes on", async () => {
    const broken = toolPlugin({
      name: "save",
      run: () => {
        throw new Error("disk full");
      },
    });
    const wrapper: MiddlewareFactory = {
      name: "test-wrap",
      stage: "tools",
      create: () => ({ name: "test-wrap", wrapToolCall: (request, handler) => handler(request) }),
    };
    const model = delegatingModel(["a"], (request) =>
      request.turn === 0 ? { calls: [{ name: "save" }] } : `saw: ${toolTexts(request).at(-1)}`,
    );
    const { result } = await runOnce(model, { plugins: [broken, middlewarePlugin(wrapper)] });
    expect(result.text).toMatch(/^lead: Task Succeeded\. Result: saw: .*disk full/);
  });

  it("a middleware that cannot be created for a child fails its task, and the lead goes on", async () => {
    const fragile: MiddlewareFactory = {
      name: "test-fragile",
      stage: "setup",
      create: ({ blueprint }) => {
        if (blueprint.role === "subagent") throw new Error("no licence");
        return undefined;
      },
    };
    const { result } = await runOnce(
      delegatingModel(["a"], () => "never"),
      { plugins: [middlewarePlugin(fragile)] },
    );
    expect(result.text).toMatch(/^lead: Task failed\. Error: .*no licence/);
  });
});

describe("types of plugins", () => {
  const courier = (id: string): Plugin =>
    pluginOf(id, (host) =>
      host.provide(SUBAGENT_TYPE, { name: "courier", description: "Carries things.", systemPrompt: "You carry." }),
    );

  it("can be delegated to, and take overrides", async () => {
    const model = delegatingModel([{ prompt: "carry", type: "courier" }], () => "carried");
    const { result, events } = await runOnce(model, {
      plugins: [courier("post")],
      config: "subagents: { agents: { courier: { max_turns: 7 } } }\n",
    });
    expect(result.text).toBe("lead: Task Succeeded. Result: carried");
    expect(ofType(events, "task_started")).toMatchObject([{ subagent_type: "courier", max_turns: 7 }]);
    expect(requestsOf(model, "carry")[0]?.messages[0]?.text).toBe("You carry.");
  });

  it("REG-058: two plugins with one type fail at start, and both are named", async () => {
    const started = runOnce(
      delegatingModel([], () => ""),
      { plugins: [courier("post"), courier("mail")] },
    );
    await expect(started).rejects.toThrow(/courier.*post|post.*courier/s);
    await expect(started).rejects.toThrow(/mail/);
  });
});

describe("types that a source finds", () => {
  it("rank behind types contributed in code, and what the source could not use is told with the lead", async () => {
    const plugin = pluginOf("finder", (host) => {
      host.provide(SUBAGENT_TYPE, { name: "courier", description: "In code.", systemPrompt: "You are code." });
      let found: readonly FoundSubagentType[] = [];
      host.provide(SUBAGENT_SOURCE, {
        name: "files",
        list: () => found,
        warnings: () => (found.length > 0 ? [LATE] : []),
      });
      return {
        open: () => {
          found = [
            { name: "courier", description: "In a file.", systemPrompt: "You are a file." },
            { name: "scribe", description: "Writes.", systemPrompt: "You write." },
          ];
        },
      };
    });
    const started: Plugin<unknown, { open(): void }> = {
      ...(plugin as unknown as Plugin<unknown, { open(): void }>),
      start: ({ state }) => state.open(),
    };
    const model = delegatingModel(
      [
        { prompt: "p", type: "courier" },
        { prompt: "q", type: "scribe" },
      ],
      () => "done",
    );
    const { events } = await runOnce(model, { plugins: [started as Plugin] });
    expect(requestsOf(model, "p")[0]?.messages[0]?.text).toBe("You are code.");
    expect(requestsOf(model, "q")[0]?.messages[0]?.text).toBe("You write.");
    expect(ofType(events, "warning").map(({ code }) => code)).toEqual(["ANTLER_TEST_LATE", "ANTLER_SUBAGENT_SHADOWED"]);
  });
});
const LATE: Warning = { code: "ANTLER_TEST_LATE", message: "a file could not be read" };
