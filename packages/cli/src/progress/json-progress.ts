import type { Output } from "../terminal/io.js";
import { jsonLine } from "../terminal/json-line.js";
import type { Progress } from "./progress.js";

/** One JSON object a line, exactly the events of the run. */
export function jsonProgress(output: Output): Progress {
  return {
    accept: (event) => {
      output.write(jsonLine(event));
    },
    stop() {},
  };
}
