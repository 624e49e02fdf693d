import { describe, expect, it } from "vitest";
import { fitOutput } from "./fit-output.js";
import { DEFAULT_OUTPUT_SETTINGS } from "./output-settings.js";

const PATH = "/mnt/user-data/outputs/.tool-results/bash-c1.txt";
async function fit(text: string, tool = "bash", parallel = 1) {
  const stored = new Map<string, string>();
  const shown = await fitOutput({ tool, callId: "c1", text, parallel }, DEFAULT_OUTPUT_SETTINGS, (path, whole) => {
    stored.set(path, whole);
    return Promise.resolve(true);
  });
  return { shown, stored };
}

describe("fitOutput", () => {
  it("does not store again what the tool has stored whole under the same name", async () => {
    const { shown, stored } = await fit(`${"x".repeat(20_000)}\n[The output was 900000 bytes. It is in ${PATH}.]`);
    expect(stored.size).toBe(0);
    expect(shown.length).toBeLessThan(3500);
    expect(shown).toContain(PATH);
  });

  it("is not led astray by a path of another call", async () => {
    const { stored } = await fit(`${"x".repeat(20_000)} ${PATH.replace("c1", "c2")}`);
    expect([...stored.keys()]).toEqual([PATH]);
  });

  it("holds tools that page themselves to their share of a turn", async () => {
    expect((await fit("y".repeat(50_000), "read_file", 1)).shown).toHaveLength(50_000);
    const { shown, stored } = await fit("y".repeat(50_000), "read_file", 4);
    expect(shown.length).toBeLessThanOrEqual(15_000);
    expect(stored.size).toBe(0);
  });
});
