import { expect, it } from "vitest";
import { defineExtensionPoint } from "./extension-point.js";
import * as points from "./extension-points.js";

it("has the same token in two installed copies of the package", () => {
  const mine = defineExtensionPoint("task-executor", "one");
  expect(mine.token).toBe(points.TASK_EXECUTOR.token);
  expect(mine.token).toBe(Symbol.for("antler/task-executor"));
});

it("gives every point an id of its own", () => {
  const ids = Object.values(points).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
