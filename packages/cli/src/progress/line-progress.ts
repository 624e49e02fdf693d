import type { Output } from "../terminal/io.js";
import { eventLine } from "./event-line.js";
import type { Progress } from "./progress.js";

/** One line per event, for logs and pipes. */
export function lineProgress(output: Output): Progress {
  return {
    accept(event) {
      const line = eventLine(event);
      if (line !== undefined) output.write(`${line}\n`);
    },
    stop() {},
  };
}
