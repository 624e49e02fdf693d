import { expect, it } from "vitest";
import { parseConfig } from "./config-document.js";
import { effectiveValues, formatPath } from "./effective-values.js";
import { schemaPage } from "./schema-page.js";

const SCHEMA = {
  properties: {
    list: { type: "array", items: { type: "object", properties: { name: { type: "string" }, on: { default: true } } } },
    part: {
      type: "object",
      description: "A | part.",
      properties: {
        count: { type: ["integer", "null"], default: 3, description: "How many." },
        mode: { enum: ["a", "b", null], default: "a" },
        by_name: { additionalProperties: { type: "object", properties: { size: { type: "integer", default: 1 } } } },
      },
    },
  },
};
const TEXT = `list:
  - { name: one }
part:
  count: \${COUNT}
  by_name:
    x: { size: 5 }
extra: [1, 2]
`;

function valuesOf(text: string, defaults: boolean): Readonly<Record<string, readonly unknown[]>> {
  const document = parseConfig(text, "/c/config.yaml", { COUNT: "9" });
  const values = effectiveValues(document, SCHEMA, { defaults });
  return Object.fromEntries(
    values.map(({ path, value, origin, position, shadows }) => [
      formatPath(path),
      [value, origin, position?.line ?? null, ...shadows.map((shadow) => shadow.value)],
    ]),
  );
}

it("gives each written value its origin, its line and the default that it shadows", () => {
  expect(valuesOf(TEXT, false)).toEqual({
    "list[0].name": ["one", "config", 2],
    "part.count": ["9", "environment", 4, 3],
    "part.by_name.x.size": [5, "config", 6, 1],
    extra: [[1, 2], "config", 7],
  });
});

it("adds the defaults that nobody wrote, also of blank sections and of list entries", () => {
  expect(valuesOf("list: [{ name: a }]\npart:\n", true)).toEqual({
    "list[0].name": ["a", "config", 1],
    "list[0].on": [true, "default", null],
    "part.count": [3, "default", null],
    "part.mode": ["a", "default", null],
  });
});

it("writes the keys as a page: one table a section, names and lists marked, bars escaped", () => {
  const page = schemaPage(SCHEMA);
  expect(page).toContain("## `part`\n\nA | part.\n\n| key |");
  expect(page).toContain("| `part.count` | integer or null | `3` | How many. |");
  expect(page).toContain('| `part.mode` | `"a"`, `"b"` | `"a"` |  |');
  expect(page).toContain("| `part.by_name.NAME.size` | integer | `1` |  |");
  expect(page).toContain("| `list[].name` | string |  |  |");
});
