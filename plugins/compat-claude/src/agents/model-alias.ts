export interface ModelChoice {
  /** The name of a configured model, or `inherit`. */
  readonly model: string;
  /** The wish could not be met, so the lead's model is used. */
  readonly unmapped: boolean;
}

const FAMILIES = ["sonnet", "opus", "haiku"] as const;

/**
 * The model that an agent file asks for: a configured model of that name, the one that the config maps the alias to, or with a
 * full model name (`claude-sonnet-4-5`) its family's. Otherwise the lead's.
 */
export function chooseModel(
  wanted: string | null,
  aliases: Readonly<Record<string, string>>,
  configured: readonly string[],
): ModelChoice {
  const name = wanted?.trim() ?? "";
  if (name === "" || name === "inherit") return { model: "inherit", unmapped: false };
  if (configured.includes(name)) return { model: name, unmapped: false };
  const family = FAMILIES.find((candidate) => name.toLowerCase().includes(candidate));
  const mapped = new Map(Object.entries(aliases)).get(name) ?? new Map(Object.entries(aliases)).get(family ?? "");
  if (mapped !== undefined && (mapped === "inherit" || configured.includes(mapped)))
    return { model: mapped, unmapped: false };
  return { model: "inherit", unmapped: true };
}
