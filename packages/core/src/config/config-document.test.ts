import { describe, expect, it } from "vitest";
import { parseConfig } from "./config-document.js";

const parse = (text: string, env: Record<string, string> = {}) => parseConfig(text, "c.yaml", env);

describe("parseConfig", () => {
  it("knows where values and keys stand", () => {
    const config = parse("a:\n  b: [x, y]\n  c:\n");
    expect(config.locate(["a", "b", 1])).toEqual({ file: "c.yaml", line: 2, column: 10 });
    expect(config.locate(["a", "c"])).toEqual({ file: "c.yaml", line: 3, column: 3 });
    expect(config.locateKey(["a", "b"])).toEqual({ file: "c.yaml", line: 2, column: 3 });
    expect(config.locate(["nowhere"])).toBeUndefined();
  });

  it("knows where values behind aliases and merge keys are written", () => {
    const config = parse("x-a: &a { b: 1, c: 2 }\nd: *a\ne:\n  <<: [*a]\n  c: 3\n");
    expect(config.value).toMatchObject({ d: { b: 1 }, e: { b: 1, c: 3 } });
    expect(config.locate(["d", "b"])).toMatchObject({ line: 1, column: 14 });
    expect(config.locateKey(["e", "b"])).toMatchObject({ line: 1, column: 11 });
    expect(config.locate(["e", "c"])).toMatchObject({ line: 5, column: 6 });
  });

  it("CFG-04: puts a variable's text in as one value, whatever it looks like", () => {
    const config = parse("api_key: $KEY\n", { KEY: 'a: "b" # c\nx: 1' });
    expect(config.value).toEqual({ api_key: 'a: "b" # c\nx: 1' });
  });

  it("CFG-03: names every unset variable with its place", () => {
    const { problems } = parse("a: $ONE\nb:\n  - x-${TWO}\n");
    expect(problems.map(({ message, position }) => [message, position?.line])).toEqual([
      ["environment variable ONE is not set", 1],
      ["environment variable TWO is not set", 3],
    ]);
  });

  it.each([
    ["a: 1\na: 2\n", "ANTLER_CONFIG_DUPLICATE_KEY", 2],
    ["a:\n\tb: 1\n", "ANTLER_CONFIG_SYNTAX", 2],
    ["a: [1\n", "ANTLER_CONFIG_SYNTAX", 2],
    ["- 1\n", "ANTLER_CONFIG_NOT_A_MAP", 1],
  ])("tells what is wrong with %j and where", (text, code, line) => {
    expect(parse(text).problems[0]).toMatchObject({ code, severity: "error", position: { line } });
  });

  it("CFG-036: does not let __proto__ reach Object.prototype", () => {
    const config = parse("__proto__: { injected: yes }\na: { __proto__: { injected: yes } }\n");
    expect(({} as Record<string, unknown>)["injected"]).toBeUndefined();
    expect((config.value["a"] as Record<string, unknown>)["injected"]).not.toBe(true);
  });

  it("CFG-037: refuses a bomb of aliases", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
    for (let n = 1; n < 9; n++)
      lines.push(
        `a${n}: &a${n} [${Array(9)
          .fill(`*a${n - 1}`)
          .join(", ")}]`,
      );
    expect(parse(`${lines.join("\n")}\n`).problems[0]).toMatchObject({ code: "ANTLER_CONFIG_ALIASES" });
  });

  it("reads an empty file as an empty config", () => {
    expect(parse("# nothing\n")).toMatchObject({ value: {}, problems: [] });
  });
});
