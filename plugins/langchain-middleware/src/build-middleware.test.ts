import type { ModelCatalog } from "@antler/plugin-api";
import { scriptedModel } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { buildMiddleware } from "./build-middleware.js";
import { PREFIX } from "./config.js";
import { KNOWN_MIDDLEWARES } from "./known-middlewares.js";

const asked: string[] = [];
const models: ModelCatalog = {
  name: "models",
  names: () => ["main", "small"],
  entry: (name) => ({ name, use: "fake" }),
  get: (name) => {
    asked.push(name);
    return Promise.resolve(scriptedModel([]));
  },
  check: () => [],
  probe: () => undefined,
  explain: () => undefined,
};
/** The least that each one needs. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  toolCallLimitMiddleware: { runLimit: 1 },
  modelFallbackMiddleware: { models: ["small"] },
  piiMiddleware: { type: "email", strategy: "mask" },
  openAIModerationMiddleware: { model: "small" },
};
const build = (name: string, options = OPTIONS[name] ?? {}) =>
  buildMiddleware({ use: `${PREFIX}${name}`, options }, models, "main", { file: "config.yaml", line: 3, column: 5 });

describe("buildMiddleware", () => {
  it.each([...KNOWN_MIDDLEWARES.keys()])("builds %s from what a file can say", async (name) => {
    expect((await build(name)).name).toMatch(/\w/);
  });

  it("offers tools exactly for those that are known to carry some", async () => {
    for (const [name, known] of KNOWN_MIDDLEWARES)
      expect([name, ((await build(name)).tools?.length ?? 0) > 0]).toEqual([name, known.carriesTools === true]);
  });

  it("takes models by their names, and the agent's own where langchain would look for one", async () => {
    asked.length = 0;
    await build("summarizationMiddleware", { model: "small", trigger: { tokens: 1000 } });
    await build("summarizationMiddleware", { trigger: { tokens: 1000 } });
    expect(asked).toEqual(["small", "main"]);
  });

  it("names the entry and its place when langchain refuses the options", async () => {
    await expect(build("modelRetryMiddleware", { maxRetries: -1 })).rejects.toMatchObject({
      code: "ANTLER_LANGCHAIN_MIDDLEWARE_OPTIONS",
      message: expect.stringContaining("langchain:modelRetryMiddleware cannot be built"),
      position: { line: 3 },
    });
  });
});
