import { legacyFetch } from "@parcel/http";

/** Asks again until it works, at most `times` times. */
export function retry(url: string, times: number, done: (body: string | undefined) => void): void {
  legacyFetch(url, (error, body) => {
    if (error === null) return done(body);
    if (times <= 1) return done(undefined);
    retry(url, times - 1, done);
  });
}
