import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { interruptible } from "./interrupt.js";
import type { InterruptSignal, Io } from "./io.js";

function setup(): { io: Io; send: (signal: InterruptSignal) => void; exits: number[]; listeners: Set<unknown> } {
  const listeners = new Set<(signal: InterruptSignal) => void>();
  const exits: number[] = [];
  const io: Io = {
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    stdin: new PassThrough(),
    env: {},
    cwd: "/",
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    exit: (code) => exits.push(code),
  };
  const send = (signal: InterruptSignal): void => {
    for (const listener of listeners) listener(signal);
  };
  return { io, send, exits, listeners };
}

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGPIPE", 141],
] as const)("aborts at the first %s, which decides the exit code %i", (signal, code) => {
  const { io, send, exits } = setup();
  const interrupt = interruptible(io);
  expect([interrupt.signal.aborted, interrupt.exitCode()]).toEqual([false, undefined]);
  send(signal);
  expect([interrupt.signal.aborted, interrupt.exitCode(), exits]).toEqual([true, code, []]);
});

it("ends the process at the second signal, but not because the output has gone", () => {
  const { io, send, exits } = setup();
  interruptible(io);
  send("SIGINT");
  send("SIGPIPE");
  expect(exits).toEqual([]);
  send("SIGTERM");
  expect(exits).toEqual([143]);
});

it("lets go of the signals when it is over", () => {
  const { io, listeners } = setup();
  interruptible(io).dispose();
  expect(listeners.size).toBe(0);
});
