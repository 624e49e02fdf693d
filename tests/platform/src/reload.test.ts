import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReloadingPlatform } from "@antler/core";
import type { Plugin } from "@antler/plugin-api";
import { modelPlugin, scriptedModel } from "@antler/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loaded, POLICY, pluginOf } from "./fixture.js";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "antler-reload-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

it("CFG-11, CFG-032: the next run uses an edited config; a broken edit keeps the last good one and is told once", async () => {
  const configFile = join(dir, "config.yaml");
  const write = (prompt: string): void =>
    writeFileSync(configFile, `models: [{ name: main, use: fake }]\nlead: { system_prompt: ${prompt} }\n`);
  write("first prompt");
  const model = scriptedModel(({ call }) => `answer ${call}`);
  const holder = await createReloadingPlatform({
    configFile,
    defaultPlugins: [POLICY, loaded(modelPlugin("fake", model) as Plugin)],
  });
  const broken: unknown[] = [];
  const run = () => holder.run({ prompt: "go", threadId: "t" }, (failure) => broken.push(failure));
  await run();
  write("second prompt");
  await run();
  writeFileSync(configFile, "models: [\n");
  await run();
  expect((await run()).status).toBe("completed");
  expect(model.requests.map(({ messages }) => messages[0]?.text)).toEqual([
    "first prompt",
    "second prompt",
    "second prompt",
    "second prompt",
  ]);
  expect(broken).toMatchObject([{ code: "ANTLER_CONFIG_INVALID" }]);
  expect(model.requests.at(-1)?.messages.filter((message) => message.getType() === "human")).toHaveLength(4);
  await holder.stop();
});

it("makes a run after an edit wait for a run on the same thread that goes on under the old config", async () => {
  const configFile = join(dir, "config.yaml");
  const write = (prompt: string): void =>
    writeFileSync(configFile, `models: [{ name: main, use: fake }]\nlead: { system_prompt: ${prompt} }\n`);
  write("old");
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked = (): void => undefined;
  const firstAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const model = scriptedModel(async ({ call }) => {
    asked();
    if (call === 0) await held;
    return `answer ${call}`;
  });
  const holder = await createReloadingPlatform({
    configFile,
    defaultPlugins: [POLICY, loaded(modelPlugin("fake", model) as Plugin)],
  });
  const first = holder.run({ prompt: "one", threadId: "t" });
  await firstAsked;
  write("new");
  expect((await holder.refresh()).reloaded).toBe(true);
  const second = holder.run({ prompt: "two", threadId: "t" });
  answer();
  await Promise.all([first, second]);
  expect(model.requests[1]?.messages.map((message) => message.text)).toEqual(["new", "one", "answer 0", "two"]);
  await holder.stop();
});

it("stops a platform too that a refresh was just making", async () => {
  const configFile = join(dir, "config.yaml");
  writeFileSync(configFile, "models: [{ name: main, use: fake }]\n");
  let running = 0;
  const counted: Plugin = {
    ...pluginOf("counted", () => undefined),
    start: () => {
      running += 1;
    },
    stop: () => {
      running -= 1;
    },
  };
  const holder = await createReloadingPlatform({
    configFile,
    defaultPlugins: [POLICY, loaded(modelPlugin("fake", scriptedModel([])) as Plugin), loaded(counted)],
  });
  writeFileSync(configFile, "models: [{ name: main, use: fake }]\nlead: { max_turns: 3 }\n");
  const refreshed = holder.refresh();
  await holder.stop();
  expect((await refreshed).reloaded).toBe(true);
  expect(running).toBe(0);
});
