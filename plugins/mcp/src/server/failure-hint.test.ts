import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config/read-config.js";
import { McpServer } from "./mcp-server.js";

/** Answers /STATUS with that status, and everything else with a page. */
const web = createServer((request, response) => {
  const status = Number(request.url?.slice(1));
  response.writeHead(status || 200, { "content-type": status ? "text/plain" : "text/html" }).end("<html>hello</html>");
});
let base = "";

beforeAll(async () => {
  web.listen(0, "127.0.0.1");
  await once(web, "listening");
  base = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(() => web.close());

async function hintOf(url: string): Promise<string> {
  const [config] = readConfig({
    config: { tracker: { url, session_init_timeout: 5 } },
    environment: { configDir: "/", dataDir: "/" },
    locate: () => undefined,
    warn: () => undefined,
  });
  if (config === undefined) throw new Error("the entry is usable");
  const server = new McpServer(config, "/nowhere/mcp-tracker.log");
  const error = await server.listTools().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  await server.stop();
  return server.hintFor(error);
}

describe("what to do about a remote server that gives no tools", () => {
  it.each([
    ["/401", "headers"],
    ["/403", "headers"],
    ["/404", "url"],
    ["/405", "url"],
    ["/page", "url"],
    ["/500", "what the server itself says"],
  ])("%s: %s", async (path, expected) => {
    expect(await hintOf(`${base}${path}`)).toContain(expected);
  });

  it("tells to start it where nothing listens", async () => {
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as AddressInfo;
    free.close();
    expect(await hintOf(`http://127.0.0.1:${port}/mcp`)).toContain("Start the server");
  });
});
