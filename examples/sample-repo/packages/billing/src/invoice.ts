import { ratePerKilo } from "./rates.js";

export function invoice(country: string, kilos: number): Promise<number> {
  // Waits for legacyFetch below; becomes an await once the rates are moved.
  return new Promise((resolve) => ratePerKilo(country, (rate) => resolve(rate * kilos)));
}
