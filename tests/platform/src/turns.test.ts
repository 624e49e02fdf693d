import { type MiddlewareFactory, NOT_FROM_USER_MARK } from "@antler/plugin-api";
import { scriptedModel } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { echoTool, middlewarePlugin, platformOf, runOnce, toolsPlugin } from "./fixture.js";

const restless = () =>
  scriptedModel(({ turn }) => ({ text: `step ${turn}`, calls: [{ name: "echo", args: { text: `${turn}` } }] }));
const config = (maxTurns: number) => ({
  configText: `models: [{ name: main, use: fake }]\nlead: { max_turns: ${maxTurns} }\n`,
});
const hooked = (count: number): MiddlewareFactory[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `hooked-${index}`,
    stage: "context",
    create: () => ({
      name: `hooked-${index}`,
      beforeModel: () => undefined,
      afterModel: () => undefined,
      beforeAgent: () => undefined,
    }),
  }));

describe("max_turns", () => {
  it.each([0, 1, 4, 12])("EXE-041: is exact with %i hooked middlewares", async (count) => {
    const model = restless();
    const platform = await platformOf(
      model,
      [toolsPlugin("tools", echoTool()), middlewarePlugin("hooks", ...hooked(count))],
      config(5),
    );
    const { result } = await runOnce(platform);
    const withTools = model.requests.filter((request) => request.tools.length > 0);
    expect(withTools).toHaveLength(5);
    expect(model.requests).toHaveLength(6);
    expect(model.requests.at(-1)?.tools).toEqual([]);
    expect(model.requests.at(-1)?.messages.at(-1)?.additional_kwargs).toEqual({ [NOT_FROM_USER_MARK]: true });
    expect(result).toMatchObject({ turns: 5, stopReason: "turn_capped", status: "completed", text: "step 0" }); // the concluding call
    await platform.stop();
  });

  it("does not cap an agent that is done in exactly that many turns", async () => {
    const model = scriptedModel(({ turn }) =>
      turn === 0 ? { calls: [{ name: "echo", args: { text: "x" } }] } : "done",
    );
    const platform = await platformOf(model, [toolsPlugin("tools", echoTool())], config(2));
    expect((await runOnce(platform)).result).toMatchObject({ turns: 2, stopReason: null, text: "done" });
    await platform.stop();
  });

  it("answers with the last useful text when the concluding call fails", async () => {
    const model = scriptedModel(({ turn, tools }) => {
      if (tools.length === 0) throw new Error("no tools, no answer");
      return { text: `found ${turn}`, calls: [{ name: "echo", args: { text: "x" } }] };
    });
    const platform = await platformOf(model, [toolsPlugin("tools", echoTool())], config(2));
    expect((await runOnce(platform)).result).toMatchObject({
      status: "completed",
      text: "found 1",
      stopReason: "turn_capped",
    });
    await platform.stop();
  });

  it("ends at a token budget through the same frame", async () => {
    const model = scriptedModel(({ turn, tools }) =>
      tools.length === 0
        ? "concluded"
        : {
            calls: [{ name: "echo", args: { text: `${turn}` } }],
            usage: { input_tokens: 40, output_tokens: 20, total_tokens: 60 },
          },
    );
    const platform = await platformOf(model, [toolsPlugin("tools", echoTool())], {
      configText: "models: [{ name: main, use: fake }]\nlead: { max_tokens: 100 }\n",
    });
    expect((await runOnce(platform)).result).toMatchObject({ text: "concluded", turns: 2, stopReason: "token_capped" });
    await platform.stop();
  });
});

it("keeps the answer that a hook gives in the model's place", async () => {
  const model = scriptedModel(["never asked"]);
  const platform = await platformOf(model, [
    middlewarePlugin("refuser", {
      name: "refuser",
      stage: "limits",
      create: async () => {
        const { AIMessage } = await import("@langchain/core/messages");
        return {
          name: "refuser",
          beforeModel: {
            canJumpTo: ["end"],
            hook: () => ({ jumpTo: "end", messages: [new AIMessage("the budget of today is used up")] }),
          },
        } as never;
      },
    }),
  ]);
  expect((await runOnce(platform)).result).toMatchObject({
    status: "completed",
    text: "the budget of today is used up",
  });
  expect(model.requests).toEqual([]);
  await platform.stop();
});
