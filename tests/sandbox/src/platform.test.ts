import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPlatform, type Platform } from "@antler/core";
import type { Plugin, RunEvent } from "@antler/plugin-api";
import { modelPlugin, scriptedModel } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { missing, newFolder, WORKSPACE } from "./backends.js";

const DEFAULTS = ["tool-policy", "skills", "subagents", "sandbox", "sandbox-bubblewrap", "sandbox-virtual"];
type Turn = Parameters<typeof scriptedModel>[0];

async function platformOf(script: Turn, dataDir: string, sandbox: string): Promise<Platform> {
  return createPlatform({
    configFile: join(dataDir, "config.yaml"),
    configText: `data_dir: ${dataDir}\nmodels: [{ name: main, use: fake }]\nsandbox: ${sandbox}\n`,
    defaultPlugins: [
      { id: "test-model-fake", load: async () => modelPlugin("fake", scriptedModel(script)) as Plugin },
      ...DEFAULTS.map((name) => ({
        id: `@antler/${name}`,
        load: async () => (await import(`@antler/${name}`)).default as Plugin,
      })),
    ],
  });
}

describe("a run with the sandbox", () => {
  for (const backend of ["virtual", "bubblewrap"] as const)
    it(`STA-001, STA-004, STA-011: a subagent works in its lead's ${backend} sandbox and leaves it open`, {
      timeout: 60_000,
    }, async ({ skip }) => {
      const problem = await missing(backend);
      if (problem !== undefined) skip(problem);
      const dataDir = newFolder();
      const platform = await platformOf(
        ({ messages, turn }) => {
          const isChild = messages.some(
            (message) => message.type === "human" && String(message.content).startsWith("Count"),
          );
          if (isChild)
            return turn === 0
              ? { calls: [{ name: "bash", args: { command: "wc -l < list.txt > count.txt; pwd" } }] }
              : "counted";
          const calls = [
            [
              { name: "write_file", args: { path: `${WORKSPACE}/list.txt`, content: "a\nb\nc\n" } },
              { name: "ls", args: { path: WORKSPACE } },
            ],
            [
              {
                name: "task",
                args: { description: "count lines", prompt: "Count the lines", subagent_type: "general-purpose" },
              },
            ],
            [{ name: "bash", args: { command: "cat count.txt" } }],
          ];
          const next = calls[turn];
          return next === undefined ? "done" : { calls: next };
        },
        dataDir,
        `{ use: ${backend} }`,
      );
      const events: RunEvent[] = [];
      const result = await platform.run({ prompt: "go", threadId: "t1", onEvent: (event) => events.push(event) });
      await platform.stop();
      const results = events.flatMap((event) => (event.type === "tool_result" ? [event] : []));
      expect(result).toMatchObject({ status: "completed", text: "done" });
      const steps = events.flatMap((event) =>
        event.type === "task_running" && event.step.type === "tool" ? [event.step.text] : [],
      );
      expect(steps).toEqual([`${WORKSPACE}\n`]);
      expect(results.at(-1)).toMatchObject({ name: "bash", task_id: null, text: expect.stringMatching(/^\s*3\n$/) });
      expect(readFileSync(join(dataDir, "threads/t1/user-data/workspace/count.txt"), "utf8").trim()).toBe("3");
    });

  it("SBX-33: two first calls in one message end with one sandbox and no clash of states", async () => {
    const bash = { name: "bash", args: { command: "echo x" } };
    const platform = await platformOf(
      ({ turn }) => (turn === 0 ? { calls: [bash, bash] } : "done"),
      newFolder(),
      "{ use: virtual }",
    );
    const events: RunEvent[] = [];
    const result = await platform.run({ prompt: "go", threadId: "t1", onEvent: (event) => events.push(event) });
    await platform.stop();
    expect(result.status).toBe("completed");
    expect(events.filter((event) => event.type === "tool_result").map((event) => event.text)).toEqual(["x\n", "x\n"]);
  });

  it("FLT-037: offers bash only where commands can run, and not on the host by default", async () => {
    const names = async (sandbox: string): Promise<readonly string[]> => {
      const platform = await platformOf(["done"], newFolder(), sandbox);
      const lead = await platform.resolve("lead");
      await platform.stop();
      return lead.decisions.filter(({ verdict }) => verdict === "kept").map(({ name }) => name);
    };
    const files = ["ls", "read_file", "glob", "grep", "write_file", "str_replace"];
    const local = await names("{ use: local }");
    expect(files.filter((name) => !local.includes(name))).toEqual([]);
    expect(local).not.toContain("bash");
    expect(await names("{ use: virtual }")).toContain("bash");
  });

  it("refuses to start where the required isolation is not there", async () => {
    const refused = platformOf(["done"], newFolder(), "{ use: virtual, require: { isolation: vm } }");
    await expect(refused).rejects.toMatchObject({ code: "ANTLER_SANDBOX_REQUIREMENT" });
  });

  it("SBX-050: a mount that cannot be used is skipped with a warning that names it, and the rest works", async () => {
    const mounts = [
      "{ host_path: rel, container_path: /mnt/a }",
      "{ host_path: /tmp, container_path: b }",
      "{ host_path: /none/there, container_path: /mnt/c }",
      "{ host_path: /tmp, container_path: /mnt/user-data/x }",
    ];
    const platform = await platformOf(["done"], newFolder(), `{ use: virtual, mounts: [${mounts.join(", ")}] }`);
    const skipped = platform.warnings.filter(({ code }) => code === "ANTLER_SANDBOX_MOUNT_SKIPPED");
    expect(skipped.map(({ message }) => message.match(/-> (\S+) is/)?.[1])).toEqual([
      "/mnt/a",
      "b",
      "/mnt/c",
      "/mnt/user-data/x",
    ]);
    expect((await platform.run({ prompt: "go" })).status).toBe("completed");
    await platform.stop();
  });
});
