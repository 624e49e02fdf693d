import { errorText, isAntlerError } from "@antler/plugin-api";
import { responseHeader, retryAfterMs } from "./retry-after.js";

export type ModelErrorReason =
  | "transient"
  | "busy"
  | "stall"
  | "incomplete"
  | "malformed"
  | "auth"
  | "quota"
  | "not_found"
  | "bad_request"
  | "context_overflow"
  | "content_filter"
  | "aborted"
  | "generic";

/** What a failed model call means for whoever wants to try again. */
export interface ModelErrorClass {
  readonly retriable: boolean;
  readonly reason: ModelErrorReason;
  /** HTTP status, where there was an answer. */
  readonly status: number | undefined;
  /** What the provider asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
}

/** 408 timeout, 409 conflict, 425 too early, 429 rate limit; the last two are what proxies send. */
const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529]);
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "UND_ERR_SOCKET",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);
/** Model providers of the platform name their errors by this convention. */
const PROVIDER_CODE = /^ANTLER_[A-Z0-9_]+$/;
const STALLED = /_(?:STALLED|TIMED_OUT)$/;
const UNREADABLE = /_(?:NO_CHOICES|UNREADABLE)$/;
const QUOTA =
  /insufficient[_ ](?:quota|credit|balance)|exceeded your current quota|billing|credit balance|payment required|quota (?:is )?exhausted|余额不足|欠费|超出限额|额度不足/i;
const OVERFLOW =
  /context[_ ]length|context window|maximum context|prompt is too long|too many (?:input )?tokens|input (?:is )?too long|exceeds? the (?:model'?s )?(?:maximum|limit).{0,40}tokens|max(?:imum)? input (?:token|length)/i;
const FILTER =
  /content[_ ]filter|content (?:management )?policy|safety system|data_inspection_failed|sensitive content/i;
/** What langchain says when a stream held no chunk. */
const EMPTY_STREAM = /received empty response/i;
const AUTH =
  /(?:invalid|incorrect)[_ ]api[_ ]key|api key (?:is )?(?:missing|not valid)|unauthori[sz]ed|authentication|permission denied|access denied|forbidden|无权|未授权/i;
const CONNECTION =
  /connection error|socket hang up|fetch failed|network error|terminated|premature close|other side closed/i;
const TIMEOUT = /timed? ?out|timeout/i;
const BUSY =
  /overloaded|server busy|server is busy|high demand|rate limit|too many requests|temporarily unavailable|try again later|please (?:retry|try again)|负载较高|繁忙|稍后重试/i;

/** Reads status, error codes and words along the chain of causes. Never throws. */
export function classifyModelError(error: unknown): ModelErrorClass {
  const chain = causes(error);
  const status = chain.map(statusOf).find((value) => value !== undefined);
  const text = chain.map((link) => `${codeOf(link) ?? ""} ${errorText(link)}`).join(" ");
  const base = {
    status,
    retryAfterMs: chain.map((link) => retryAfterMs(responseHeader(link))).find((ms) => ms !== undefined),
  };
  const as = (reason: ModelErrorReason, retriable: boolean): ModelErrorClass => ({ ...base, reason, retriable });

  if (chain.some((link) => isAntlerError(link, "ANTLER_MODEL_STALLED"))) return as("stall", true);
  if (chain.some((link) => isAntlerError(link, "ANTLER_MODEL_INCOMPLETE"))) return as("incomplete", true);
  const code = chain.map(codeOf).find((value) => PROVIDER_CODE.test(value ?? "")) ?? "";
  if (STALLED.test(code)) return as("stall", true);
  if (UNREADABLE.test(code)) return as("malformed", true);
  if (status === 402 || QUOTA.test(text)) return as("quota", false);
  if (status === 401 || status === 403) return as("auth", false);
  if (status === undefined || (status >= 400 && status < 500 && status !== 429)) {
    if (status === 413 || OVERFLOW.test(text)) return as("context_overflow", false);
    if (FILTER.test(text)) return as("content_filter", false);
  }
  if (status !== undefined) {
    if (TRANSIENT_STATUS.has(status) || status >= 500) return as("transient", true);
    if (status === 404) return as("not_found", false);
    if (status >= 400) return as("bad_request", false);
  }
  if (chain.some((link) => TRANSIENT_CODES.has(codeOf(link) ?? ""))) return as("transient", true);
  if (chain.some((link) => link instanceof Error && link.name === "AbortError")) return as("aborted", false);
  if (chain.some((link) => isAntlerError(link))) return as("generic", false);
  if (AUTH.test(text)) return as("auth", false);
  if (CONNECTION.test(text) || TIMEOUT.test(text) || chain.some(isNamedTransient)) return as("transient", true);
  if (BUSY.test(text)) return as("busy", true);
  if (chain.some((link) => link instanceof SyntaxError || link instanceof TypeError)) return as("malformed", true);
  if (EMPTY_STREAM.test(text)) return as("malformed", true);
  return as("generic", false);
}

/** How often a failed call may be made in all, the first time included. */
export function maxAttempts(error: ModelErrorClass, configured: number): number {
  return error.retriable ? configured : 1;
}

/** The error and its causes, at most ten; a chain may bite its own tail. */
function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let link = error; link !== undefined && link !== null && chain.length < 10 && !chain.includes(link); ) {
    chain.push(link);
    link = link instanceof Error ? link.cause : undefined;
  }
  return chain;
}

/** Clients name what happened on the wire in the class, and say little in the message. */
function isNamedTransient(link: unknown): boolean {
  return (
    link instanceof Error &&
    /connection|connect|timeout|remoteprotocol|readerror/i.test(`${link.name} ${link.constructor.name}`)
  );
}

function statusOf(link: unknown): number | undefined {
  if (typeof link !== "object" || link === null) return undefined;
  const { status, statusCode, response } = link as Readonly<Record<string, unknown>>;
  const nested =
    typeof response === "object" && response !== null && "status" in response ? response.status : undefined;
  for (const value of [status, statusCode, nested]) if (typeof value === "number" && value >= 100) return value;
  return undefined;
}

function codeOf(link: unknown): string | undefined {
  if (typeof link !== "object" || link === null || !("code" in link)) return undefined;
  return typeof link.code === "string" ? link.code : undefined;
}
