import { describe, expect, it } from "vitest";
import { toolResultFile } from "./tool-result-file.js";

describe("toolResultFile", () => {
  it("cannot be led out of its folder by a tool's name or a call's id", () => {
    expect(toolResultFile("../../etc/passwd", "a/b\0c")).toBe("_etc_passwd-a_b_c.txt");
    expect(toolResultFile("", "")).toBe("tool-call.txt");
  });

  it("tells calls of one id apart by their tasks", () => {
    expect(toolResultFile("bash", "call_1")).toBe("bash-call_1.txt");
    expect(toolResultFile("bash", "call_1", "task-1f2e")).toBe("bash-task-1f2e-call_1.txt");
  });
});
