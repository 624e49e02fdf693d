import { fetchJson } from "@parcel/http";

export interface Position {
  readonly parcel: string;
  readonly depot: string;
  readonly at: string;
}

export function track(parcel: string): Promise<Position> {
  return fetchJson<Position>(`https://depots.example/parcels/${encodeURIComponent(parcel)}`);
}
