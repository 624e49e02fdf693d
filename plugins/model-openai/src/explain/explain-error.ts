import { errorText, isAntlerError, type ModelErrorExplanation } from "@antler/plugin-api";
import type { OpenAiSettings } from "../settings.js";
import { type Failure, RULES } from "./rules.js";

/** An error of this provider as two sentences: what happened at which host, and what to do. undefined for any other. */
export function explainError(
  error: unknown,
  settings: OpenAiSettings,
  entry: string,
): ModelErrorExplanation | undefined {
  const chain = causes(error);
  const own = chain.find((link) => isAntlerError(link) && link.code.startsWith("ANTLER_OPENAI_"));
  const host = hostOf(settings.baseUrl);
  if (isAntlerError(own)) {
    const key = own.code === "ANTLER_OPENAI_STALLED" ? "timeout" : "base_url";
    return { message: `${host}: ${own.message}`, hint: own.hint ?? "", key };
  }
  if (
    chain.some(
      (link) => link instanceof Error && (link.name === "AbortError" || link.constructor.name === "APIUserAbortError"),
    )
  )
    return undefined;
  // Errors of the platform around a failed call say nothing of the endpoint.
  const links = chain.filter((link) => !isAntlerError(link));
  if (links.length === 0) return undefined;
  const failure = failureOf(links, settings, entry, host);
  return RULES.find(([when]) => when(failure))?.[1](failure);
}

function failureOf(chain: readonly unknown[], settings: OpenAiSettings, entry: string, host: string): Failure {
  const field = (key: string): unknown =>
    chain
      .map((link) => (typeof link === "object" && link !== null ? (link as Record<string, unknown>)[key] : undefined))
      .find((value) => value !== undefined && value !== null);
  const status = field("status");
  const code = field("code");
  const headers = field("headers");
  const deepest = chain.at(-1);
  return {
    host,
    status: typeof status === "number" ? status : undefined,
    code: typeof code === "string" ? code : "",
    text: ownWords(
      typeof status === "number"
        ? errorText(chain.find((link) => (link as { status?: unknown })?.status !== undefined))
        : errorText(deepest),
    ),
    settings,
    entry,
    reported: field("error") !== undefined,
    retryAfter: headers instanceof Headers ? (headers.get("retry-after") ?? undefined) : undefined,
  };
}

/** The first line, without the status that the client puts before it and the link that langchain puts behind it. */
function ownWords(text: string): string {
  const line =
    text
      .split("\n", 1)[0]
      ?.replace(/^\d{3} /u, "")
      .trim() ?? "";
  const words = line.length > 300 ? `${line.slice(0, 300)}…` : line;
  return words.replace(/\.$/u, "");
}
/** `host:port`, the port also where it is the default of the protocol. */
function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let link = error; link !== undefined && link !== null && chain.length < 10 && !chain.includes(link); ) {
    chain.push(link);
    link = link instanceof Error ? link.cause : undefined;
  }
  return chain;
}
