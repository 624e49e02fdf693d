import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./small-workspace.js";

const pages = execFileSync("git", ["ls-files", "*.md"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !file.includes("fixtures/") && !file.startsWith("examples/sample-repo/"));

it("looks at the project's pages", () => expect(pages).toContain("README.md"));

it.each(pages)("%s links to files that exist", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8").replaceAll(/^```.*?^```/gms, "");
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target.split("#")[0] ?? "");
  const missing = targets.filter(
    (target) => target !== "" && !/^[a-z]+:/.test(target) && !existsSync(join(ROOT, dirname(page), target)),
  );
  expect(missing).toEqual([]);
});
