import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { AntlerError, errorText, isAntlerError, type Plugin, type SourcePosition } from "@antler/plugin-api";

/** Packages that a plugin gets from the Antler installation when its own folder has none. */
const SHARED = ["@antler/plugin-api", "@antler/testing", "langchain", "@langchain/core", "@langchain/langgraph", "zod"];

const INSTALLATION = dirname(fileURLToPath(import.meta.url));

/**
 * Loads a plugin by package name or path. Names are looked up from `fromDir` first, then from the Antler installation;
 * paths are relative to `fromDir`. TypeScript loads as it is.
 * Throws ANTLER_PLUGIN_NOT_FOUND, ANTLER_PLUGIN_LOAD_FAILED, ANTLER_PLUGIN_INVALID.
 */
export async function loadPlugin(use: string, fromDir: string, position: SourcePosition | undefined): Promise<Plugin> {
  const file = isPath(use) ? pathEntry(use, fromDir, position) : packageEntry(use, fromDir, position);
  let module: unknown;
  try {
    module = await importFile(file);
  } catch (thrown) {
    if (isAntlerError(thrown)) throw thrown;
    throw new AntlerError({
      code: "ANTLER_PLUGIN_LOAD_FAILED",
      plugin: use,
      message: `could not be loaded: ${errorText(thrown)}`,
      hint: `Fix ${file}, or set \`enabled: false\` on its entry under \`plugins:\`.`,
      position,
      cause: thrown,
    });
  }
  return checkedPlugin(module, use, position);
}

function isPath(use: string): boolean {
  return use.startsWith("./") || use.startsWith("../") || use === "." || use === ".." || isAbsolute(use);
}

function pathEntry(use: string, fromDir: string, position: SourcePosition | undefined): string {
  const path = resolve(fromDir, use);
  if (!existsSync(path))
    throw notFound(
      use,
      `there is nothing at ${path}`,
      "Correct the path; it is relative to config.yaml's folder.",
      position,
    );
  return statSync(path).isDirectory() ? manifestEntry(path, use, position) : path;
}

/** The file that a folder's package.json names as its entry. */
function manifestEntry(dir: string, use: string, position: SourcePosition | undefined): string {
  const manifest = join(dir, "package.json");
  const candidates = existsSync(manifest) ? entriesOf(JSON.parse(readFileSync(manifest, "utf8"))) : [];
  const found = [...candidates, "index.ts", "index.js", "src/index.ts"]
    .map((entry) => join(dir, entry))
    .find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw notFound(use, `${dir} has no entry file`, 'Add package.json with `"exports": "./index.ts"`.', position);
}

function entriesOf(manifest: unknown): string[] {
  const { exports, main } = manifest as { exports?: unknown; main?: unknown };
  const root =
    typeof exports === "object" && exports !== null && !Array.isArray(exports) && "." in exports
      ? (exports as Record<string, unknown>)["."]
      : exports;
  return [...targetsOf(root), ...(typeof main === "string" ? [main] : [])];
}

function targetsOf(target: unknown): string[] {
  if (typeof target === "string") return [target];
  if (typeof target !== "object" || target === null) return [];
  const conditions = target as Record<string, unknown>;
  // The source condition last: it is there for a workspace that has not been built yet.
  return ["node", "import", "module", "default", "require", "@antler/source"].flatMap((condition) =>
    targetsOf(conditions[condition]),
  );
}

function packageEntry(use: string, fromDir: string, position: SourcePosition | undefined): string {
  const name = use
    .split("/")
    .slice(0, use.startsWith("@") ? 2 : 1)
    .join("/");
  const folder = packageFolder(name, fromDir) ?? packageFolder(name, INSTALLATION);
  if (folder !== undefined) return manifestEntry(folder, use, position);
  throw notFound(
    use,
    `package ${name} is not installed`,
    `Run \`npm install ${name}\` in ${fromDir}, or correct the name.`,
    position,
  );
}

/** The folder of a package as Node looks for it: `node_modules` here, then in every folder above. */
function packageFolder(name: string, from: string): string | undefined {
  for (let dir = from; ; dir = dirname(dir)) {
    const folder = join(dir, "node_modules", name);
    if (existsSync(join(folder, "package.json"))) return folder;
    if (dirname(dir) === dir) return undefined;
  }
}

/** JavaScript loads natively when it can; TypeScript, and plugins without the shared packages, load through jiti. */
async function importFile(file: string): Promise<unknown> {
  if (/\.[cm]?js$/.test(file)) {
    try {
      return await import(pathToFileURL(file).href);
    } catch (thrown) {
      if (!isMissingShared(thrown)) throw thrown;
    }
  }
  const { createJiti } = await import("jiti");
  const jiti = createJiti(pathToFileURL(file).href, {
    fsCache: false,
    interopDefault: false,
    alias: missingShared(file),
  });
  return jiti.import(file);
}

function isMissingShared(thrown: unknown): boolean {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  return code === "ERR_MODULE_NOT_FOUND" && SHARED.some((name) => errorText(thrown).includes(`'${name}`));
}

/** Where the installation has what each import of a shared package means that cannot be found from the plugin's own folder. */
function missingShared(file: string): Record<string, string> {
  const aliases: Record<string, string> = {};
  for (const name of SHARED) {
    const folder = packageFolder(name, dirname(file)) === undefined ? packageFolder(name, INSTALLATION) : undefined;
    if (folder === undefined) continue;
    const { exports = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      exports?: Record<string, unknown>;
    };
    for (const [subpath, target] of Object.entries(exports)) {
      const entry = targetsOf(target).find((one) => existsSync(join(folder, one)));
      if (entry !== undefined && !subpath.includes("*")) aliases[`${name}${subpath.slice(1)}`] = join(folder, entry);
    }
  }
  return aliases;
}

function checkedPlugin(module: unknown, use: string, position: SourcePosition | undefined): Plugin {
  let candidate: unknown = module;
  for (
    let depth = 0;
    depth < 2 && typeof candidate === "object" && candidate !== null && !("register" in candidate);
    depth++
  )
    candidate = (candidate as { default?: unknown }).default;
  const plugin = candidate as Partial<Plugin> | undefined | null;
  if (
    typeof plugin !== "object" ||
    plugin === null ||
    typeof plugin.register !== "function" ||
    typeof plugin.id !== "string" ||
    plugin.id === ""
  )
    throw new AntlerError({
      code: "ANTLER_PLUGIN_INVALID",
      plugin: use,
      message: "its default export is not a plugin (an object with `apiVersion`, `id` and `register`)",
      hint: 'Write `export default definePlugin({ apiVersion: 1, id: "…", register(host) { … } })`.',
      position,
    });
  if (plugin.apiVersion === undefined)
    throw new AntlerError({
      code: "ANTLER_PLUGIN_API_MISSING",
      plugin: plugin.id,
      message: "does not say which plugin API it was written for",
      hint: "Write `apiVersion: 1` (the constant PLUGIN_API_VERSION of @antler/plugin-api).",
      position,
    });
  return plugin as Plugin;
}

function notFound(use: string, what: string, hint: string, position: SourcePosition | undefined): AntlerError {
  return new AntlerError({
    code: "ANTLER_PLUGIN_NOT_FOUND",
    plugin: use,
    message: `cannot be found: ${what}`,
    hint,
    position,
  });
}
