/** What the check scripts know about the workspace: its packages, their source files and what those import. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { parseSync } from "vite";

export const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Every package of `workspaces`, in the order of their folders: `{ name, dir, json, layer }`, `dir` relative to the root. */
export function workspacePackages(root) {
  const manifests = readJson(join(root, "package.json")).workspaces.flatMap((glob) => {
    const parent = dirname(glob); // workspaces here are all of the form "folder/*"
    if (!existsSync(join(root, parent))) return [];
    return readdirSync(join(root, parent))
      .sort()
      .map((name) => join(parent, name))
      .filter((dir) => existsSync(join(root, dir, "package.json")));
  });
  return manifests.map((dir) => {
    const json = readJson(join(root, dir, "package.json"));
    const layer = json.nx?.tags?.find((tag) => tag.startsWith("layer:"))?.slice("layer:".length);
    return { name: json.name, dir, json, layer };
  });
}

/** Paths, relative to the root, of a package's TypeScript and script files below `src` and `bin`. */
export function sourceFiles(root, dir) {
  return ["src", "bin"]
    .filter((folder) => existsSync(join(root, dir, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, dir, folder), { recursive: true })
        .filter((file) => /\.(ts|mts|mjs|js)$/.test(file) && !file.split(sep).includes("fixtures"))
        .map((file) => join(dir, folder, file)),
    )
    .sort();
}

export const isTest = (file) => /\.test(-d)?\.ts$/.test(file);

/** The syntax tree of a file and a way to say where in it something stands. Throws with file and line on a syntax error. */
export function parseSource(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  const { program, errors } = parseSync(file, text);
  const lineAt = (offset) => text.slice(0, offset).split("\n").length;
  if (errors.length > 0)
    throw new Error(`${file}:${lineAt(errors[0].labels[0]?.start ?? 0)} does not parse: ${errors[0].message}`);
  return { text, program, lineAt };
}

/** Calls `visit(node, ancestors)` for every node, outermost first; `ancestors` ends with the direct parent. */
export function walk(node, visit, ancestors = []) {
  visit(node, ancestors);
  const below = [...ancestors, node];
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === "string") walk(child, visit, below);
}

/**
 * What a file imports: `{ specifier, kind, line }`. Kind `type` is gone at run time, `static` is loaded with the file,
 * `dynamic` is an `import()` that somebody waits for.
 */
export function importsOf(root, file) {
  const { program, lineAt } = parseSource(root, file);
  const found = [];
  const add = (node, kind) =>
    typeof node?.value === "string" && found.push({ specifier: node.value, kind, line: lineAt(node.start) });
  walk(program, (node) => {
    if (node.type === "ImportDeclaration") add(node.source, node.importKind === "type" ? "type" : "static");
    if (node.type === "ExportAllDeclaration" || node.type === "ExportNamedDeclaration")
      add(node.source, node.exportKind === "type" ? "type" : "static");
    if (node.type === "ImportExpression") add(node.source, "dynamic");
    if (node.type === "TSImportType") add(node.source, "type");
  });
  return found;
}

/** `@scope/name` or `name` of a bare specifier. */
export const packageOf = (specifier) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
