import { expect, it } from "vitest";
import { guardedFetch } from "./guarded-fetch.js";

it("names a web page whatever it holds: half a million beginnings of a title do not hold it up", async () => {
  const page = async () => new Response("<title".repeat(500_000), { headers: { "content-type": "text/html" } });
  await expect(guardedFetch(1000, page)("http://x")).rejects.toMatchObject({ code: "ANTLER_OPENAI_WEB_PAGE" });
});
