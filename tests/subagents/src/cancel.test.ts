import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TASK_EXECUTOR } from "@antler/plugin-api";
import type { InProcessExecutor } from "@antler/subagents";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  delegatingModel,
  ofType,
  platformOf,
  requestsOf,
  runOn,
  SANDBOX_PLUGIN,
  terminalEvents,
  toolPlugin,
  toolTexts,
} from "./fixture.js";

const rejections: unknown[] = [];
const warnings: Error[] = [];
const onRejection = (reason: unknown): void => void rejections.push(reason);
const onWarning = (warning: Error): void => void warnings.push(warning);
beforeEach(() => {
  rejections.length = 0;
  warnings.length = 0;
  process.on("unhandledRejection", onRejection).on("warning", onWarning);
});
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", onRejection).off("warning", onWarning);
  expect(rejections).toEqual([]); // SUB-32
  expect(warnings.filter(({ name }) => name === "MaxListenersExceededWarning")).toEqual([]);
});

/** Waits for its signal, and says when it has begun. */
function waitingTool(onBegin: (count: number) => void) {
  let count = 0;
  return toolPlugin({
    name: "wait",
    run: (_, { signal }) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
        count += 1;
        onBegin(count);
      }),
  });
}

describe("cancelling one task", () => {
  it("ends it while bash runs `sleep 600 & sleep 600`: no process is left, the others end, the lead goes on", async () => {
    const dir = mkdtempSync(join(tmpdir(), "antler-cancel-"));
    const mark = `600.${process.pid}`;
    const sleeping = (): boolean => {
      const commands = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
      return commands.split("\n").some((line) => line.includes(`sleep ${mark}`) && line.startsWith("sleep"));
    };
    const model = delegatingModel(
      [{ prompt: "one" }, { prompt: "sleeper", type: "bash" }, { prompt: "three" }],
      (request, task) => {
        if (task !== "sleeper") return `did ${task}`;
        return request.turn === 0
          ? { calls: [{ name: "bash", args: { description: "wait", command: `sleep ${mark} & sleep ${mark}` } }] }
          : "slept";
      },
    );
    const platform = await platformOf(model, {
      defaults: [SANDBOX_PLUGIN],
      configFile: join(dir, "config.yaml"),
      config: "sandbox: { use: local, allow_host_bash: true }\n",
    });
    try {
      let isCancelled = false;
      const watch = setInterval(() => {
        const running = sleeping();
        if (!isCancelled && running) {
          isCancelled = true;
          expect(platform.cancelTask(sleeper)).toBe(true);
        }
      }, 20);
      let sleeper = "";
      const { result, events } = await runOn(platform, {
        onEvent: (event) => {
          if (event.type === "task_started" && event.subagent_type === "bash") sleeper = event.task_id;
        },
      });
      clearInterval(watch);
      expect(isCancelled).toBe(true);
      expect(sleeping()).toBe(false);
      expect(result.status).toBe("completed");
      expect(toolTexts(model.requests.at(-1) as never)).toEqual([
        "Task Succeeded. Result: did one",
        "Task cancelled by user. Error: Cancelled by user",
        "Task Succeeded. Result: did three",
      ]);
      expect(terminalEvents(events).toSorted()).toEqual(["task_cancelled", "task_completed", "task_completed"]);
      expect(requestsOf(model, "sleeper")).toHaveLength(1);
    } finally {
      await platform.stop();
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it("ends with the run also when whoever hears of its start cancels the run at once", async () => {
    const controller = new AbortController();
    const model = delegatingModel(["one"], () => "did one");
    const platform = await platformOf(model);
    const { result, events } = await runOn(platform, {
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type === "task_started") controller.abort();
      },
    });
    expect(result.status).toBe("cancelled");
    expect(terminalEvents(events)).toEqual(["task_cancelled"]);
    await platform.stop();
    expect(requestsOf(model, "one")).toEqual([]);
  });

  it("ends one that waits in the queue without any model call", async () => {
    const model = delegatingModel(["first", "second"], ({ turn }, task) =>
      task === "first" && turn === 0 ? { calls: [{ name: "wait" }] } : `did ${task}`,
    );
    const ids: string[] = [];
    const platform = await platformOf(model, {
      plugins: [
        waitingTool(() => {
          platform.cancelTask(ids[1] ?? "");
          platform.cancelTask(ids[0] ?? "");
        }),
      ],
      config: "subagents: { max_running: 1 }\n",
    });
    const { events } = await runOn(platform, {
      onEvent: (event) => {
        if (event.type === "task_started") ids.push(event.task_id);
      },
    });
    expect(
      ofType(events, "task_cancelled")
        .map(({ turns }) => turns)
        .toSorted(),
    ).toEqual([0, 1]);
    expect(requestsOf(model, "second")).toEqual([]);
    await platform.stop();
  });

  it("ends one during its model call: the signal reaches the model", async () => {
    let asked = (): void => {};
    const model = delegatingModel(["think"], ({ signal }) => {
      asked();
      return new Promise((_, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true }),
      );
    });
    const platform = await platformOf(model);
    let id = "";
    asked = () => platform.cancelTask(id);
    const { result } = await runOn(platform, {
      onEvent: (event) => {
        if (event.type === "task_started") id = event.task_id;
      },
    });
    expect(result.text).toBe("lead: Task cancelled by user. Error: Cancelled by user");
    await platform.stop();
  });

  it("knows nothing of a task that is not there", async () => {
    const platform = await platformOf(delegatingModel([], () => ""));
    expect(platform.cancelTask("task-0")).toBe(false);
    await platform.stop();
  });
});

describe("cancelling the run", () => {
  it("SUB-11, SUB-32: stops children at once: no further model call, one terminal event each, before the run's end", async () => {
    const abort = new AbortController();
    const tool = waitingTool((count) => {
      if (count === 2) abort.abort(new Error("the user left"));
    });
    const model = delegatingModel(["a", "b"], () => ({ calls: [{ name: "wait" }] }));
    const platform = await platformOf(model, { plugins: [tool] });
    const { result, events } = await runOn(platform, { signal: abort.signal });
    expect(result.status).toBe("cancelled");
    expect(terminalEvents(events)).toEqual(["task_cancelled", "task_cancelled"]);
    expect(events.at(-1)?.type).toBe("run_finished");
    const asked = model.requests.length;
    await platform.stop();
    expect(model.requests).toHaveLength(asked);
    expect(result.usage.total_tokens).toBe(45);
  });

  it("EXE-067: stopping the platform cancels what runs and leaves no task", async () => {
    let begun = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const model = delegatingModel(["a", "b", "c"], () => ({ calls: [{ name: "wait" }] }));
    const platform = await platformOf(model, {
      plugins: [waitingTool((count) => (count === 3 ? begun() : undefined))],
    });
    const run = runOn(platform);
    await waiting;
    const executor = platform.services.get(TASK_EXECUTOR);
    await platform.stop();
    const { result, events } = await run;
    expect(result.status).toBe("cancelled");
    expect(terminalEvents(events)).toHaveLength(3);
    for (const { task_id } of ofType(events, "task_started")) expect(executor.get(task_id)).toBeUndefined();
  });
});

describe("many tasks", () => {
  it.each([
    ["one signal", { signal: new AbortController().signal }],
    ["no signal of their own", {}],
  ])("50 at a time on %s print no listener warning", async (_, options) => {
    const echo = toolPlugin({ name: "echo", run: () => "echoed" });
    const model = delegatingModel(["a", "b", "c", "d"], ({ turn }) =>
      turn === 0 ? { calls: [{ name: "echo" }] } : "x",
    );
    const platform = await platformOf(model, {
      plugins: [echo],
      config: "subagents: { max_running: 64, max_concurrent: 4 }\n",
    });
    const runs = await Promise.all(Array.from({ length: 13 }, () => runOn(platform, options)));
    expect(runs.flatMap(({ events }) => terminalEvents(events))).toHaveLength(52);
    await platform.stop();
  });

  it("SUB-19: 40 that end in every way leave the table empty", async () => {
    const broken = toolPlugin({ name: "wait", run: (_, { signal }) => untilAborted(signal) });
    const model = delegatingModel(["ok", "fail", "cancel", "time"], ({ turn }, task) => {
      if (task === "fail") throw new Error("no");
      return task === "ok" || turn > 0 ? "fine" : { calls: [{ name: "wait" }] };
    });
    const platform = await platformOf(model, {
      plugins: [broken],
      config:
        "subagents: { max_running: 250, max_concurrent: 4, agents: { general-purpose: { timeout_seconds: 1 } } }\n",
    });
    const runs = await Promise.all(
      Array.from({ length: 10 }, () =>
        runOn(platform, {
          signal: new AbortController().signal,
          onEvent: (event) => {
            if (event.type === "task_started" && event.description === "do cancel") platform.cancelTask(event.task_id);
          },
        }),
      ),
    );
    const ends = runs.flatMap(({ events }) => terminalEvents(events));
    expect(ends).toHaveLength(40);
    expect(new Set(ends)).toEqual(new Set(["task_completed", "task_failed", "task_cancelled", "task_timed_out"]));
    expect((platform.services.get(TASK_EXECUTOR) as InProcessExecutor).size).toBe(0);
    await platform.stop();
  });
});

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
