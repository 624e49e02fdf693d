import type { MiddlewareFactory } from "@antler/plugin-api";
import { describe, expect, it } from "vitest";
import {
  delegatingModel,
  middlewarePlugin,
  ofType,
  requestsOf,
  runOnce,
  terminalEvents,
  toolPlugin,
  toolTexts,
} from "./fixture.js";

const echo = toolPlugin({ name: "echo", run: () => "echoed" });
const hooked = (count: number): MiddlewareFactory[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `hooked-${index}`,
    stage: "context",
    create: () => ({ name: `hooked-${index}`, beforeModel: () => undefined, afterModel: () => undefined }),
  }));

describe("turns of a subagent", () => {
  it("SUB-07: at the cap the task's partial work is its result, and the lead goes on", async () => {
    const model = delegatingModel(["dig"], ({ turn, tools }) =>
      tools.length === 0 ? "" : { text: turn === 1 ? "found A" : "", calls: [{ name: "echo" }] },
    );
    const { result, events } = await runOnce(model, {
      plugins: [echo],
      config: "subagents: { agents: { general-purpose: { max_turns: 3 } } }\n",
    });
    expect(result.text).toBe("lead: Task Succeeded (capped: turn budget). Result: found A");
    expect(ofType(events, "task_completed")).toMatchObject([
      { stop_reason: "turn_capped", turns: 3, result: "found A" },
    ]);
    expect(requestsOf(model, "dig")).toHaveLength(4);
  });

  it("asks once more without tools for a conclusion, which then is the result", async () => {
    const model = delegatingModel(["dig"], ({ tools }) =>
      tools.length === 0 ? "concluded" : { text: "on it", calls: [{ name: "echo" }] },
    );
    const { result } = await runOnce(model, { plugins: [echo], config: "subagents: { max_turns: 2 }\n" });
    expect(result.text).toBe("lead: Task Succeeded (capped: turn budget). Result: concluded");
  });

  it("EXE-040: with final_turn: false and nothing useful the task has failed, and says why", async () => {
    const model = delegatingModel(["dig"], () => ({ calls: [{ name: "echo" }] }));
    const { result, events } = await runOnce(model, {
      plugins: [echo],
      config: "subagents: { max_turns: 2, final_turn: false }\n",
    });
    expect(result.text).toBe("lead: Task failed (capped: turn budget). Error: Reached max_turns=2");
    expect(ofType(events, "task_failed")).toMatchObject([{ stop_reason: "turn_capped", turns: 2 }]);
    expect(requestsOf(model, "dig")).toHaveLength(2);
  });

  it.each([0, 4])("EXE-041: are counted exactly with %i middlewares that hook before and after", async (count) => {
    const model = delegatingModel(["dig"], ({ tools }) =>
      tools.length === 0 ? "concluded" : { calls: [{ name: "echo" }] },
    );
    const { events } = await runOnce(model, {
      plugins: [echo, middlewarePlugin(...hooked(count))],
      config: "subagents: { max_turns: 5 }\n",
    });
    expect(ofType(events, "task_completed")).toMatchObject([{ turns: 5, stop_reason: "turn_capped" }]);
    expect(requestsOf(model, "dig")).toHaveLength(6);
  });

  it("SUB-09: come from the type's own limit, not from the framework's nor from the lead's", async () => {
    const model = delegatingModel(["long", "short"], ({ turn }, task) =>
      turn < (task === "long" ? 14 : 2) ? { calls: [{ name: "echo" }] } : `did ${task}`,
    );
    const { events, result } = await runOnce(model, {
      plugins: [echo],
      config: "lead: { max_turns: 3 }\nsubagents: { max_turns: 50 }\n",
    });
    expect(terminalEvents(events)).toEqual(["task_completed", "task_completed"]);
    expect(result.text).toContain("did long");
  });
});

describe("token budget of a subagent", () => {
  it("ends it like the turn budget does, per agent overridable", async () => {
    const model = delegatingModel(["dig"], ({ tools }) =>
      tools.length === 0 ? "concluded" : { calls: [{ name: "echo" }], usage: { input_tokens: 30, output_tokens: 10 } },
    );
    const { result, events } = await runOnce(model, {
      plugins: [echo],
      config: `subagents:
  token_budget: { max_tokens: 1 }
  agents: { general-purpose: { token_budget: { max_tokens: 100 } } }
`,
    });
    expect(result.text).toBe("lead: Task Succeeded (capped: token budget). Result: concluded");
    expect(ofType(events, "task_completed")).toMatchObject([{ stop_reason: "token_capped", turns: 3 }]);
  });

  it("EXE-042: a guard that stopped the task outranks the turn cap", async () => {
    const model = delegatingModel(["dig"], () => ({ text: "so far", calls: [{ name: "echo" }] }));
    const { events } = await runOnce(model, {
      plugins: [echo],
      config: "subagents: { max_turns: 1, token_budget: { max_tokens: 5 } }\n",
    });
    expect(ofType(events, "task_completed")).toMatchObject([{ stop_reason: "token_capped" }]);
  });

  it("the same frame serves whoever finds a loop", async () => {
    const detector: MiddlewareFactory = {
      name: "test-loop",
      stage: "limits",
      create: (agent, { control }) =>
        agent.blueprint.role === "lead"
          ? undefined
          : { name: "test-loop", afterModel: () => control.conclude("loop_capped") },
    };
    const model = delegatingModel(["dig"], ({ tools }) =>
      tools.length === 0 ? "what I know" : { calls: [{ name: "echo" }] },
    );
    const { result } = await runOnce(model, { plugins: [echo, middlewarePlugin(detector)] });
    expect(result.text).toBe("lead: Task Succeeded (capped: loop detected). Result: what I know");
  });
});

describe("time of a subagent", () => {
  it("SUB-27: a model that never answers costs its own task only", async () => {
    const model = delegatingModel(["dead", "alive"], (_, task) =>
      task === "dead" ? new Promise<never>(() => {}) : "fine",
    );
    const { result, events } = await runOnce(model, {
      config: "subagents: { timeout_seconds: 1, grace_seconds: 1 }\n",
    });
    expect(result.status).toBe("completed");
    expect(toolTexts(model.requests.at(-1) as never)).toEqual([
      "Task timed out. Error: Execution timed out after 1 seconds",
      "Task Succeeded. Result: fine",
    ]);
    expect(ofType(events, "task_timed_out")[0]?.duration_ms).toBeLessThan(1500);
  });

  it("EXE-021, SUB-10: the late answer of a tool that ignores the abort changes nothing", async () => {
    let finish = (): void => {};
    const finished = new Promise<string>((resolve) => {
      finish = () => resolve("late");
    });
    const slow = toolPlugin({ name: "slow", run: () => finished });
    const model = delegatingModel(["wait"], ({ turn }) => (turn === 0 ? { calls: [{ name: "slow" }] } : "late"));
    const { events, result } = await runOnce(model, {
      plugins: [slow],
      config: "subagents: { timeout_seconds: 1, grace_seconds: 0 }\n",
    });
    finish();
    await new Promise((resolve) => setImmediate(resolve));
    expect(terminalEvents(events)).toEqual(["task_timed_out"]);
    expect(result.text).toBe("lead: Task timed out. Error: Execution timed out after 1 seconds");
    expect(requestsOf(model, "wait")).toHaveLength(1);
  });

  it("max_running holds for all runs of the process, and waiting costs no time of the task", async () => {
    let running = 0;
    let most = 0;
    const busy = toolPlugin({
      name: "busy",
      run: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running -= 1;
        return "ok";
      },
    });
    const model = delegatingModel(["a", "b", "c"], ({ turn }) => (turn === 0 ? { calls: [{ name: "busy" }] } : "done"));
    const { events } = await runOnce(model, { plugins: [busy], config: "subagents: { max_running: 1 }\n" });
    expect(most).toBe(1);
    expect(terminalEvents(events)).toHaveLength(3);
  });
});
