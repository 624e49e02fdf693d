import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearestName, unknownNameHint } from "./nearest-name.js";

describe("nearestName", () => {
  it.each([
    ["timout_seconds", "timeout_seconds"],
    ["read_fiel", "read_file"],
    ["Bash", "bash"],
    ["general_purpose", "general-purpose"],
  ])("takes %s for %s", (wanted, meant) => {
    expect(nearestName(wanted, ["timeout_seconds", "read_file", "bash", "general-purpose"])).toBe(meant);
  });

  it("gives nothing when no name is close", () => {
    expect(nearestName("quartz", ["read_file", "bash"])).toBeUndefined();
    expect(nearestName("quartz", [])).toBeUndefined();
  });

  it("takes the first of equally near names", () => {
    expect(nearestName("cat", ["bat", "hat"])).toBe("bat");
  });

  const name = fc.stringMatching(/^[a-z_]{3,12}$/);

  it("finds a known name whatever else is known", () => {
    fc.assert(
      fc.property(name, fc.array(name), (wanted, others) => {
        expect(nearestName(wanted, [...others, wanted])).toBe(wanted);
      }),
    );
  });

  it("forgives one swap of neighbours", () => {
    fc.assert(
      fc.property(name, fc.nat(), (known, seed) => {
        const at = seed % (known.length - 1);
        const swapped = known.slice(0, at) + known[at + 1] + known[at] + known.slice(at + 2);
        expect(nearestName(swapped, [known])).toBe(known);
      }),
    );
  });

  it("answers only with known names", () => {
    fc.assert(
      fc.property(name, fc.array(name), (wanted, known) => {
        const found = nearestName(wanted, known);
        expect(found === undefined || known.includes(found)).toBe(true);
      }),
    );
  });
});

describe("unknownNameHint", () => {
  it("names the nearest and lists the known", () => {
    expect(unknownNameHint("bsh", ["bash", "auditor"])).toBe('Did you mean "bash"? Known: bash, auditor.');
  });

  it("only lists when nothing is near, and says when there is nothing", () => {
    expect(unknownNameHint("quartz", ["bash"])).toBe("Known: bash.");
    expect(unknownNameHint("quartz", [])).toBe("There are none.");
    const many = Array.from({ length: 32 }, (_, index) => `t${index}`);
    expect(unknownNameHint("quartz", many)).toMatch(/^Known: t0, .*, t29 and 2 more\.$/);
  });
});
