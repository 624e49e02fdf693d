import type { SandboxRef } from "@antler/plugin-api";
import { describe, expect, it } from "vitest";
import { threadFolders } from "../paths/thread-folders.js";
import { mergeSandbox } from "./merge-sandbox.js";

const ref = (id: string, backend = "virtual"): SandboxRef => ({ v: 1, backend, id });

describe("the state of a thread", () => {
  it("STA-012, STA-013: takes the same sandbox again and refuses another, naming both", () => {
    expect(mergeSandbox(undefined, ref("s1"))).toEqual(ref("s1"));
    expect(mergeSandbox(ref("s1"), undefined)).toEqual(ref("s1"));
    expect(mergeSandbox(ref("s1"), ref("s1", "bubblewrap"))).toEqual(ref("s1", "bubblewrap"));
    expect(() => mergeSandbox(ref("s1"), ref("s2"))).toThrow(/s1.*s2/);
  });
  it("STA-010: hands out folders that nobody can change by reference", () => {
    expect(Object.isFrozen(threadFolders("/data", "t1"))).toBe(true);
  });
});
