import { expect, it } from "vitest";
import { formatPosition } from "./source-position.js";

it("prints a position the way terminals make a link of", () => {
  expect(formatPosition({ file: "config.yaml", line: 45, column: 12 })).toBe("config.yaml:45:12");
});
