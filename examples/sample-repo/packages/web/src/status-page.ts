import { legacyFetch } from "@parcel/http";
import { track } from "@parcel/tracking";

export async function statusPage(parcel: string): Promise<string> {
  const position = await track(parcel);
  return `<h1>${position.parcel}</h1><p>${position.depot}, ${position.at}</p>`;
}

export function showNews(target: { textContent: string }): void {
  legacyFetch("https://news.example/today", (error, body) => {
    target.textContent = error ? "No news today." : (body ?? "");
  });
}
