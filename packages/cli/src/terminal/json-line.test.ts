import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { jsonLine } from "./json-line.js";

it("STR-10: writes one line for one value, whatever separators its texts hold", async () => {
  const event = { text: "a\u2028b\u2029c\nd" };
  const line = jsonLine(event);
  expect(line).not.toMatch(/[\u2028\u2029]/);
  const lines: string[] = [];
  for await (const one of createInterface({ input: Readable.from([line]) })) lines.push(one);
  expect(lines.map((one): unknown => JSON.parse(one))).toEqual([event]);
});
