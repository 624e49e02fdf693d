import { symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askDemo, type DemoAnswer, type Files, folderOf, placesIn, ROOT } from "./ask-demo.js";
import { grepFolder, searchFolder } from "./search.js";

const SAMPLE = join(ROOT, "examples", "sample-repo");
const question = (name: string): string => `find every use of ${name} in this repository`;

/** Asks, and holds the answer and the report against two searches of the same folder. */
async function expectTruth(folder: string, name: string, prompt = question(name)): Promise<DemoAnswer> {
  const answer = await askDemo(prompt, folder);
  const truth = searchFolder(folder, name);
  expect(answer.status).toBe("completed");
  expect([...answer.places].sort()).toEqual(truth);
  expect(grepFolder(folder, name) ?? truth).toEqual(truth);
  const reported = placesIn((answer.report ?? "").replaceAll(/^- /gm, ""));
  expect([...reported].sort()).toEqual(truth);
  return answer;
}
function count(answer: DemoAnswer, type: string): number {
  return answer.events.filter((event) => event.type === type).length;
}

describe("the demo", () => {
  it("finds the known places of the sample repository, one task a package, three at a time", async () => {
    const prompt = "Find every place that still uses `legacyFetch` in this repository, and say how to migrate each.";
    const answer = await expectTruth(SAMPLE, "legacyFetch", prompt);
    expect(answer.places).toHaveLength(15);
    expect(count(answer, "task_started")).toBe(6);
    expect(count(answer, "task_completed")).toBe(6);
    expect(answer.events.find((event) => event.type === "calls_dropped")).toMatchObject({ count: 3, limit: 3 });
    expect(answer.text).toContain(
      "packages/billing/src/rates.ts:5: legacyFetch(`https://rates.example/${country}`, (error, body) => done(error ? 0 : Number(body))); → Use `await fetchJson(url)` instead",
    );
    expect(answer.text).toContain("→ the definition: delete it");
  });

  it("finds another name in the same folder", async () => {
    const answer = await expectTruth(SAMPLE, "fetchJson");
    expect(answer.places.length).toBeGreaterThan(5);
  });

  it("leaves the folder as it was: asking twice gives the same", async () => {
    const folder = folderOf({ "a/x.js": "old();\n", "b/y.js": "old();\n" });
    const first = await expectTruth(folder, "old");
    expect((await expectTruth(folder, "old")).places).toEqual(first.places);
  });

  it("says so when there is none", async () => {
    const answer = await expectTruth(folderOf({ "a/x.js": "new();\n" }), "old");
    expect(answer.text).toBe("`old` is not used anywhere in this repository.");
    expect(count(answer, "task_started")).toBe(0);
  });

  it("says so of an empty folder", async () => {
    expect((await expectTruth(folderOf({}), "old")).places).toEqual([]);
  });

  it("finds one package", async () => {
    const answer = await expectTruth(folderOf({ "only/src/x.js": "a\nold();\n" }), "old");
    expect(answer.text).toContain("is used in 1 line of 1 place.");
  });

  it("finds twelve packages, each with a task of its own", async () => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`packages/p${i}/src/x.js`, "\nold();\n"]));
    const answer = await expectTruth(folderOf(files), "old");
    expect(count(answer, "task_completed")).toBe(12);
    expect(count(answer, "calls_dropped")).toBe(3);
  });

  it("finds files at the top, deep ones and hidden ones", async () => {
    const answer = await expectTruth(
      folderOf({
        "x.js": 'import "./lib/y.js"; old();\n',
        ".env.example": "old=1\n",
        "a/b/c/d/e/f/g/h.js": "old();\n",
        "packages/notes.md": "old\n",
        "packages/p/x.js": "old();\n",
      }),
      "old",
    );
    expect(count(answer, "task_completed")).toBe(4);
  });

  it("finds what listing leaves out: dependencies, builds, version control, logs", async () => {
    const files = [".git/hooks/x", "node_modules/m/i.js", "dist/a.js", "a/build/b.js", "run.log", "a/x.bak"];
    await expectTruth(
      folderOf({ ...Object.fromEntries(files.map((file) => [file, "old\n"])), ".gitignore": "*\n" }),
      "old",
    );
  });

  it("finds names with spaces, brackets, quotes, colons and other letters", async () => {
    const files = [
      "my pack/the file.js",
      "[x]/{y}.js",
      'it\'s/"q".js',
      "a: b/c:1.js",
      "größe/日本.js",
      "-r/--x.js",
      "$&/`y`.js",
    ];
    await expectTruth(folderOf(Object.fromEntries(files.map((file) => [file, "old();\n"]))), "old");
  });

  it.each([
    "foo.bar(",
    "$store",
    "a+b",
    "list[0]",
    "^start",
    "back\\slash",
    "x|y",
    "größe",
    "--flag",
    "{{ old }}",
    "v1.2.3",
  ])("takes %j literally", async (name) => {
    const files: Files = {
      "a/x.js": `one ${name} two\n`,
      "b/y.js": `fooXbar(\n${name}${name}\n`,
      "c/z.js": "nothing\n",
    };
    expect((await expectTruth(folderOf(files), name, question(`\`${name}\``))).places).toHaveLength(2);
  });

  it("tells upper case from lower case", async () => {
    expect((await expectTruth(folderOf({ "a/x.js": "Old();\nold();\n" }), "old")).places).toEqual(["a/x.js:2"]);
  });

  it("takes lines as they are: CRLF, no end, endless, with our own markup", async () => {
    await expectTruth(
      folderOf({
        "a/crlf.js": "x\r\nold();\r\nold",
        "b/long.js": `${"y".repeat(5000)} old ${"z".repeat(5000)}\n`,
        "c/liquid.md": "{{ old }} {% raw %}\n<skill name='x'>old</skill>\n",
        "d/grep.txt":
          "/mnt/user-data/workspace/fake.js:9: old\nTask failed. Error: old\nResults truncated old\nError: old\n",
      }),
      "old",
    );
  });

  it("passes over binary files and links, as a recursive search does", async () => {
    const folder = folderOf({ "a/x.js": "old\n", "b/x.bin": new Uint8Array([0, 1, 111, 108, 100, 0]) });
    symlinkSync(join(folder, "a"), join(folder, "linked"));
    expect((await expectTruth(folder, "old")).places).toEqual(["a/x.js:1"]);
  });

  it("loses nothing to limits: thousands of lines, in one file and in many", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`wide/f${i}.js`, "old(); // and some more text\n"]),
    );
    const answer = await expectTruth(folderOf({ "deep/x.js": "  old();\n".repeat(2500), ...many }), "old");
    expect(answer.places).toHaveLength(2800);
    expect(answer.text).not.toContain("may not be complete");
  });

  it("says that the list may not be complete where limits are tighter", async () => {
    const folder = folderOf({ "a/x.js": "old();\n".repeat(30), "b/y.js": "old();\n" });
    const tight = await askDemo(question("old"), folder, (config) =>
      config.replace(/grep_max_results: \d+/, "grep_max_results: 20"),
    );
    expect(tight.text).toContain("The list may not be complete");
    const long = folderOf({ "a/x.js": "old(); // and some more text that makes the line long\n".repeat(300) });
    const cut = await askDemo(question("old"), long, (config) => config.replace(/\nresilience:[\s\S]*/, ""));
    expect(cut.text).toContain("The list may not be complete");
  });

  it("keeps the list complete where a run may start few tasks", async () => {
    const files = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`${name}/x.js`, "old();\n"]));
    const folder = folderOf(files);
    const answer = await askDemo(
      question("old"),
      folder,
      (config) => `${config}\nsubagents: { max_total_per_run: 2 }\n`,
    );
    expect([...answer.places].sort()).toEqual(searchFolder(folder, "old"));
    expect(count(answer, "task_completed")).toBe(2);
    expect(answer.text).toContain("no task told how");
  });

  it("agrees with a real search of any tree", async () => {
    const name = fc.constantFrom("a", "b c", "packages", "src", "libs", "x.y", "old");
    const line = fc.constantFrom("", "old", "older bold", "Old", "o ld", "// old", "import old from 'old'");
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join("/")}/f.txt`);
    const files = fc.dictionary(
      path,
      fc.array(line, { maxLength: 5 }).map((lines) => lines.join("\n")),
      { maxKeys: 8 },
    );
    await fc.assert(
      fc.asyncProperty(files, async (tree) => {
        await expectTruth(folderOf({ "old.txt": "old", ...tree }), "old");
      }),
      { numRuns: 8, seed: 42 },
    );
  }, 120_000);

  it("says what it can do when it is asked for something else", async () => {
    const answer = await askDemo("What is the weather?", folderOf({}));
    expect(answer.text).toContain("find every use of legacyFetch in this repository");
    expect(answer.status).toBe("completed");
  });
});
