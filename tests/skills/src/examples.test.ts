import { fileURLToPath } from "node:url";
import { checkSkills } from "@antler/skills";
import { expect, it } from "vitest";

it("the example skills pass the strict check", async () => {
  const folder = fileURLToPath(new URL("../../../examples/skills", import.meta.url));
  const { skills } = await checkSkills([folder], { strict: true });
  expect(skills.map(({ name, ok, diagnostics }) => [name, ok, diagnostics])).toEqual([
    ["find-usages", true, []],
    ["release-notes", true, []],
  ]);
});
