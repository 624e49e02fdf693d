import { PassThrough } from "node:stream";
import type { RunEvent, RunEventBody } from "@antler/plugin-api";
import { Terminal } from "@xterm/headless";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Output } from "../terminal/io.js";
import { plain } from "../terminal/style.js";
import { widthOf } from "../terminal/width.js";
import { eventLine } from "./event-line.js";
import { liveRows } from "./live-rows.js";
import { EMPTY_VIEW, reduceRunView } from "./run-view.js";
import { lastingLine, terminalProgress } from "./terminal-progress.js";

const START = Date.UTC(2026, 0, 1);
const usage = (total: number): RunEndUsage => ({ input_tokens: total, output_tokens: 0, total_tokens: total });
type RunEndUsage = Extract<RunEvent, { type: "run_finished" }>["usage"];

const starts = (id: string, type: string, description: string, max: number): RunEventBody => ({
  type: "task_started",
  task_id: id,
  tool_call_id: `call-${id}`,
  subagent_type: type,
  description,
  model: "main",
  max_turns: max,
});
const runs = (id: string, turns: number, total: number, tool: string): RunEventBody => ({
  type: "task_running",
  task_id: id,
  step: { index: turns, type: "ai", text: "looking", tool_calls: [{ name: tool, args: { path: "/a" } }], tool: null },
  message_index: turns,
  total_messages: turns,
  usage: usage(total),
  turns,
  model: "main",
});
const end = { usage: usage(4321), turns: 5, duration_ms: 65_000, model: "main", stop_reason: null };

/** Three parallel subagents: one goes on, one fails, one ends. One second lies between two events. */
const BODIES: readonly RunEventBody[] = [
  { type: "run_started", thread_id: "thread-1", model: "main", prompt: "look" },
  { type: "tool_call", agent: "lead", task_id: null, call_id: "c0", name: "ls", args: { path: "/" } },
  { type: "tool_result", agent: "lead", task_id: null, call_id: "c0", name: "ls", status: "success", text: "a\nb" },
  { type: "calls_dropped", count: 2, limit: 3, key: "subagents.max_concurrent" },
  starts("t1", "general-purpose", "Scan packages/billing for uses of legacyFetch in every file", 150),
  starts("t2", "bash", "コードを調べる 🧪 テスト", 60),
  starts("t3", "审计员-auditor", "Check \u001b[31mred\u001b[0m text\nand a second line", 50),
  runs("t1", 12, 1234, "read_file"),
  runs("t2", 3, 98_765, "bash"),
  runs("t3", 1, 12, "mcp__github__search_issues"),
  {
    type: "llm_retry",
    agent: "bash",
    task_id: "t2",
    model: "main",
    attempt: 1,
    max_attempts: 3,
    wait_ms: 2000,
    reason: "429 from api.example",
  },
  { type: "history_repaired", agent: "lead", task_id: null, changes: ["One call had no result."] },
  {
    type: "context_summarized",
    agent: "lead",
    task_id: null,
    messages: 40,
    tokens_before: 90_000,
    tokens_after: 20_000,
  },
  { type: "task_failed", task_id: "t2", error: "the model refused:\nquota is used up", ...end },
  { type: "task_completed", task_id: "t3", result: "nothing found", ...end, stop_reason: "turn_capped" },
];
const EVENTS = BODIES.map(
  (body, index) =>
    ({ run_id: "run-1", seq: index + 1, time: new Date(START + index * 1000).toISOString(), ...body }) as RunEvent,
);

/** What has been left behind on the screen after `count` events. */
function lastingAfter(count: number, columns: number): readonly string[] {
  let view = EMPTY_VIEW;
  return EVENTS.slice(0, count).flatMap((event) => {
    view = reduceRunView(view, event);
    return lastingLine(event, view, columns, plain) ?? [];
  });
}

/** What lasts, then what is live, as the screen shows it after `count` events. */
function screen(count: number, columns: number): string {
  const view = EVENTS.slice(0, count).reduce(reduceRunView, EMPTY_VIEW);
  const layout = { columns, maxLines: 20, now: START + count * 1000, paint: plain };
  return `${[...lastingAfter(count, columns), ...liveRows(view, layout)].join("\n")}\n`;
}

describe.each([80, 120, 40])("at %i columns", (columns) => {
  it("shows one row for each of three subagents", async () => {
    await expect(screen(10, columns - 1)).toMatchFileSnapshot(`fixtures/running-${columns}.txt`);
  });
  it("settles a failed and a capped task into one line each", async () => {
    await expect(screen(EVENTS.length, columns - 1)).toMatchFileSnapshot(`fixtures/settled-${columns}.txt`);
  });
  it("never fills a line to the last column, whatever the width of the characters", () => {
    for (let count = 1; count <= EVENTS.length; count++)
      for (const line of screen(count, columns - 1).split("\n")) expect(widthOf(line)).toBeLessThan(columns);
  });
});

it("counts the rows that do not fit on a low terminal", () => {
  const many = Array.from({ length: 30 }, (_, index) => starts(`t${index}`, "bash", `task ${index}`, 9));
  const events = [BODIES[0], ...many].map(
    (body) => ({ run_id: "r", seq: 1, time: new Date(START).toISOString(), ...body }) as RunEvent,
  );
  const view = events.reduce(reduceRunView, EMPTY_VIEW);
  const lines = liveRows(view, { columns: 79, maxLines: 10, now: START, paint: plain });
  expect(lines).toHaveLength(10);
  expect(lines[8]).toContain("and 23 more running");
});

it("prints one line per event where there is no terminal, without escape sequences", async () => {
  const lines = EVENTS.map(eventLine);
  expect(lines.every((line) => line !== undefined && !line.includes("\n") && !line.includes("\u001b"))).toBe(true);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("fixtures/lines.txt");
});

it("prints no line for a piece of streamed text", () => {
  const event: RunEvent = { run_id: "r", seq: 1, time: "", type: "text_delta", text: "a" };
  expect(eventLine(event)).toBeUndefined();
});

describe("on a terminal", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START, toFake: ["setInterval", "clearInterval", "Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const open = (columns: number): { output: Output; chunks: string[] } => {
    const chunks: string[] = [];
    const stream = new PassThrough();
    stream.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
    return { output: Object.assign(stream, { isTTY: true, columns, rows: 24 }), chunks };
  };
  const shown = async (chunks: readonly string[], columns: number): Promise<string> => {
    const terminal = new Terminal({ cols: columns, rows: 24, allowProposedApi: true });
    await new Promise<void>((resolve) => terminal.write(chunks.join("").replaceAll("\n", "\r\n"), resolve));
    const { active } = terminal.buffer;
    const lines = Array.from(
      { length: active.length },
      (_, index) => active.getLine(index)?.translateToString(true) ?? "",
    );
    return lines.join("\n").trimEnd();
  };

  it.each([80, 120])(
    "leaves exactly the settled lines and the live rows on a screen of %i columns",
    async (columns) => {
      const { output, chunks } = open(columns);
      const progress = terminalProgress(output, plain);
      for (const event of EVENTS) {
        progress.accept(event);
        vi.advanceTimersByTime(1000);
      }
      // The last redraw may be up to half a second old.
      const withoutTime = (text: string): string => text.replace(/ \d+\.\ds/g, "").trimEnd();
      expect(withoutTime(await shown(chunks, columns))).toBe(withoutTime(screen(EVENTS.length, columns - 1)));
      progress.stop();
      expect(await shown(chunks, columns)).toBe(lastingAfter(EVENTS.length, columns - 1).join("\n"));
    },
  );

  it("redraws at most ten times a second, however many events come", () => {
    const { output, chunks } = open(80);
    const progress = terminalProgress(output, plain);
    progress.accept(EVENTS[0] as RunEvent);
    progress.accept(EVENTS[4] as RunEvent);
    vi.advanceTimersByTime(1000);
    const before = chunks.length;
    for (let turn = 0; turn < 1000; turn++) {
      progress.accept({ ...(EVENTS[7] as RunEvent), turns: turn } as RunEvent);
      vi.advanceTimersByTime(1);
    }
    expect(chunks.length - before).toBeGreaterThan(0);
    expect(chunks.length - before).toBeLessThanOrEqual(10);
    progress.stop();
  });

  it("gives the cursor back at the end", () => {
    const { output, chunks } = open(80);
    const progress = terminalProgress(output, plain);
    progress.accept(EVENTS[0] as RunEvent);
    vi.advanceTimersByTime(200);
    progress.stop();
    const text = chunks.join("");
    expect(text.lastIndexOf("\u001b[?25h")).toBeGreaterThanOrEqual(text.lastIndexOf("\u001b[?25l"));
  });
});
