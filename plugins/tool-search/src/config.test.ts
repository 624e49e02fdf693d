import { expect, it } from "vitest";
import { readConfig } from "./config.js";

it("has defaults, blank keys included", () => {
  const byDefault = { enabled: true, maxResults: 5, maxQueryLength: 200, autoPromoteTopK: 3 };
  expect(readConfig(null)).toEqual(byDefault);
  expect(readConfig({ enabled: null, max_results: null, auto_promote_top_k: null })).toEqual(byDefault);
});

it("CFG-023: keeps auto_promote_top_k between 1 and 5", () => {
  const read = [-3, 0, 1, 4, 5, 6, 99].map((k) => readConfig({ auto_promote_top_k: k }).autoPromoteTopK);
  expect(read).toEqual([1, 1, 1, 4, 5, 5, 5]);
});
