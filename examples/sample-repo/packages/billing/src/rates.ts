import { legacyFetch } from "@parcel/http";

/** Cents for each kilogram. */
export function ratePerKilo(country: string, done: (rate: number) => void): void {
  legacyFetch(`https://rates.example/${country}`, (error, body) => done(error ? 0 : Number(body)));
}
