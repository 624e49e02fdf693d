import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { antler, folderOf } from "./test-io.js";

const SAMPLE = fileURLToPath(new URL("../../../examples/sample-repo/", import.meta.url));

function usesOf(symbol: string): readonly string[] {
  const names = readdirSync(SAMPLE, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));
  return names.flatMap((name) => {
    const lines = readFileSync(join(SAMPLE, name), "utf8").split("\n");
    return lines.flatMap((line, index) => (line.includes(symbol) ? [`${name}:${index + 1}`] : []));
  });
}

it("antler demo finds every use in the sample repository from any folder, and names its report", async () => {
  const { code, out, err } = await antler(folderOf({}), ["demo"]);
  expect(code).toBe(0);
  const uses = usesOf("legacyFetch");
  expect(uses.length).toBeGreaterThan(3);
  for (const use of uses) expect(out).toContain(use);
  expect(err).toMatch(/^calls_dropped .* limit 3, subagents\.max_concurrent$/m);
  const report = /^the report: (.*)$/m.exec(err)?.[1] ?? "";
  expect(existsSync(report)).toBe(true);
  expect(existsSync(join(SAMPLE, "report.md"))).toBe(false);
}, 60_000);

it("antler demo --json prints events and nothing else", async () => {
  const { code, out, err } = await antler(folderOf({}), ["demo", "--json"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const types = out
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { type: string }).type);
  expect(types[0]).toBe("run_started");
  expect(types.at(-1)).toBe("run_finished");
  expect(types.filter((type) => type === "task_completed").length).toBeGreaterThan(3);
}, 60_000);
