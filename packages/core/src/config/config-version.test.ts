import { expect, it } from "vitest";
import { configVersionProblem } from "./config-version.js";

const position = { file: "config.yaml", line: 1, column: 17 };

it("CFG-027: warns of an older version, not of the same and not of a newer one", () => {
  expect(configVersionProblem(3, position, 4)).toMatchObject({
    severity: "warning",
    message: "the file is of version 3 of the config, and the latest is 4",
    position,
  });
  for (const version of [4, 5]) expect(configVersionProblem(version, position, 4)).toBeUndefined();
});

it("CFG-026: takes a file without a version for one of the first", () => {
  for (const none of [undefined, null])
    expect(configVersionProblem(none, undefined, 4)?.message).toContain("version 1 of the config, and the latest is 4");
});
