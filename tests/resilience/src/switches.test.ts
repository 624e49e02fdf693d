import { MIDDLEWARE } from "@antler/plugin-api";
import { modelPlugin, scriptedModel } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { recordedTool, testPlatform, toolsPlugin } from "./fixture.js";

const FAKE = "models: [{ name: main, use: fake }]\n";
const PARTS = {
  tool_call_gate: "tool-call-gate",
  history_repair: "history-repair",
  model_errors: "model-errors",
  loop_detection: "loop-detection",
  tool_output: "tool-output",
  summarization: "summarization",
  framing: "framing",
};
const off = (parts: readonly string[]): string =>
  `${FAKE}resilience:\n${parts.map((part) => `  ${part}: { enabled: false }\n`).join("")}`;

async function middlewares(config: string): Promise<readonly string[]> {
  const model = scriptedModel([{ calls: [{ name: "echo", args: { text: "x" } }] }, "done"]);
  await using test = await testPlatform(config, [modelPlugin("fake", model), toolsPlugin(recordedTool("echo"))]);
  expect((await test.run()).result).toMatchObject({ status: "completed", text: "done" });
  return test.platform.services
    .all(MIDDLEWARE)
    .flatMap(({ name }) => (name.startsWith("resilience:") ? [name.slice(11)] : []));
}

describe("the parts of resilience", () => {
  it("are all on by default", async () => {
    expect([...(await middlewares(FAKE))].sort()).toEqual(Object.values(PARTS).sort());
  });

  it.each(Object.entries(PARTS))("%s can be switched off alone, and a run still works", async (part, name) => {
    const left = Object.values(PARTS).filter((other) => other !== name);
    expect([...(await middlewares(off([part])))].sort()).toEqual(left.sort());
  });

  it("can all be switched off", async () => {
    expect(await middlewares(off(Object.keys(PARTS)))).toEqual([]);
  });
});
