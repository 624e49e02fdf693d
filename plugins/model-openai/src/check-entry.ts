import type { ModelContext, ModelEntry, Warning } from "@antler/plugin-api";
import { settingsOf } from "./settings.js";

/** What is wrong with an entry by config and environment alone. */
export function checkEntry(
  entry: ModelEntry,
  context: ModelContext,
  env: Readonly<Record<string, string | undefined>>,
): readonly Warning[] {
  const settings = settingsOf(entry, env);
  const problems: Warning[] = [];
  const given = typeof entry["base_url"] === "string" && entry["base_url"].trim() !== "";
  const fault = urlFault(settings.baseUrl);
  if (fault !== undefined)
    problems.push({
      code: "ANTLER_OPENAI_BASE_URL",
      message: `models "${entry.name}": base_url ${JSON.stringify(settings.baseUrl)} ${fault}`,
      hint: "Write the address of the API, e.g. http://127.0.0.1:8080/v1.",
      position: context.locate("base_url"),
    });
  if (settings.apiKey === undefined)
    problems.push({
      code: "ANTLER_OPENAI_KEY_MISSING",
      message: `models "${entry.name}": no api_key${given ? "" : ", and OPENAI_API_KEY is not set"}`,
      hint: given
        ? "Give `api_key: $NAME_OF_A_VARIABLE`, or `api_key: none` for an endpoint without keys."
        : "Set OPENAI_API_KEY, or give `api_key`; for another endpoint give `base_url`.",
      position: context.locate("api_key") ?? context.locate("name"),
    });
  return problems;
}

function urlFault(text: string): string | undefined {
  if (!URL.canParse(text)) return "is no URL";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "is neither http nor https";
  if (/\/(?:chat\/)?completions$/u.test(url.pathname)) return "goes too far: leave out what follows /v1";
  return undefined;
}
