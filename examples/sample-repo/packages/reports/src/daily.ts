import { fetchJson, legacyFetch } from "@parcel/http";

export interface Day {
  readonly parcels: number;
}

export function today(): Promise<Day> {
  return fetchJson<Day>("https://numbers.example/today");
}

export function yesterday(done: (day: Day) => void): void {
  legacyFetch("https://numbers.example/yesterday", (_error, body) => done(JSON.parse(body ?? "{}") as Day));
}
