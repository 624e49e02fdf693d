import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Connection, ServerConfig } from "../config/server-config.js";

/**
 * What each server listed last, so that `antler tools explain` can answer without starting it. One JSON file a server,
 * valid for the connection it came from; it holds no secret of the config, only a hash.
 */
export class ToolCache {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, "mcp");
  }

  /** undefined: the server was never asked, or is another one now. */
  async read({ name, connection }: ServerConfig): Promise<readonly unknown[] | undefined> {
    try {
      const parsed: unknown = JSON.parse(await readFile(this.#file(name), "utf8"));
      if (typeof parsed !== "object" || parsed === null || !("tools" in parsed) || !("server" in parsed))
        return undefined;
      return parsed.server === fingerprint(connection) && Array.isArray(parsed.tools) ? parsed.tools : undefined;
    } catch {
      return undefined;
    }
  }

  /** Never fails: a cache that cannot be written costs nothing but the next answer without the server. */
  async write({ name, connection }: ServerConfig, tools: readonly unknown[]): Promise<void> {
    const file = this.#file(name);
    const temporary = `${file}.${randomUUID()}`;
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(temporary, `${JSON.stringify({ server: fingerprint(connection), tools })}\n`);
      await rename(temporary, file);
    } catch {
      return;
    }
  }

  #file(server: string): string {
    return join(this.#folder, `${server}.json`);
  }
}

function fingerprint(connection: Connection): string {
  const identity = connection.type === "stdio" ? [connection.command, ...connection.args] : [connection.url];
  return createHash("sha256").update(JSON.stringify(identity)).digest("hex");
}
