import fc from "fast-check";
import { expect, it } from "vitest";
import { addUsage, NO_USAGE } from "./usage.js";

const usage = fc.record({ input_tokens: fc.nat(1e9), output_tokens: fc.nat(1e9), total_tokens: fc.nat(1e9) });

it("adds tokens in any order, and nothing changes nothing", () => {
  fc.assert(
    fc.property(usage, usage, usage, (a, b, c) => {
      expect(addUsage(a, NO_USAGE)).toEqual(a);
      expect(addUsage(a, b)).toEqual(addUsage(b, a));
      expect(addUsage(addUsage(a, b), c)).toEqual(addUsage(a, addUsage(b, c)));
    }),
  );
});
