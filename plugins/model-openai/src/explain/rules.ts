import type { ModelErrorExplanation } from "@antler/plugin-api";
import type { OpenAiSettings } from "../settings.js";

/** All that an explanation is made of. */
export interface Failure {
  readonly host: string;
  readonly status: number | undefined;
  readonly code: string;
  /** The endpoint's own words. */
  readonly text: string;
  readonly settings: OpenAiSettings;
  readonly entry: string;
  readonly retryAfter: string | undefined;
  /** The endpoint sent it, as an event of a stream. */
  readonly reported: boolean;
}
export type Rule = readonly [when: (failure: Failure) => boolean, explain: (failure: Failure) => ModelErrorExplanation];

/** The first that fits explains. */
export const RULES: readonly Rule[] = [
  [
    ({ code }) => code === "ECONNREFUSED",
    ({ host }) => ({
      message: `${host} refused the connection: nothing listens there`,
      hint: "Start the server, or correct host and port of `base_url`.",
      key: "base_url",
    }),
  ],
  [
    ({ text }) => text === "bad port",
    ({ host }) => ({
      message: `the port of ${host} is one that HTTP clients refuse to use`,
      hint: "Correct the port of `base_url`, or let the server listen on another one.",
      key: "base_url",
    }),
  ],
  [
    ({ code }) => code === "ENOTFOUND" || code === "EAI_AGAIN",
    ({ host }) => ({
      message: `the host of ${host} is not known`,
      hint: "Check the host in `base_url`, and the network.",
      key: "base_url",
    }),
  ],
  [
    ({ code, text }) => /CERT|TLS|SSL/u.test(code) || /certificate|SSL routines/iu.test(text),
    ({ host, text }) => ({
      message: `${host} has no certificate that can be trusted: ${text}`,
      hint: "Use http for a local server without TLS, or give node its certificate with NODE_EXTRA_CA_CERTS.",
      key: "base_url",
    }),
  ],
  [
    ({ text }) =>
      /context_length|maximum context|context window|context size|too many tokens|prompt is too long/iu.test(text),
    ({ host, status, settings, text }) => ({
      message: `the conversation is too long for ${settings.model} at ${at(host, status)}: ${text}`,
      hint: "Start a new thread, give the model a larger context, or set `context_window` so that older turns are summarised in time.",
      key: "context_window",
    }),
  ],
  [
    ({ text }) =>
      /(?:support|enable|require|unknown|unrecognized).{0,60}\btool|\btools?\b.{0,60}(?:support|enable|require|--jinja|not allowed)/iu.test(
        text,
      ),
    ({ host, status, settings, text }) => ({
      message: `${settings.model} at ${at(host, status)} takes no tool calls: ${text}`,
      hint: "Use a model that can call tools, or start the server with tool calling (vLLM: --enable-auto-tool-choice --tool-call-parser; llama.cpp: --jinja).",
      key: "model",
    }),
  ],
  [
    ({ status }) => status === 401,
    ({ host, text, entry, settings }) => ({
      message: `${host} refused the key (401): ${text}`,
      hint:
        settings.apiKey === null
          ? `It wants a key: give \`api_key\` of models "${entry}" instead of none.`
          : `Check \`api_key\` of models "${entry}".`,
      key: "api_key",
    }),
  ],
  [
    ({ status }) => status === 403,
    ({ host, text, settings }) => ({
      message: `${host} does not allow this (403): ${text}`,
      hint: `Check whether the key may use ${settings.model}, and whether the region is served.`,
      key: "api_key",
    }),
  ],
  [
    ({ status, code, text }) =>
      status === 402 ||
      code === "insufficient_quota" ||
      /exceeded your current quota|insufficient[ _](?:quota|credit|balance)/iu.test(text),
    ({ host, status, text }) => ({
      message: `the quota at ${at(host, status)} is used up: ${text}`,
      hint: "Check plan and billing at the provider, or use another model.",
      key: "api_key",
    }),
  ],
  [
    ({ status, code, text }) =>
      code === "model_not_found" ||
      (status !== undefined &&
        status < 500 &&
        /model.{0,80}(?:not exist|not found|unknown|not available|no such)|(?:unknown|invalid|no such) model/iu.test(
          text,
        )),
    ({ host, status, settings, entry, text }) => ({
      message: `${at(host, status)} has no model ${JSON.stringify(settings.model)}: ${text}`,
      hint: `Correct \`model\` of models "${entry}"; \`antler doctor --probe\` lists what the endpoint has.`,
      key: "model",
    }),
  ],
  [
    ({ status }) => status === 404 || status === 405,
    ({ host, status, settings, text }) => ({
      message: `there is nothing at ${settings.baseUrl}/chat/completions (${host}, ${status}): ${text}`,
      hint: pathHint(settings.baseUrl),
      key: "base_url",
    }),
  ],
  [
    ({ status }) => status === 429,
    ({ host, text, retryAfter }) => ({
      message: `${host} limits the rate (429): ${text}`,
      hint: `Wait ${retryAfter === undefined ? "a little" : `${retryAfter} s`} and try again, or run fewer tasks at a time (\`subagents.max_concurrent\`).`,
    }),
  ],
  [
    ({ status }) => status !== undefined && status >= 500,
    ({ host, status, text }) => ({
      message: `${host} failed (${status}): ${text}`,
      hint: "Try again later, or use another model.",
    }),
  ],
  [
    ({ status }) => status !== undefined,
    ({ host, status, text }) => ({
      message: `${host} refused the request (${status}): ${text}`,
      hint: "The endpoint's words say why.",
    }),
  ],
  [
    ({ code, text }) => code === "TIMEOUT" || /timed? ?out/iu.test(text),
    ({ host, settings }) => ({
      message: `${host} did not answer within ${settings.timeoutMs / 1000} s`,
      hint: "Try again; raise `timeout` of this model when it is just slow.",
      key: "timeout",
    }),
  ],
  [
    ({ code, text }) =>
      /^(?:E[A-Z]{4,}|UND_ERR_|ERR_)/u.test(code) ||
      /connection|terminated|socket|network|fetch failed|premature/iu.test(text),
    ({ host, text, code }) => ({
      message: `the connection to ${host} broke off: ${code === "" ? text : `${code}, ${text}`}`,
      hint: "Try again; if it stays so, look at the server and at proxies on the way.",
      key: "base_url",
    }),
  ],
  [
    ({ reported }) => reported,
    ({ host, text }) => ({ message: `${host} reported an error: ${text}`, hint: "The endpoint's words say why." }),
  ],
  [
    ({ text }) => /JSON|Unexpected (?:token|end)/u.test(text),
    ({ host, text }) => ({
      message: `${host} sent an answer that cannot be read: ${text}`,
      hint: "Check that `base_url` is the address of an OpenAI-compatible API.",
      key: "base_url",
    }),
  ],
];

function at(host: string, status: number | undefined): string {
  return status === undefined ? host : `${host} (${status})`;
}
function pathHint(baseUrl: string): string {
  if (/\/v\d+$/u.test(baseUrl)) return "Check the path of `base_url`; the API is at another one.";
  return `Check the path of \`base_url\`; most servers want ${baseUrl}/v1.`;
}
