import fc from "fast-check";
import { expect, it } from "vitest";
import { duration, fullCount, plural, shortCount } from "./format-number.js";
import { oneLine, sanitize } from "./sanitize.js";
import { painterFor, plain } from "./style.js";
import { cell, formatTable } from "./table.js";
import { fit, truncate, widthOf } from "./width.js";

const anyText = fc.string({ unit: "binary", maxLength: 60 });

it("takes escape sequences and control characters out of foreign text and keeps its words and lines", () => {
  expect(sanitize("\u001b[31mred\u001b[0m\r\nnext\u0007\u009b2J")).toBe("red\nnext");
  expect(sanitize("a\tb\nc")).toBe("a\tb\nc");
  expect(oneLine("  two\n\n lines\t here ")).toBe("two lines here");
});

it("takes marks out that reorder text, so that a name cannot pose as another", () => {
  expect(sanitize("evil\u202egpj.exe")).toBe("evilgpj.exe");
});

it("never lets an escape character through, whatever the text", () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  fc.assert(fc.property(anyText, (text) => !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(sanitize(text))));
});

it("cuts and fills by cells, not by characters", () => {
  expect(truncate("コードを調べる", 7)).toBe("コード…");
  expect(fit("コード", 8)).toBe("コード  ");
  expect(fit("7", 3, "right")).toBe("  7");
  expect(truncate("👩‍👩‍👧 family", 3)).toBe("👩‍👩‍👧…");
  expect(truncate("abc", 0)).toBe("");
});

it("never takes more cells than it is given", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 40 }), (text, width) => {
      const clean = oneLine(text);
      return widthOf(truncate(clean, width)) <= width && widthOf(fit(clean, width)) === width;
    }),
  );
});

it("writes counts and durations short and the same everywhere", () => {
  expect([0, 9999, 12_345, 999_949, 1_234_567].map(shortCount)).toEqual(["0", "9999", "12.3k", "999.9k", "1.2M"]);
  expect([-5, 420, 9_949, 59_400, 59_600, 65_000, 3_720_000].map(duration)).toEqual([
    "0.0s",
    "0.4s",
    "9.9s",
    "59s",
    "1m00s",
    "1m05s",
    "1h02m",
  ]);
  expect(fullCount(1_234_567)).toBe("1,234,567");
  expect([plural(1, "task"), plural(0, "task"), plural(2000, "token")]).toEqual(["1 task", "0 tasks", "2,000 tokens"]);
});

it.each([
  ["a terminal", { isTTY: true }, {}, true],
  ["a pipe", {}, {}, false],
  ["a pipe with FORCE_COLOR", {}, { FORCE_COLOR: "1" }, false],
  ["a terminal with NO_COLOR", { isTTY: true }, { NO_COLOR: "1" }, false],
  ["a terminal with an empty NO_COLOR", { isTTY: true }, { NO_COLOR: "" }, true],
  ["a dumb terminal", { isTTY: true }, { TERM: "dumb" }, false],
])("colours on %s: %j %j -> %s", (_where, output, env, coloured) => {
  const paint = painterFor({ env }, output as unknown as NodeJS.WriteStream);
  expect(paint("bad", "x") !== "x").toBe(coloured);
});

it("aligns columns of Chinese, Japanese and emoji by their width, without blanks at line ends", () => {
  const table = formatTable(
    ["NAME", "WHAT"],
    [
      ["审计员", "one"],
      ["🧪 lab", "two"],
      ["plain", ""],
    ],
    plain,
  );
  expect(table).toBe("NAME    WHAT\n审计员  one\n🧪 lab  two\nplain\n");
});

it("shows a dash for an empty cell and one line for many", () => {
  expect([cell(null), cell(" "), cell("a\n\u001b[1mb")]).toEqual(["-", "-", "a b"]);
});
