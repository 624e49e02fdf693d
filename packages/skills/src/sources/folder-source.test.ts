import { EventEmitter, once } from "node:events";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { SkillListing, SkillSource } from "@antler/plugin-api";
import { describe, expect, it } from "vitest";
import { DEFAULT_SKILLS_CONFIG } from "../config.js";
import { type SkillFolder, skillFolder, skillText } from "../test-support/skill-folder.js";
import { createFolderSource, type FolderSourceOptions, resolveSkillPath } from "./folder-source.js";
import { createSkillFileReader } from "./skill-file-reader.js";

const source = (folder: SkillFolder, options: Partial<FolderSourceOptions> = {}): SkillSource =>
  createFolderSource({
    ...{ ...DEFAULT_SKILLS_CONFIG, name: "folders", paths: ["."], baseDir: folder.path, expectPaths: true },
    ...options,
  });
const list = async (folder: SkillFolder, options: Partial<FolderSourceOptions> = {}): Promise<SkillListing> =>
  source(folder, options).list();
const names = ({ skills }: SkillListing): readonly string[] => skills.map(({ name }) => name);
const codes = ({ diagnostics }: SkillListing): readonly string[] => diagnostics.map(({ code }) => code);

describe("which files are skills", () => {
  it("SKL-19, SKP-044: a folder with a SKILL.md is one skill, whatever lies below it", async () => {
    await using folder = await skillFolder({
      "kit/SKILL.md": skillText("kit"),
      "kit/src/skills/inner/SKILL.md": skillText("inner"),
    });
    expect(names(await list(folder))).toEqual(["kit"]);
  });

  it("SKL-20, SKP-047: groups of skills are looked into, hidden folders and folders of tests are not", async () => {
    await using folder = await skillFolder({
      "vendor/lint/SKILL.md": skillText("lint"),
      ".hidden/x/SKILL.md": skillText("x"),
      "node_modules/y/SKILL.md": skillText("y"),
      "tests/z/SKILL.md": skillText("z"),
      "fixtures/q/SKILL.md": skillText("q"),
    });
    const listing = await list(folder);
    expect(names(listing)).toEqual(["lint"]);
    expect(listing.diagnostics).toEqual([]);
  });

  it("SKL-17: a linked folder counts; a link to a file and a link to nowhere are passed over", async () => {
    await using folder = await skillFolder({ "shared/pdf/SKILL.md": skillText("pdf"), "note.txt": "x" });
    await mkdir(join(folder.path, "skills"));
    await symlink("../shared/pdf", join(folder.path, "skills/pdf"));
    await symlink("../note.txt", join(folder.path, "skills/file"));
    await symlink("../nowhere", join(folder.path, "skills/dangling"));
    const listing = await list(folder, { paths: ["skills"] });
    expect(names(listing)).toEqual(["pdf"]);
    expect(listing.diagnostics).toEqual([]);
  });

  it("SKP-049: a loop of links ends, each skill once", async () => {
    await using folder = await skillFolder({ "a/one/SKILL.md": skillText("one") });
    await symlink("..", join(folder.path, "a/loop"));
    await symlink("./one", join(folder.path, "a/twin"));
    expect(names(await list(folder))).toEqual(["one"]);
  });

  it("the path itself may be a skill, and skill.md is found too", async () => {
    await using folder = await skillFolder({ "one/SKILL.md": skillText("one"), "two/skill.md": skillText("two") });
    expect(names(await list(folder, { paths: ["one", "two"] }))).toEqual(["one", "two"]);
  });

  it("depth and count are bounded, and it is said where that bites", async () => {
    await using folder = await skillFolder({
      "a/b/c/deep/SKILL.md": skillText("deep"),
      "one/SKILL.md": skillText("one"),
      "two/SKILL.md": skillText("two"),
    });
    const shallow = await list(folder, { maxDepth: 2 });
    expect(names(shallow)).toEqual(["one", "two"]);
    expect(shallow.diagnostics).toMatchObject([{ code: "ANTLER_SKILL_SCAN_LIMIT", severity: "warning" }]);
    const few = await list(folder, { maxSkills: 1 });
    expect(few.skills).toHaveLength(1);
    expect(codes(few)).toEqual(["ANTLER_SKILL_SCAN_LIMIT"]);
  });

  it("earlier paths come first", async () => {
    await using folder = await skillFolder({ "z/b/SKILL.md": skillText("b"), "a/a/SKILL.md": skillText("a") });
    expect(names(await list(folder, { paths: ["z", "a", "z"] }))).toEqual(["b", "a"]);
  });

  it("~ is the home folder, other paths begin at the config's folder", () => {
    expect(resolveSkillPath("~/skills", "/etc")).toBe(join(homedir(), "skills"));
    expect(resolveSkillPath("./skills", "/etc")).toBe("/etc/skills");
    expect(resolveSkillPath("/abs", "/etc")).toBe("/abs");
  });
});

describe("paths that hold nothing", () => {
  it("a configured path that does not exist is a warning, a default one is not", async () => {
    await using folder = await skillFolder();
    expect(codes(await list(folder, { paths: ["nowhere"] }))).toEqual(["ANTLER_SKILL_PATH"]);
    expect(codes(await list(folder, { paths: ["nowhere"], expectPaths: false }))).toEqual([]);
  });

  it("the warning stands where the config names the path, and says which folder that is", async () => {
    await using folder = await skillFolder({ "here/one/SKILL.md": skillText("one") });
    const locatePath = (index: number) => ({ file: "config.yaml", line: 3 + index, column: 5 });
    const { diagnostics } = await list(folder, { paths: ["here", "nowhere"], locatePath });
    expect(diagnostics).toMatchObject([
      { message: `the folder ${join(folder.path, "nowhere")} does not exist`, position: { line: 4, column: 5 } },
    ]);
  });

  it("a path that exists and cannot be read is refused: its skills' limits would be gone", async () => {
    await using folder = await skillFolder();
    await symlink("loop", join(folder.path, "loop"));
    await expect(list(folder, { paths: ["loop"] })).rejects.toMatchObject({ code: "ANTLER_SKILL_SOURCE" });
  });
});

describe("one bad file", () => {
  it("SKL-04: takes none of the others down", async () => {
    await using folder = await skillFolder({ "bad/SKILL.md": "no front matter", "good/SKILL.md": skillText("good") });
    const listing = await list(folder);
    expect(names(listing)).toEqual(["good"]);
    expect(listing.diagnostics).toMatchObject([
      { severity: "error", position: { file: join(folder.path, "bad/SKILL.md"), line: 1, column: 1 } },
    ]);
  });

  it("SKL-28: a file beyond the limit keeps its restrictions and loses its body; the others load", async () => {
    await using folder = await skillFolder({
      "huge/SKILL.md": skillText("huge", ["allowed-tools: [ls]"], "x".repeat(5_000_000)),
      "small/SKILL.md": skillText("small"),
    });
    const listing = await list(folder);
    expect(listing.skills).toMatchObject([
      { name: "huge", body: null, allowedTools: ["ls"] },
      { name: "small", body: "Body of small." },
    ]);
    expect(listing.diagnostics).toMatchObject([{ severity: "error", code: "ANTLER_SKILL_TOO_LARGE" }]);
  });
});

describe("files that change", () => {
  it("are seen at the next listing", async () => {
    await using folder = await skillFolder({ "a/SKILL.md": skillText("a") });
    const folders = source(folder);
    const before = await folders.list();
    expect((await folders.list()).skills[0]).toBe(before.skills[0]);
    await folder.write("a/SKILL.md", skillText("a", [], "A new body."));
    await folder.write("b/SKILL.md", skillText("b"));
    expect((await folders.list()).skills.map(({ body }) => body)).toEqual(["A new body.", "Body of b."]);
    await rm(join(folder.path, "b"), { recursive: true });
    expect(names(await folders.list())).toEqual(["a"]);
  });

  it("SYS-007: a file that can no longer be read loses its body and keeps its restrictions", async () => {
    await using folder = await skillFolder();
    const file = await folder.write("a/SKILL.md", skillText("a", ["allowed-tools: [ls]"]));
    const reader = createSkillFileReader(DEFAULT_SKILLS_CONFIG);
    expect((await reader.read(file)).skill?.body).toBe("Body of a.");
    await rm(file);
    expect(await reader.read(file)).toMatchObject({
      skill: { body: null, allowedTools: ["ls"] },
      diagnostics: [{ severity: "error", code: "ANTLER_SKILL_UNREADABLE" }],
    });
    expect((await createSkillFileReader(DEFAULT_SKILLS_CONFIG).read(file)).skill).toBeNull();
  });

  it("are reported to whoever watches, until the signal", async () => {
    await using folder = await skillFolder({ "a/SKILL.md": skillText("a") });
    const stopped = new AbortController();
    const changes = new EventEmitter();
    const changed = once(changes, "change");
    await source(folder).watch?.(() => changes.emit("change"), stopped.signal);
    await writeFile(join(folder.path, "a/SKILL.md"), skillText("a", [], "New."));
    await changed;
    stopped.abort();
  });
});
