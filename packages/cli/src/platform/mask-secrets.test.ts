import { expect, it } from "vitest";
import { maskText } from "../config-report/mask-text.js";
import { maskSecrets } from "./mask-secrets.js";

it("masks keys, tokens, passwords, headers and environments, and nothing else", () => {
  const masked = maskSecrets({
    models: [{ name: "m", api_key: "sk-1", base_url: "http://h", max_tokens: 9, extra: { secret: "s" } }],
    mcp_servers: { gh: { env: { GH: "t", DEBUG: "1" }, headers: { "x-any": "h" }, args: ["a"] } },
    token_budget: { max_tokens: 5 },
    local: { api_key: "none" },
  });
  expect(masked).toEqual({
    models: [{ name: "m", api_key: "***", base_url: "http://h", max_tokens: 9, extra: { secret: "***" } }],
    mcp_servers: { gh: { env: { GH: "***", DEBUG: "***" }, headers: { "x-any": "***" }, args: ["a"] } },
    token_budget: { max_tokens: 5 },
    local: { api_key: "none" },
  });
});

it("CFG-034: takes secrets out of the text of a config file and keeps its lines", () => {
  const text = [
    "models:",
    '  - { name: m, api_key: "sk-inline" } # why',
    "  - name: n",
    "    api_key: |",
    "      sk-block-1",
    "      sk-block-2",
    "    password: $FROM_ENV",
    "mcp_servers: { gh: { headers: { Authorization: Bearer abc } } }",
    "note: plain",
  ].join("\n");
  const masked = maskText(text);
  expect(masked).not.toMatch(/sk-|abc/);
  expect(masked.split("\n")).toHaveLength(9);
  expect(masked).toContain("password: $FROM_ENV");
  expect(masked).toContain("note: plain");
});

it("CFG-034: masks under a misspelt key too", () => {
  expect(maskText("models:\n  - { name: m, api_kye: sk-1, pasword: x-2 }")).toBe(
    "models:\n  - { name: m, api_kye: ***, pasword: *** }",
  );
});

it("CFG-034: masks in a file that is not valid YAML too", () => {
  expect(maskText("a: [\nmodels:\n  - api_key: sk-123456\n")).not.toContain("sk-123456");
});
