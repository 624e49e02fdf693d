export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, url: string) {
    super(`${url} answered ${status}`);
    this.status = status;
  }
}

/** The body of a JSON answer. Throws HttpError for any status but 2xx. */
export async function fetchJson<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  if (!response.ok) throw new HttpError(response.status, url);
  return (await response.json()) as T;
}
