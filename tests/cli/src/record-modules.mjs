// Preloaded into a command under test: writes the name of every module that it loads to the file $RECORD_MODULES.
import { appendFileSync } from "node:fs";
import { createRequire, register } from "node:module";

const file = process.env["RECORD_MODULES"];
const hooks = `
  import { appendFileSync } from "node:fs";
  let file;
  export function initialize(data) { file = data; }
  export async function load(url, context, next) {
    if (url.startsWith("file:")) appendFileSync(file, url + "\\n");
    return next(url, context);
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, { data: file });
process.on("exit", () => {
  appendFileSync(file, Object.keys(createRequire(import.meta.url).cache).join("\n"));
});
