import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./small-workspace.js";

interface Packed {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}
interface Manifest {
  readonly name: string;
  readonly bin?: Readonly<Record<string, string>>;
}

const manifests: readonly Manifest[] = ["packages", "plugins"].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .map((name) => join(ROOT, folder, name, "package.json"))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, "utf8"))),
);
const packed: readonly Packed[] = JSON.parse(
  execFileSync(
    "npm",
    ["pack", "--dry-run", "--json", "--ignore-scripts", ...manifests.flatMap(({ name }) => ["-w", name])],
    {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    },
  ),
);

describe.each(manifests)("$name, packed as it is", (manifest) => {
  const paths = packed.find(({ name }) => name === manifest.name)?.files.map(({ path }) => path) ?? [];

  it("has its code, its types, its sources and its papers", () => {
    const wanted = [
      "dist/index.js",
      "dist/index.d.ts",
      "src/index.ts",
      "README.md",
      "CHANGELOG.md",
      "LICENSE",
      "package.json",
    ];
    expect(paths).toEqual(expect.arrayContaining([...wanted, ...Object.values(manifest.bin ?? {})]));
  });

  it("has neither tests nor build state", () => {
    expect(paths.filter((path) => /\.test\.|\.tsbuildinfo$|node_modules|fixtures\//.test(path))).toEqual([]);
  });
});
