import { legacyFetch } from "@parcel/http";

export function weather(depot: string, show: (text: string) => void): void {
  legacyFetch(`https://weather.example/${depot}`, (error, body) => {
    if (error) return show("unknown");
    const { summary } = JSON.parse(body ?? "{}") as { summary?: string };
    show(summary ?? "unknown");
  });
}
