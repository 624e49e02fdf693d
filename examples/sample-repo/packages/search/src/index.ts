export { search } from "./query/remote.js";
