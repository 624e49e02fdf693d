import { expect, it } from "vitest";
import { formatAllowlist } from "./allowlist.js";

it("prints no restriction as all, the empty list as none, and names in their order", () => {
  expect(formatAllowlist("all")).toBe("all");
  expect(formatAllowlist([])).toBe("none");
  expect(formatAllowlist(["b", "a"])).toBe("b, a");
});
