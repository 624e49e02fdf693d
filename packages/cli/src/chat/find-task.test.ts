import { expect, it } from "vitest";
import type { TaskRow } from "../progress/run-view.js";
import { findTask } from "./find-task.js";

const row = (id: string, state: TaskRow["state"] = "running"): TaskRow => ({ id, state }) as TaskRow;
const rows = [row("task_ab1", "completed"), row("task_ab2"), row("task_cd3")];

it("finds a running task by row number, id or the beginning of its id", () => {
  expect(findTask(rows, "2")?.id).toBe("task_ab2");
  expect(findTask(rows, "task_cd3")?.id).toBe("task_cd3");
  expect(findTask(rows, "task_c")?.id).toBe("task_cd3");
});

it("finds none when the name is unclear, unknown or of a task that has ended", () => {
  for (const wanted of ["task_", "1", "9", "nope", ""]) expect(findTask(rows, wanted)).toBeUndefined();
});

it("takes the only running task when none is named", () => {
  expect(findTask([row("a", "failed"), row("b")], "")?.id).toBe("b");
});
