import type { Allowlist } from "@antler/plugin-api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unionAllowedTools } from "./allowed-tools.js";
import { intersectSkillAllowlists } from "./intersect-skill-allowlists.js";
import { selectSkills } from "./select-skills.js";

const name = fc.constantFrom("a", "b", "c", "d", "e");
const allowlist: fc.Arbitrary<Allowlist> = fc.oneof(fc.constant("all" as const), fc.array(name, { maxLength: 6 }));
const allows = (list: Allowlist, wanted: string): boolean => list === "all" || list.includes(wanted);

describe("the intersection of parent and child", () => {
  it("ALW-013: allows a name exactly when both sides do", () => {
    fc.assert(
      fc.property(allowlist, allowlist, name, (parent, child, wanted) => {
        expect(allows(intersectSkillAllowlists(parent, child), wanted)).toBe(
          allows(parent, wanted) && allows(child, wanted),
        );
      }),
    );
  });

  it("keeps the child's order, and is restricted where one side is", () => {
    fc.assert(
      fc.property(allowlist, allowlist, (parent, child) => {
        const merged = intersectSkillAllowlists(parent, child);
        expect(merged === "all").toBe(parent === "all" && child === "all");
        if (merged !== "all" && child !== "all") expect(merged).toEqual(child.filter((entry) => allows(parent, entry)));
      }),
    );
  });

  it("is the same down a chain however it is put together", () => {
    fc.assert(
      fc.property(allowlist, allowlist, allowlist, name, (a, b, c, wanted) => {
        const left = intersectSkillAllowlists(intersectSkillAllowlists(a, b), c);
        const right = intersectSkillAllowlists(a, intersectSkillAllowlists(b, c));
        expect(allows(left, wanted)).toBe(allows(right, wanted));
      }),
    );
  });
});

describe("the three states of a subagent's skills", () => {
  const skills = [{ name: "ocr" }, { name: "ledger" }, { name: "maps", enabled: false }];
  it.each([
    ["unset gives every enabled one, in name order", "all", ["ledger", "ocr"]],
    ["[] gives none", [], []],
    ["a list gives those, in name order", ["ocr", "ledger"], ["ledger", "ocr"]],
    ["a disabled or unknown one is left out", ["maps", "telepathy", "ocr"], ["ocr"]],
  ] as const)("%s", (_rule, list, expected) => {
    expect(selectSkills(skills, list).map((skill) => skill.name)).toEqual(expected);
  });
});

describe("the union of allowed-tools", () => {
  it("allows a tool when nobody declares or one of those who declare names it", () => {
    fc.assert(
      fc.property(fc.array(allowlist, { maxLength: 4 }), name, (lists, tool) => {
        const declared = lists.filter((list) => list !== "all");
        const union = unionAllowedTools(lists.map((allowedTools) => ({ allowedTools })));
        expect(allows(union, tool)).toBe(declared.length === 0 || declared.some((list) => list.includes(tool)));
      }),
    );
  });
});
