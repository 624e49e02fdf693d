import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface SkillFolder extends AsyncDisposable {
  readonly path: string;
  write(file: string, content: string | Uint8Array): Promise<string>;
}

/** A temporary folder with these files; removed with `await using`. */
export async function skillFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<SkillFolder> {
  const path = await mkdtemp(join(tmpdir(), "antler-skills-"));
  const write = async (file: string, content: string | Uint8Array): Promise<string> => {
    const target = join(path, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
    return target;
  };
  for (const [file, content] of Object.entries(files)) await write(file, content);
  return { path, write, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** The text of a SKILL.md; `lines` are further lines of front matter. */
export function skillText(name: string, lines: readonly string[] = [], body = `Body of ${name}.`): string {
  return ["---", `name: ${name}`, `description: About ${name}`, ...lines, "---", body, ""].join("\n");
}
