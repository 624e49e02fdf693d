import { describe, expect, it } from "vitest";
import { DEFAULT_SUMMARIZATION_SETTINGS } from "../context/summarization-settings.js";
import { DEFAULT_FRAMING_TAGS } from "../framing/neutralize-framing.js";
import { DEFAULT_GATE_SETTINGS } from "../gate/gate-settings.js";
import { DEFAULT_LOOP_LIMITS } from "../loop/loop-limits.js";
import { DEFAULT_MODEL_CALL_SETTINGS } from "../model/model-call-settings.js";
import { DEFAULT_OUTPUT_SETTINGS } from "../output/output-settings.js";
import { checkSettings } from "./check-settings.js";
import { CONFIG_SCHEMA } from "./config-schema.js";
import type { ResilienceConfig } from "./resilience-config.js";
import { settingsFrom } from "./settings.js";

const DEFAULTS = {
  gate: DEFAULT_GATE_SETTINGS,
  historyRepair: { strictRoles: false },
  modelCalls: DEFAULT_MODEL_CALL_SETTINGS,
  loops: DEFAULT_LOOP_LIMITS,
  output: DEFAULT_OUTPUT_SETTINGS,
  summarization: DEFAULT_SUMMARIZATION_SETTINGS,
  framing: { tags: DEFAULT_FRAMING_TAGS },
};
type Schema = {
  readonly default?: unknown;
  readonly description?: string;
  readonly properties?: Record<string, Schema>;
};
const sections = Object.entries((CONFIG_SCHEMA as Schema).properties ?? {});

describe("settingsFrom", () => {
  it("has every part on, with the defaults, when nothing is written or everything is blank", () => {
    expect(settingsFrom({})).toEqual(DEFAULTS);
    expect(settingsFrom(Object.fromEntries(sections.map(([key]) => [key, null])))).toEqual(DEFAULTS);
  });

  it("means the same by the defaults that the schema shows", () => {
    const shown = Object.fromEntries(
      sections.map(([key, { properties = {} }]) => [
        key,
        Object.fromEntries(Object.entries(properties).map(([name, { default: value }]) => [name, value])),
      ]),
    );
    expect(settingsFrom(shown as ResilienceConfig)).toEqual(DEFAULTS);
  });

  it("describes every key", () => {
    for (const [, { description, properties = {} }] of sections)
      for (const text of [description, ...Object.values(properties).map((property) => property.description)])
        expect(text).toMatch(/\w/);
  });

  it.each(sections.map(([key]) => key))("switches %s off alone", (key) => {
    const off = settingsFrom({ [key]: { enabled: false } });
    expect(Object.values(off).filter((part) => part === undefined)).toHaveLength(1);
  });
});

describe("checkSettings", () => {
  const nowhere = (): undefined => undefined;

  it("finds nothing wrong with the defaults", () => {
    expect(checkSettings(settingsFrom({}), undefined, nowhere)).toEqual([]);
  });

  it("names models that are not there and percentages that free nothing", () => {
    const settings = settingsFrom({
      model_errors: { fallback_models: ["spare"] },
      summarization: { keep_percent: 90, model: "small" },
    });
    expect(checkSettings(settings, undefined, nowhere).map(({ code }) => code)).toEqual([
      "ANTLER_RESILIENCE_PERCENT",
      "ANTLER_RESILIENCE_MODEL",
      "ANTLER_RESILIENCE_MODEL",
    ]);
  });
});
