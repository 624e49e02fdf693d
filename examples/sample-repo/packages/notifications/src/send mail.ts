import { legacyFetch as call } from "@parcel/http";

export function sendMail(address: string, text: string, done: (sent: boolean) => void): void {
  const query = new URLSearchParams({ address, text });
  call(`https://mail.example/send?${query}`, (error) => done(error === null));
}
