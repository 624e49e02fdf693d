import type { Middleware } from "@antler/plugin-api";
import { scriptedModel } from "@antler/testing";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { ReducedValue, StateSchema } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fuseMiddleware } from "./fuse-middleware.js";

const Log = new StateSchema({
  log: new ReducedValue(
    z.array(z.string()).default(() => []),
    { inputSchema: z.array(z.string()).default(() => []), reducer: (a: string[], b: string[]) => a.concat(b) },
  ),
});

/** Three middlewares that write to one appended key, trim calls, and record when they run and what they see. */
function observers(seen: string[]): Middleware[] {
  return ["a", "b", "c"].map(
    (name) =>
      ({
        name,
        stateSchema: Log,
        beforeModel: (state: { messages: unknown[] }) => {
          seen.push(`${name}.before ${state.messages.length}`);
          return { log: [name] };
        },
        afterModel: (state: { log: string[]; messages: AIMessage[] }) => {
          const last = state.messages.at(-1) as AIMessage;
          seen.push(`${name}.after ${last.tool_calls?.length ?? 0}`);
          if (name !== "b" || (last.tool_calls?.length ?? 0) <= 2) return undefined;
          return {
            messages: [
              new AIMessage({ id: last.id as string, content: "", tool_calls: last.tool_calls?.slice(0, 2) ?? [] }),
            ],
          };
        },
        wrapModelCall: (request: never, handler: (request: never) => unknown) => {
          seen.push(`${name}.model`);
          return handler(request);
        },
        wrapToolCall: (request: never, handler: (request: never) => unknown) => {
          seen.push(`${name}.tool`);
          return handler(request);
        },
      }) as unknown as Middleware,
  );
}

async function play(fused: boolean): Promise<{ seen: string[]; log: string[]; messages: string[] }> {
  const seen: string[] = [];
  const { tool } = await import("langchain");
  const noop = tool(async () => "ok", { name: "noop", description: "", schema: z.object({}) });
  const model = scriptedModel(({ turn }) =>
    turn === 0 ? { calls: Array.from({ length: 4 }, () => ({ name: "noop", args: {} })) } : "done",
  );
  const middlewares = observers(seen);
  const middleware = fused
    ? [
        fuseMiddleware(
          "fused",
          middlewares.map((one) => ({ middleware: one, plugin: "p" })),
        ),
      ]
    : middlewares;
  const agent = createAgent({ model, tools: [noop], middleware: middleware as never });
  const result = (await agent.invoke({ messages: [new HumanMessage("go")] } as never)) as unknown as {
    log: string[];
    messages: AIMessage[];
  };
  return {
    seen,
    log: result.log,
    messages: result.messages.map((message) => `${message.getType()} ${message.tool_calls?.length ?? 0}`),
  };
}

describe("fuseMiddleware", () => {
  it("does what langchain does with the middlewares one by one: order, what each sees, trimmed calls", async () => {
    const [fused, single] = [await play(true), await play(false)];
    expect({ ...fused, log: [] }).toEqual({ ...single, log: [] });
  });

  it("appends to a reduced key once, where single hooks that change another key append it again", async () => {
    expect((await play(true)).log).toEqual(["a", "b", "c", "a", "b", "c"]);
    expect((await play(false)).log.length).toBeGreaterThan(6);
  });

  it("ends the hooks of a kind at a jump", async () => {
    const seen: string[] = [];
    const hook = (name: string, jumps: boolean): Middleware =>
      ({
        name,
        beforeModel: {
          canJumpTo: ["end"],
          hook: () => {
            seen.push(name);
            return jumps ? { jumpTo: "end" } : undefined;
          },
        },
      }) as Middleware;
    const model = scriptedModel(["never"]);
    const fused = fuseMiddleware(
      "f",
      [hook("a", false), hook("b", true), hook("c", false)].map((middleware) => ({ middleware, plugin: "p" })),
    );
    const agent = createAgent({ model, tools: [], middleware: [fused] as never });
    await agent.invoke({ messages: [new HumanMessage("go")] } as never);
    expect(seen).toEqual(["a", "b"]);
    expect(model.requests).toHaveLength(0);
  });

  it("names both plugins when two middlewares share a name or a state key", () => {
    const named = (name: string, plugin: string, stateSchema?: unknown) => ({
      plugin,
      middleware: { name, stateSchema } as Middleware,
    });
    expect(() => fuseMiddleware("f", [named("m", "one"), named("m", "two")])).toThrowError(
      /\[plugin two\] middleware "m" is already contributed by one/,
    );
    expect(() =>
      fuseMiddleware("f", [
        named("m", "one", z.object({ k: z.string() })),
        named("n", "two", z.object({ k: z.string() })),
      ]),
    ).toThrowError(/\[plugin two\] state key "k".*declared by one/);
  });

  it("names the plugin whose hook throws", async () => {
    const broken = { name: "m", beforeModel: () => Promise.reject(new Error("boom")) } as unknown as Middleware;
    const agent = createAgent({
      model: scriptedModel(["x"]),
      tools: [],
      middleware: [fuseMiddleware("f", [{ middleware: broken, plugin: "p" }])] as never,
    });
    await expect(agent.invoke({ messages: [new HumanMessage("go")] } as never)).rejects.toThrowError(
      /\[plugin p\] middleware "m" threw in beforeModel: boom/,
    );
  });

  it("lets one wrapper change the system prompt and the next the system message", async () => {
    const model = scriptedModel(["done"]);
    const first = {
      name: "a",
      wrapModelCall: (request: { systemPrompt?: string }, handler: (r: unknown) => unknown) =>
        handler({ ...request, systemPrompt: `${request.systemPrompt} one` }),
    };
    const second = {
      name: "b",
      wrapModelCall: (
        request: { systemMessage: { concat(text: string): unknown } },
        handler: (r: unknown) => unknown,
      ) => handler({ ...request, systemMessage: request.systemMessage.concat(" two") }),
    };
    const fused = fuseMiddleware(
      "f",
      [first, second].map((middleware) => ({ middleware: middleware as unknown as Middleware, plugin: "p" })),
    );
    const agent = createAgent({ model, tools: [], systemPrompt: "zero", middleware: [fused] as never });
    await agent.invoke({ messages: [new HumanMessage("go")] } as never);
    expect(model.requests[0]?.messages[0]?.text).toBe("zero one two");
  });
});
