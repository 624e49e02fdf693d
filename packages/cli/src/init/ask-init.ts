import { type InitChoice, PROVIDERS } from "./config-text.js";

/** Asks on the terminal. undefined: the user left with Ctrl+C. */
export async function askInit(defaults: InitChoice): Promise<InitChoice | undefined> {
  const { intro, isCancel, select, text } = await import("@clack/prompts");
  intro("config.yaml for antler");
  const provider = await select({
    message: "Which model?",
    initialValue: defaults.provider,
    options: PROVIDERS.map((value) => ({ value, label: LABELS[value] })),
  });
  if (isCancel(provider)) return undefined;
  if (provider === "scripted") return { provider, baseUrl: null, model: null };
  const baseUrl = await text({
    message: "Address of the endpoint (blank: api.openai.com)",
    placeholder: "http://127.0.0.1:8080/v1",
    validate: (value) =>
      (value ?? "") === "" || URL.canParse(value ?? "")
        ? undefined
        : "Write an address, for example http://127.0.0.1:8080/v1",
  });
  if (isCancel(baseUrl)) return undefined;
  const model = await text({
    message: "Name of the model there",
    validate: (value) =>
      (value ?? "").trim() === "" ? "Write the name that the endpoint knows the model by." : undefined,
  });
  if (isCancel(model)) return undefined;
  return { provider, baseUrl: baseUrl === undefined || baseUrl === "" ? null : baseUrl, model: model.trim() };
}

const LABELS = {
  openai: "an OpenAI-compatible endpoint (hosted or local)",
  scripted: "the scripted model: no key, no network, for trying things out",
} as const;
