import type { ModelContext } from "@antler/plugin-api";
import { htmlPage, httpError, openAiEndpoint } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { checkEntry } from "./check-entry.js";
import { openAiProvider } from "./provider.js";

const context: ModelContext = {
  configDir: "/",
  locate: (key) => ({ file: "config.yaml", line: 2, column: key.length }),
};
const entry = (more: object) => ({ name: "main", use: "openai", model: "test-model", ...more });
const check = (more: object, env: Record<string, string> = {}) => checkEntry(entry(more), context, env);

describe("checking an entry", () => {
  it("finds a missing key before anything runs", () => {
    expect(check({})).toMatchObject([
      {
        code: "ANTLER_OPENAI_KEY_MISSING",
        message: 'models "main": no api_key, and OPENAI_API_KEY is not set',
        position: { file: "config.yaml" },
      },
    ]);
    expect(check({ base_url: "http://h/v1" }, { OPENAI_API_KEY: "sk" })).toMatchObject([
      { code: "ANTLER_OPENAI_KEY_MISSING", hint: expect.stringContaining("api_key: none") },
    ]);
  });

  it("takes a key, none, or the environment's where the endpoint is OpenAI's own", () => {
    expect(check({ api_key: "sk" })).toEqual([]);
    expect(check({ base_url: "http://h/v1", api_key: "none" })).toEqual([]);
    expect(check({}, { OPENAI_API_KEY: "sk" })).toEqual([]);
  });

  it.each([
    ["localhost:8080", "neither http nor https"],
    ["nonsense", "no URL"],
    ["http://h/v1/chat/completions", "goes too far"],
  ])("finds that base_url %s %s", (url, fault) => {
    expect(check({ base_url: url, api_key: "none" })).toMatchObject([
      { code: "ANTLER_OPENAI_BASE_URL", message: expect.stringContaining(fault) },
    ]);
  });
});

describe("probing an endpoint", () => {
  const probe = async (url: string, more: object = {}) =>
    openAiProvider.probe?.(entry({ base_url: url, api_key: "none", ...more }), context, AbortSignal.timeout(10_000));

  it("is content with an endpoint that has the model", async () => {
    await using endpoint = await openAiEndpoint(["OK"], { models: ["test-model"] });
    expect(await probe(endpoint.url)).toMatchObject([{ status: "ok" }]);
    expect(endpoint.requests[0]?.body).toMatchObject({ model: "test-model", stream: true, tools: [{}] });
  });

  it("names the nearest model when it has another", async () => {
    await using endpoint = await openAiEndpoint([], { models: ["test-modal", "other"] });
    expect(await probe(endpoint.url)).toMatchObject([
      { status: "failed", fix: expect.stringContaining('Did you mean "test-modal"? Known: test-modal, other.') },
    ]);
  });

  it("tells a wrong key, a wrong path and a refused connection apart", async () => {
    const endpoint = await openAiEndpoint([], { apiKey: "right" });
    const wrongPath = endpoint.url.replace("/v1", "");
    expect(await probe(endpoint.url, { api_key: "wrong" })).toMatchObject([
      { message: expect.stringContaining("(401)") },
    ]);
    expect(await probe(wrongPath)).toMatchObject([
      { fix: expect.stringContaining(`most servers want ${endpoint.url}`) },
    ]);
    await endpoint.close();
    const closed = await openAiEndpoint([]);
    await closed.close();
    expect(await probe(closed.url)).toMatchObject([{ message: expect.stringContaining("refused the connection") }]);
  });

  it("finds out that a listed model takes no tool calls, or has no quota left", async () => {
    const noTools = httpError(400, '"auto" tool choice requires --enable-auto-tool-choice');
    const noQuota = httpError(429, "You exceeded your current quota");
    await using endpoint = await openAiEndpoint([noTools, noQuota], { models: ["test-model", "other"] });
    const [first] = (await probe(endpoint.url)) ?? [];
    expect(first).toMatchObject({ status: "failed", message: expect.stringContaining("takes no tool calls") });
    expect(first?.fix).not.toContain("other");
    expect(await probe(endpoint.url)).toMatchObject([{ message: expect.stringMatching(/quota .* is used up/) }]);
  });

  it("is content with a model that is not listed but answers, and not with a web page", async () => {
    await using endpoint = await openAiEndpoint(["OK", htmlPage()]);
    expect(await probe(endpoint.url, { model: "unlisted" })).toMatchObject([{ status: "ok" }]);
    expect(endpoint.requests[0]?.body).toMatchObject({ model: "unlisted" });
    expect(await probe(endpoint.url, { model: "unlisted" })).toMatchObject([
      { status: "failed", message: expect.stringContaining("web page") },
    ]);
  });
});
