import * as http from "@parcel/http";

export function search(text: string, done: (hits: readonly string[]) => void): void {
  http.legacyFetch(`https://index.example/?q=${encodeURIComponent(text)}`, (error, body) =>
    done(error ? [] : (JSON.parse(body ?? "[]") as readonly string[])),
  );
}
