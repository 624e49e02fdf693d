/** `plugins[].config` of this plugin, as it is written in config.yaml. */
export interface GlossaryConfig {
  readonly terms?: Readonly<Record<string, string>>;
}

export const glossaryConfigSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    terms: {
      type: "object",
      description: "Each agreed word with its meaning.",
      default: {},
      additionalProperties: { type: "string" },
    },
  },
};
