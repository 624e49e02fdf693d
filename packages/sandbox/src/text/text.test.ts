import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskValues, StreamMasker } from "../env/mask-values.js";
import { HeadTail } from "../exec/head-tail.js";
import { harmlessText } from "./harmless-text.js";
import { replaceText } from "./replace-text.js";
import { truncateMiddle, truncateTail } from "./truncate-output.js";

const whole = (text: string): boolean =>
  !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);

describe("cutting text", () => {
  it("is never longer than the limit and never splits a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.integer({ min: 1, max: 300 }), (text, max) => {
        for (const cut of [truncateMiddle(text, max), truncateTail(text, max, "Look")]) {
          expect(cut.length).toBeLessThanOrEqual(Math.max(max, 0));
          expect(whole(cut)).toBe(true);
          if (text.length <= max) expect(cut).toBe(text);
        }
      }),
    );
  });
});

describe("keeping head and tail", () => {
  it("keeps everything that fits, and counts what does not", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), fc.integer({ min: 2, max: 200 }), (chunks, max) => {
        const kept = new HeadTail(max);
        for (const chunk of chunks) kept.push(chunk);
        const all = Buffer.concat(chunks);
        expect(kept.total).toBe(all.length);
        if (!kept.truncated) expect(Buffer.compare(kept.bytes(), all)).toBe(0);
        if (all.length <= max / 2) expect(kept.truncated).toBe(false);
      }),
    );
  });
});

describe("masking secrets", () => {
  it("hides a value however the stream is cut", () => {
    const secret = "p4ss-word-é-99";
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (before, after, sizes) => {
          const bytes = Buffer.from(before + secret + after, "utf8");
          const masker = new StreamMasker([secret]);
          const parts: Uint8Array[] = [];
          for (let at = 0, step = 0; at < bytes.length; step++) {
            const size = sizes[step % sizes.length] ?? 1;
            parts.push(masker.push(bytes.subarray(at, at + size)));
            at += size;
          }
          parts.push(masker.end());
          expect(Buffer.concat(parts).toString("utf8")).toBe(maskValues(bytes.toString("utf8"), [secret]));
        },
      ),
    );
  });
  it("ENV-013: takes the longest value first", () => {
    expect(maskValues("key=abcdefgh1 and abcdefgh12", ["abcdefgh1", "abcdefgh12"])).toBe(
      "key=[redacted] and [redacted]",
    );
  });
  it("leaves values too short to be told from text", () => {
    expect(maskValues("abc", ["abc", ""])).toBe("abc");
  });
});

describe("harmless text", () => {
  it("has no control characters but tab and line feed, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (data) => {
        expect(/[^\P{Cc}\t\n]/u.test(harmlessText(data))).toBe(false);
      }),
    );
  });
  it("leaves ordinary text alone", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "é", "漢", "😀", " ", "\n", "\t", "[", "0", "m") }),
        (text) => {
          expect(harmlessText(Buffer.from(text))).toBe(text);
        },
      ),
    );
  });
});

describe("replacing text", () => {
  it("puts the new text in literally, once, and only where the old one stands once", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (text, from, to) => {
        const count = text.split(from).length - 1;
        const result = replaceText(text, from, to, false);
        if (count === 1) expect(result).toMatchObject({ done: true, text: text.replace(from, () => to) });
        else if (count > 1) expect(result).toMatchObject({ done: false, problem: "ambiguous" });
      }),
    );
  });
});
