import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptedModel } from "@antler/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { delegatingModel, platformOf, runOn, SANDBOX_PLUGIN, taskCall, terminalEvents, toolTexts } from "./fixture.js";

const FILE = "/mnt/user-data/workspace/a.txt";
let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "antler-files-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});
const sandboxed = (workspace: string) => ({
  parts: { defaults: [SANDBOX_PLUGIN], configFile: join(dir, "config.yaml"), config: "sandbox: { use: local }\n" },
  options: { workspace },
});

describe("files of lead and subagent", () => {
  it("STA-004, STA-011: are the same, and the lead still has its sandbox when the child has ended", async () => {
    const model = scriptedModel((request) => {
      const first = request.messages.find((message) => message.type === "human")?.text ?? "";
      if (first === "write")
        return request.turn === 0
          ? { calls: [{ name: "write_file", args: { description: "w", path: FILE, content: "by the child" } }] }
          : "written";
      if (request.turn === 0) return { calls: [taskCall("write")] };
      if (request.turn === 1) return { calls: [{ name: "read_file", args: { description: "r", path: FILE } }] };
      return `read: ${toolTexts(request).at(-1)}`;
    });
    const { parts, options } = sandboxed(dir);
    const platform = await platformOf(model, parts);
    const { result } = await runOn(platform, options);
    await platform.stop();
    expect(result.text).toContain("by the child");
    expect(readFileSync(join(dir, "a.txt"), "utf8")).toContain("by the child");
  });

  it("SUB-11: after the abort nothing more is written", async () => {
    const abort = new AbortController();
    const workspace = mkdtempSync(join(tmpdir(), "antler-abort-"));
    const model = delegatingModel(["write"], ({ turn }) => ({
      calls: [
        {
          name: "write_file",
          args: { description: "w", path: `/mnt/user-data/workspace/${turn}.txt`, content: `${turn}` },
        },
      ],
    }));
    const { parts } = sandboxed(workspace);
    const platform = await platformOf(model, parts);
    const { result, events } = await runOn(platform, {
      workspace,
      signal: abort.signal,
      onEvent: (event) => {
        if (event.type === "task_running" && event.turns === 3) abort.abort(new Error("the user left"));
      },
    });
    const written = readdirSync(workspace).length;
    const asked = model.requests.length;
    await platform.stop();
    expect(result.status).toBe("cancelled");
    expect(terminalEvents(events)).toEqual(["task_cancelled"]);
    expect(readdirSync(workspace)).toHaveLength(written);
    expect(model.requests).toHaveLength(asked);
    rmSync(workspace, { recursive: true, force: true });
  });
});
