import { type DoctorFinding, errorText, type ModelContext, unknownNameHint } from "@antler/plugin-api";
import { explainError } from "./explain/explain-error.js";
import type { OpenAiSettings } from "./settings.js";
import { guardedFetch } from "./wire/guarded-fetch.js";

/** Longest wait for one answer of a probe, milliseconds. */
const PROBE_TIMEOUT = 15_000;
const NAMES_SHOWN = 50;

/** The shortest tool there is: an endpoint that takes no tool calls must refuse it here and not in the first run. */
const TOOL = {
  type: "function",
  function: { name: "nothing", description: "Does nothing.", parameters: { type: "object", properties: {} } },
} as const;

/**
 * Asks the endpoint for its models, for the advice on a wrong one, and then as a run would: with the key, the model and a
 * tool. The answer is not waited for: that it begins is enough.
 */
export async function probeEndpoint(
  settings: OpenAiSettings,
  entry: string,
  locate: ModelContext["locate"],
  signal: AbortSignal,
): Promise<readonly DoctorFinding[]> {
  const subject = `model ${entry}`;
  let names: readonly string[] = [];
  try {
    names = await listModels(settings, signal);
    await beginAnswer(settings, signal);
    return [{ subject, status: "ok", message: `${settings.model} at ${settings.baseUrl} answers` }];
  } catch (error) {
    if (signal.aborted) throw error;
    const {
      message,
      hint,
      key = "name",
    } = explainError(error, settings, entry) ?? {
      message: errorText(error),
      hint: "Check `base_url`.",
      key: "base_url",
    };
    const fix =
      names.length === 0 || names.includes(settings.model)
        ? hint
        : `${hint} ${unknownNameHint(settings.model, names.slice(0, NAMES_SHOWN))}`;
    return [{ subject, status: "failed", message, fix, position: locate(key) }];
  }
}

/** Empty for an endpoint that has no such list. */
async function listModels(settings: OpenAiSettings, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const response = await ask(settings, "GET", "/models", undefined, signal);
    const { data } = ((await response.json()) ?? {}) as { data?: unknown };
    return Array.isArray(data) ? data.map((model: { id?: unknown }) => String(model.id)) : [];
  } catch (error) {
    const { status } = error as { status?: unknown };
    if (status === 404 || status === 405 || error instanceof SyntaxError) return [];
    throw error;
  }
}

async function beginAnswer(settings: OpenAiSettings, signal: AbortSignal): Promise<void> {
  const messages = [{ role: "user", content: "Say OK." }];
  const request = { ...settings.extraBody, model: settings.model, messages, tools: [TOOL], stream: settings.streaming };
  const response = await ask(settings, "POST", "/chat/completions", request, signal);
  await response.body?.cancel();
}

async function ask(
  settings: OpenAiSettings,
  method: string,
  path: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const response = await guardedFetch(Math.min(settings.timeoutMs, PROBE_TIMEOUT))(`${settings.baseUrl}${path}`, {
    method,
    signal,
    headers: {
      "content-type": "application/json",
      ...settings.headers,
      ...(settings.apiKey ? { authorization: `Bearer ${settings.apiKey}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  const { error } = (await response.json()) as { error: { message: string; code?: unknown } };
  throw Object.assign(new Error(error.message), {
    status: response.status,
    code: error.code,
    headers: response.headers,
  });
}
