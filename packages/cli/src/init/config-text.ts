export const PROVIDERS = ["openai", "scripted"] as const;

export interface InitChoice {
  readonly provider: (typeof PROVIDERS)[number];
  /** null: the provider's own address. */
  readonly baseUrl: string | null;
  /** The provider's name of the model; null: left for the user to fill in. */
  readonly model: string | null;
}

/** A small config.yaml that checks without problems, with the most useful keys as comments. */
export function configText(choice: InitChoice): string {
  return `# yaml-language-server: $schema=./config.schema.json
# Write the schema with \`antler config schema\`; check this file with \`antler config check\`.
config_version: 1

models:
${choice.provider === "openai" ? openaiEntry(choice) : SCRIPTED_ENTRY}
subagents:
  max_concurrent: 3          # task calls in one message of the lead
  # custom_agents:
  #   auditor:
  #     description: Reads code and reports problems. Use for reviews; not for changes.
  #     system_prompt: You review code. Report each problem with file and line.
  #     tools: [ls, read_file, glob, grep]

sandbox:
  use: auto                  # bubblewrap where it works, else a simulated shell

# skills:
#   paths: [./skills]
`;
}

function openaiEntry({ baseUrl, model }: InitChoice): string {
  const local = baseUrl !== null && /^https?:\/\/(localhost|127\.|\[::1\])/.test(baseUrl);
  return `  - name: main
    use: openai
    model: ${JSON.stringify(model ?? "gpt-4o-mini")}
${baseUrl === null ? "    # base_url: http://127.0.0.1:8080/v1   # any OpenAI-compatible endpoint\n" : `    base_url: ${JSON.stringify(baseUrl)}\n`}    api_key: ${local ? "none" : "$OPENAI_API_KEY"}
`;
}

const SCRIPTED_ENTRY = `  - name: main               # plays scenario.yaml: no key, no network
    use: scripted
    scenario: ./scenario.yaml
  # - name: main
  #   use: openai
  #   model: some-model
  #   base_url: http://127.0.0.1:8080/v1
  #   api_key: none            # or $OPENAI_API_KEY
`;
