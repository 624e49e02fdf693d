import { expect, it } from "vitest";
import { guardedFetch } from "./guarded-fetch.js";

it("names a web page quickly whatever it holds", async () => {
  const page = async () => new Response("<title".repeat(100_000), { headers: { "content-type": "text/html" } });
  const begin = performance.now();
  await expect(guardedFetch(1000, page)("http://x")).rejects.toMatchObject({ code: "ANTLER_OPENAI_WEB_PAGE" });
  expect(performance.now() - begin).toBeLessThan(1000);
});
