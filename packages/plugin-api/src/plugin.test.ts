import { expect, it } from "vitest";
import { definePlugin, PLUGIN_API_VERSION, type Plugin } from "./plugin.js";

it("returns the plugin unchanged", () => {
  const plugin: Plugin<{ greeting: string }, number> = {
    apiVersion: PLUGIN_API_VERSION,
    id: "example",
    register: () => 1,
  };
  expect(definePlugin(plugin)).toBe(plugin);
});
