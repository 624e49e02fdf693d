import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { antler, folderOf } from "./test-io.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

it("docs/config.md and config.schema.json are what the schemas say; `npx antler config schema --docs docs/config.md` writes them", async () => {
  const cwd = folderOf({});
  expect((await antler(cwd, ["config", "schema", "--docs", "config.md"])).code).toBe(0);
  for (const [made, kept] of [
    ["config.md", "docs/config.md"],
    ["config.schema.json", "config.schema.json"],
  ] as const)
    expect(readFileSync(join(cwd, made), "utf8")).toBe(readFileSync(join(ROOT, kept), "utf8"));
});

it("the config.yaml of the project checks without problems", async () => {
  expect(await antler(ROOT, ["config", "check"])).toMatchObject({ code: 0, out: "config.yaml: no problems\n" });
});
