type Callback = (error: Error | null, body?: string) => void;

/**
 * Fetches a text and hands it to a callback; errors of the server arrive as a body.
 * @deprecated Use `await fetchJson(url)` instead: it parses the body, and throws HttpError where the callback got no error.
 */
export function legacyFetch(url: string, callback: Callback): void {
  fetch(url)
    .then((response) => response.text())
    .then((body) => callback(null, body))
    .catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error))));
}
