export { fetchJson, HttpError } from "./fetch-json.js";
export { legacyFetch } from "./legacy-fetch.js";
