import { sandboxContract } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { BACKENDS, makeBackend, makeSpec, missing, newFolder } from "./backends.js";

for (const name of BACKENDS) {
  const problem = await missing(name);
  if (problem === undefined) {
    const dataDir = newFolder();
    sandboxContract(
      { describe, it: (title, body) => it(title, { timeout: 60_000 }, body), expect },
      {
        name,
        create: () => makeBackend(name, dataDir),
        spec: (key) => makeSpec(name, dataDir, key),
      },
    );
  } else describe.skip(`sandbox contract: ${name}. ${problem}`, () => it("runs", () => undefined));
}
