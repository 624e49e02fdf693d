import { join } from "node:path";
import { DEFAULT_PLUGINS } from "@antler/cli";
import { createPlatform } from "@antler/core";
import type { Plugin, RunEvent } from "@antler/plugin-api";
import { modelPlugin, scriptedModel } from "@antler/testing";
import { expect, it, onTestFinished } from "vitest";
import { outsideFolder } from "./outside-folder.js";

const CONFIG = `
models: [{ name: main, use: fake }]
data_dir: ./data
sandbox: { use: local }
plugins:
  - use: ./glossary
    config:
      terms:
        task: One delegation inside a run.
        run: One turn of the lead.
`;

/** The lead delegates to the plugin's type; that one looks a term up with the plugin's tool. */
const model = () =>
  scriptedModel(({ turn, tools, messages }) => {
    const last = messages.at(-1)?.text ?? "";
    if (turn > 0) return `I was told: ${last}`;
    return tools.includes("task")
      ? {
          calls: [
            {
              name: "task",
              args: { description: "Check the word", prompt: "Check: task", subagent_type: "terminologist" },
            },
          ],
        }
      : { calls: [{ name: "look_up_term", args: { term: "Task" } }] };
  });

it("adds a tool, a middleware and a subagent type to a run, from a folder of its own", async () => {
  const dir = outsideFolder();
  const played = model();
  const fake = modelPlugin("fake", played) as Plugin;
  const platform = await createPlatform({
    configFile: join(dir, "config.yaml"),
    configText: CONFIG,
    defaultPlugins: [...DEFAULT_PLUGINS, { id: fake.id, load: async () => fake }],
  });
  onTestFinished(() => platform.stop());
  const events: RunEvent[] = [];
  const result = await platform.run({ prompt: "What is a task?", onEvent: (event) => events.push(event) });

  expect(result).toMatchObject({ status: "completed" });
  expect(result.text).toBe("I was told: Task Succeeded. Result: I was told: task: One delegation inside a run.");
  expect(events.find(({ type }) => type === "task_started")).toMatchObject({ subagent_type: "terminologist" });

  const child = played.requests.filter(({ tools }) => !tools.includes("task"));
  expect(child.map(({ tools }) => [...tools].sort())).toEqual([
    ["grep", "look_up_term", "ls", "read_file"],
    ["grep", "look_up_term", "ls", "read_file"],
  ]);
  for (const { messages } of played.requests) {
    expect(messages.filter((message) => message.type === "system")).toHaveLength(1);
    expect(messages[0]?.text).toContain("which look_up_term gives: task, run.");
  }
});
