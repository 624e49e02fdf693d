import { httpError, noChoices, type OpenAiEndpoint, openAiEndpoint } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { ChatOpenAiCompatible } from "./chat-open-ai.js";
import { type OpenAiSettings, settingsOf } from "./settings.js";

function modelFor(endpoint: OpenAiEndpoint, changes: Partial<OpenAiSettings> = {}): ChatOpenAiCompatible {
  const entry = { name: "m", use: "openai", model: "test-model", base_url: endpoint.url, api_key: "none" };
  return new ChatOpenAiCompatible({ ...settingsOf(entry, {}), ...changes });
}

describe("retries of one call", () => {
  const once429 = [httpError(429, "slow down", { headers: { "retry-after": "1" } }), "then"];

  it("PRV-14: waits as Retry-After says", async () => {
    await using endpoint = await openAiEndpoint(once429);
    expect((await modelFor(endpoint, { maxRetries: 1 }).invoke("hi")).text).toBe("then");
    const [first, second] = endpoint.requests;
    expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it("are off by default, so that they do not multiply with those of the agent loop", async () => {
    await using endpoint = await openAiEndpoint(once429);
    await expect(modelFor(endpoint).invoke("hi")).rejects.toThrow("slow down");
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([400, 401, 403, 404])("PRV-16: never repeat a request that was refused with %s", async (status) => {
    await using endpoint = await openAiEndpoint([httpError(status, "no")]);
    await expect(modelFor(endpoint, { maxRetries: 2 }).invoke("hi")).rejects.toThrow("no");
    expect(endpoint.requests).toHaveLength(1);
  });

  it("never repeat when the quota is used up", async () => {
    await using endpoint = await openAiEndpoint([
      httpError(429, "You exceeded your current quota", { code: "insufficient_quota" }),
    ]);
    await expect(modelFor(endpoint, { maxRetries: 2 }).invoke("hi")).rejects.toThrow("quota");
    expect(endpoint.requests).toHaveLength(1);
  });

  it("repeat after a server error, a broken connection and an answer without choices", async () => {
    await using endpoint = await openAiEndpoint([
      httpError(500, "oops", { headers: { "retry-after-ms": "1" } }),
      { kind: "reset" },
      noChoices(),
      "then",
    ]);
    expect((await modelFor(endpoint, { maxRetries: 3 }).invoke("hi")).text).toBe("then");
    expect(endpoint.requests).toHaveLength(4);
  });

  it("end their wait when they are aborted", async () => {
    await using endpoint = await openAiEndpoint([httpError(429, "slow down", { headers: { "retry-after": "50" } })]);
    const controller = new AbortController();
    const answer = modelFor(endpoint, { maxRetries: 1 }).invoke("hi", { signal: controller.signal });
    await endpoint.received(1);
    await endpoint.requests[0]?.abandoned;
    controller.abort();
    await expect(answer).rejects.toThrow();
    expect(endpoint.requests).toHaveLength(1);
  });
});
