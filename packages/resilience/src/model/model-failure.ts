import { AntlerError, errorText, type ModelCatalog } from "@antler/plugin-api";
import type { ModelErrorClass, ModelErrorReason } from "./classify-model-error.js";

/** What a person can do about it. */
const NEXT_STEP: Readonly<Record<ModelErrorReason, string>> = {
  transient: "Wait a little and try again, or name another model under `resilience.model_errors.fallback_models`.",
  stall: "Try again; raise `resilience.model_errors.stall_timeout_seconds` when the model is just slow.",
  incomplete: "Try again; the connection or a proxy on the way ended the answer early.",
  malformed: "Check that `base_url` is the address of the API; what answered there is not what was expected.",
  auth: "Check the API key of this model and what it may use.",
  quota: "Check plan and billing at the provider, or use another model.",
  not_found: "Check `model` and `base_url` of this entry of `models`.",
  bad_request: "The provider refused the request; its message says why.",
  context_overflow:
    "Start a new thread, or lower `resilience.summarization.trigger_percent` so that it summarises earlier.",
  content_filter: "Word the request differently; the provider's content filter refused it.",
  aborted: "The request was aborted; run it again.",
  busy: "Wait a little and try again, or name another model under `resilience.model_errors.fallback_models`.",
  generic: "See the message; run again with --verbose for the stack.",
};

/** The error that ends a run when a model call is given up: who, what, how often, and what to do. */
export function modelFailure(
  name: string,
  error: unknown,
  found: ModelErrorClass,
  attempts: number,
  catalog: ModelCatalog | undefined,
): AntlerError {
  const explained = catalog?.explain(name, error);
  const host = hostOf(catalog?.entry(name)?.["base_url"]);
  const at = host === undefined ? "" : ` at ${host}`;
  const status = found.status === undefined ? "" : ` with status ${found.status}`;
  const times = attempts > 1 ? ` after ${attempts} attempts` : "";
  const detail = explained?.message ?? firstLine(errorText(error));
  const where = host !== undefined && detail.includes(host) ? "" : at;
  const how = found.status !== undefined && detail.includes(String(found.status)) ? "" : status;
  return new AntlerError({
    code: "ANTLER_MODEL_FAILED",
    message: `model "${name}"${where} failed${times}${how}: ${detail.replace(/\.$/, "")}`,
    hint: explained?.hint ?? NEXT_STEP[found.reason],
    position: explained?.position,
    cause: error,
  });
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.trim().slice(0, 300) ?? "";
}

function hostOf(baseUrl: unknown): string | undefined {
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl)) return undefined;
  return new URL(baseUrl).host;
}
