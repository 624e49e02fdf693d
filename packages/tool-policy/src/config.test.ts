import type { Warning } from "@antler/plugin-api";
import { expect, it } from "vitest";
import { readToolEntries } from "./config.js";
import { regroup } from "./tool-entries.js";

it("CFG-18: of two entries for one tool the first counts, the second is told, and the tool stays one", () => {
  const warnings: Warning[] = [];
  const entries = readToolEntries({
    config: [
      { name: "ls", group: "a" },
      { name: "ls", group: "b" },
    ],
    locate: (path) => ({ file: "config.yaml", line: Number(path[0]) + 1, column: 1 }),
    warn: (warning) => warnings.push(warning),
  });
  const offered = { name: "ls", group: "file:read" } as never;
  expect(regroup([offered], entries)).toMatchObject([{ name: "ls", group: "a" }]);
  expect(warnings).toMatchObject([{ code: "ANTLER_TOOL_ENTRY_DUPLICATE", position: { line: 2 } }]);
});
