import { AntlerError } from "@antler/plugin-api";
import {
  brokenStream,
  cutBody,
  type EndpointAnswer,
  htmlPage,
  httpError,
  noChoices,
  type OpenAiEndpoint,
  openAiEndpoint,
} from "@antler/testing";
import { describe, expect, it } from "vitest";
import { ChatOpenAiCompatible } from "../chat-open-ai.js";
import { type OpenAiSettings, settingsOf } from "../settings.js";
import { explainError } from "./explain-error.js";

function settingsFor(endpoint: OpenAiEndpoint, changes: Partial<OpenAiSettings> = {}): OpenAiSettings {
  return {
    ...settingsOf({ name: "m", use: "openai", model: "test-model", base_url: endpoint.url, api_key: "none" }, {}),
    ...changes,
  };
}
function modelFor(endpoint: OpenAiEndpoint, changes: Partial<OpenAiSettings> = {}): ChatOpenAiCompatible {
  return new ChatOpenAiCompatible(settingsFor(endpoint, changes));
}
/** What a person would read of a failing call, as `message → hint`. */
async function told(
  answers: readonly EndpointAnswer[],
  changes: Partial<OpenAiSettings> = {},
  stream = false,
): Promise<string> {
  await using endpoint = await openAiEndpoint(answers);
  const model = modelFor(endpoint, changes);
  const error: unknown = await (stream ? drained(model) : model.invoke("hi")).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const explained = explainError(error, settingsFor(endpoint, changes), "m");
  return `${explained?.message} → ${explained?.hint}`.replaceAll(new URL(endpoint.url).host, "HOST");
}
async function drained(model: ChatOpenAiCompatible): Promise<void> {
  for await (const _ of await model.stream("hi"));
}

describe("what a person reads when it fails", () => {
  it.each<[string, EndpointAnswer, string, string]>([
    [
      "a wrong key",
      httpError(401, "Incorrect API key provided."),
      "HOST refused the key (401): Incorrect API key provided",
      "It wants a key",
    ],
    [
      "a forbidden model",
      httpError(403, "Not for you"),
      "HOST does not allow this (403): Not for you",
      "may use test-model",
    ],
    [
      "an unknown model",
      httpError(404, "The model `x` does not exist", { code: "model_not_found" }),
      'HOST (404) has no model "test-model"',
      'Correct `model` of models "m"',
    ],
    [
      "a wrong path",
      { kind: "http", status: 404, body: { detail: "Not Found" } },
      "there is nothing at http://HOST/v1/chat/completions (HOST, 404): Not Found",
      "Check the path",
    ],
    [
      "a rate limit",
      httpError(429, "slow down", { headers: { "retry-after": "9" } }),
      "HOST limits the rate (429): slow down",
      "Wait 9 s",
    ],
    [
      "a used-up quota",
      httpError(429, "You exceeded your current quota.", { code: "insufficient_quota" }),
      "the quota at HOST (429) is used up",
      "billing",
    ],
    [
      "a full context",
      httpError(400, "This model's maximum context length is 8192 tokens", { code: "context_length_exceeded" }),
      "the conversation is too long for test-model at HOST (400)",
      "context_window",
    ],
    [
      "a vLLM-style 400",
      {
        kind: "http",
        status: 400,
        body: {
          object: "error",
          message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
          type: "BadRequestError",
        },
      },
      "test-model at HOST (400) takes no tool calls",
      "--tool-call-parser",
    ],
    [
      "an Ollama-style 400",
      httpError(400, "registry.ollama.ai/library/x does not support tools"),
      "takes no tool calls",
      "can call tools",
    ],
    [
      "any other 400",
      { kind: "http", status: 400, body: { message: "temperature must be below 2" } },
      "HOST refused the request (400): temperature must be below 2",
      "endpoint's words",
    ],
    ["a server error", httpError(500, "oops"), "HOST failed (500): oops", "Try again later"],
    ["a proxy's error page", htmlPage(502), 'HOST failed (502): a web page titled "Welcome"', "Try again later"],
    [
      "a web page with status 200",
      htmlPage(),
      'HOST: the endpoint answered with a web page titled "Welcome"',
      "Check `base_url`",
    ],
    ["no choices (PRV-08)", noChoices(), "HOST: the endpoint answered without any choice", "Try again"],
    [
      "an error inside a 200",
      { kind: "http", status: 200, body: { error: { message: "upstream is gone" } } },
      "without any choice: upstream is gone",
      "Try again",
    ],
    ["a body that is cut off", cutBody(), "the connection to HOST broke off", "Try again"],
    ["a broken connection", { kind: "reset" }, "the connection to HOST broke off", "Try again"],
    [
      "text that is no JSON",
      { kind: "http", status: 200, body: "{oops" },
      "HOST sent an answer that cannot be read",
      "OpenAI-compatible",
    ],
  ])("%s", async (_name, answer, what, next) => {
    const text = await told([answer]);
    expect(text).toContain(what);
    expect(text.split(" → ")[1]).toContain(next);
  });

  it("PRV-17: silence before the answer and within it, both bounded by `timeout`", async () => {
    const limit = { timeoutMs: 60 };
    expect(await told([{ kind: "silence" }], limit)).toContain(
      "HOST: the endpoint sent nothing for 0.06 s → Try again; raise `timeout`",
    );
    expect(await told([brokenStream(["half "], "stall")], limit, true)).toContain(
      "the endpoint sent nothing for 0.06 s",
    );
  });

  it("a stream that breaks, holds an error, holds no choice, or is none", async () => {
    expect(await told([brokenStream(["half "], "reset")], {}, true)).toContain("the connection to HOST broke off");
    const failing: EndpointAnswer = {
      kind: "events",
      end: "done",
      events: [{ error: { message: "upstream is gone", code: 502 } }],
    };
    expect(await told([failing], {}, true)).toContain("HOST failed (502): upstream is gone");
    const plain: EndpointAnswer = { kind: "events", end: "done", events: [{ error: { message: "cannot do" } }] };
    expect(await told([plain], {}, true)).toContain("HOST reported an error: cannot do");
    expect(await told([{ kind: "events", end: "done", events: [] }], {}, true)).toContain("without any choice");
    expect(await told([{ kind: "http", status: 200, body: { error: "busy" } }], {}, true)).toContain(
      "HOST failed (502): busy",
    );
  });

  it("the same troubles when a stream was asked for", async () => {
    expect(await told([noChoices()], {}, true)).toContain("without any choice");
    expect(await told([htmlPage()], {}, true)).toContain("web page");
    expect(await told([cutBody()], {}, true)).toContain("the connection to HOST broke off");
    expect(await told([{ kind: "http", status: 200, body: "{oops" }], {}, true)).toContain("cannot be read");
    expect(await told([{ kind: "http", status: 200, body: "" }], {}, true)).toContain("without any choice");
  });

  it("a web page that calls itself something else", async () => {
    const page: EndpointAnswer = { ...htmlPage(), headers: { "content-type": "text/plain" } };
    expect(await told([page])).toContain("web page");
    expect(await told([page], {}, true)).toContain("web page");
  });

  it("a refused connection names host and port", async () => {
    const endpoint = await openAiEndpoint([]);
    await endpoint.close();
    const error = await modelFor(endpoint)
      .invoke("hi")
      .catch((thrown: unknown) => thrown);
    const explained = explainError(error, settingsFor(endpoint), "m");
    expect(explained?.message).toBe(`${new URL(endpoint.url).host} refused the connection: nothing listens there`);
    expect(explained?.hint).toContain("Start the server");
  });

  it("an abort and errors of others are not explained", () => {
    const settings = settingsOf({ name: "m", use: "openai", model: "x", base_url: "http://h:1/v1" }, {});
    expect(explainError(Object.assign(new Error("stop"), { name: "AbortError" }), settings, "m")).toBeUndefined();
    expect(explainError(new RangeError("bug"), settings, "m")).toBeUndefined();
    const around = new AntlerError({ code: "ANTLER_TEST", message: "gave up" });
    expect(explainError(around, settings, "m")).toBeUndefined();
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const wrapped = new AntlerError({ code: "ANTLER_TEST", message: "gave up", cause: refused });
    expect(explainError(wrapped, settings, "m")?.message).toContain("refused the connection");
  });
});
