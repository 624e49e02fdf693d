import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { blueprintFixture } from "@antler/testing";
import type { ToolMessage } from "@langchain/core/messages";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type RawMcpConfig, readConfig } from "./config/read-config.js";
import { McpServers } from "./mcp-servers.js";

const LEAD = blueprintFixture();
const require = createRequire(import.meta.url);
const packageFile = (name: string, file: string) => join(dirname(require.resolve(`${name}/package.json`)), file);
const EVERYTHING = packageFile("@modelcontextprotocol/server-everything", "dist/index.js");
const FILESYSTEM = packageFile("@modelcontextprotocol/server-filesystem", "dist/index.js");

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "antler-mcp-real-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function connect(config: RawMcpConfig) {
  const dataDir = folder();
  const source = {
    config,
    environment: { configDir: dataDir, dataDir },
    locate: () => undefined,
    warn: () => undefined,
  };
  const servers = new McpServers(readConfig(source), dataDir);
  onTestFinished(() => servers.stop());
  const listing = await servers.list(LEAD);
  const tools = new Map(listing.offers.flatMap((offer) => ("tool" in offer ? [[offer.tool.name, offer.tool]] : [])));
  const call = async (name: string, args: Record<string, unknown> = {}, signal?: AbortSignal): Promise<ToolMessage> => {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`no tool ${name} among ${[...tools.keys()].join(", ")}`);
    return await tool.invoke({ type: "tool_call", id: "call-1", name, args }, signal === undefined ? {} : { signal });
  };
  return { servers, call, names: [...tools.keys()], warnings: listing.warnings };
}

/** Processes of this test whose command line has the text. */
function processesWith(text: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
      } catch {
        return false;
      }
    });
}

describe("server-everything over stdio", () => {
  const everything = (mark: string) => ({ ev: { command: process.execPath, args: [EVERYTHING, "stdio", mark] } });

  it("is listed and called", async () => {
    const { call, names, warnings } = await connect(everything("called"));
    expect(warnings).toEqual([]);
    expect(names).toContain("mcp__ev__echo");
    expect((await call("mcp__ev__echo", { message: "hallo" })).content).toBe("Echo: hallo");
    expect((await call("mcp__ev__get-sum", { a: 2, b: 3 })).content).toContain("5");
  });

  it("gives images and resources to programs, and says so to the model", async () => {
    const { call } = await connect(everything("content"));
    const image = await call("mcp__ev__get-tiny-image");
    expect(image.content).toMatch(/\[image, image\/png, [\d.]+ (bytes|kB): attached to the result, not shown to you\]/);
    expect(image.artifact).toEqual([
      expect.objectContaining({ type: "image", mimeType: "image/png", data: expect.any(String) }),
    ]);
    const resource = await call("mcp__ev__get-resource-reference", { resourceType: "Text", resourceId: 1 });
    expect(resource.content).toContain("[resource demo://resource/");
    const structured = await call("mcp__ev__get-structured-content", { location: "Chicago" });
    expect(JSON.parse(String(structured.content))).toMatchObject({ conditions: expect.any(String) });
    expect(structured.artifact).toHaveLength(1);
  });

  it("gives images to the model where its entry says so", async () => {
    const { call } = await connect({ ev: { ...everything("inline").ev, images: "inline" } });
    expect((await call("mcp__ev__get-tiny-image")).content).toContainEqual(
      expect.objectContaining({ type: "image_url" }),
    );
  });

  it("ends a call with its task, not the session", async () => {
    const { call } = await connect(everything("aborted"));
    const task = new AbortController();
    const long = call("mcp__ev__trigger-long-running-operation", { duration: 600, steps: 2 }, task.signal);
    task.abort(new Error("the task ends"));
    await expect(long).rejects.toThrow();
    expect((await call("mcp__ev__echo", { message: "again" })).content).toBe("Echo: again");
  });

  it("is started again after it was killed during a call, and leaves no process at the end", async () => {
    const mark = `killed-${process.pid}`;
    const { servers, call } = await connect(everything(mark));
    const long = call("mcp__ev__trigger-long-running-operation", { duration: 600, steps: 2 });
    // The server reads in order: when it has answered this one, it is at work on the other.
    await call("mcp__ev__echo", { message: "busy" });
    const [pid] = processesWith(mark);
    if (pid === undefined) throw new Error("the server runs");
    process.kill(pid, "SIGKILL");
    await expect(long).rejects.toThrow("ended during this call");
    expect((await call("mcp__ev__echo", { message: "back" })).content).toBe("Echo: back");
    expect(processesWith(mark)).toHaveLength(1);
    await servers.stop();
    await vi.waitFor(() => expect(processesWith(mark)).toEqual([]));
  });
});

describe("server-filesystem over stdio", () => {
  it("reads what it may, and its refusals are errors that say why", async () => {
    const path = folder();
    writeFileSync(join(path, "a.txt"), "Größe — ☃\n");
    const { call, names } = await connect({
      fs: { command: process.execPath, args: [FILESYSTEM, path], exclude: ["write_*"] },
    });
    expect(names).toContain("mcp__fs__read_text_file");
    expect(names).not.toContain("mcp__fs__write_file");
    expect((await call("mcp__fs__read_text_file", { path: join(path, "a.txt") })).content).toContain("Größe — ☃");
    await expect(call("mcp__fs__read_text_file", { path: "/etc/hostname" })).rejects.toThrow(/denied|outside/i);
  });
});

async function serve(port: number, transport = "streamableHttp"): Promise<ChildProcess> {
  const child = spawn(process.execPath, [EVERYTHING, transport], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) await end(child);
  });
  // The stream stays open: the server goes on writing to it.
  await new Promise<void>((resolve) => {
    child.stderr?.on("data", (chunk) => /listening|running/i.test(String(chunk)) && resolve());
  });
  return child;
}
async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("a port was given");
  return address.port;
}

describe("server-everything over streamable HTTP", () => {
  it("is listed, called, found again after a restart, and reported when it stays away", async () => {
    const port = await freePort();
    let child = await serve(port);
    const { servers, call, names } = await connect({ web: { url: `http://127.0.0.1:${port}/mcp`, timeout: 20 } });
    expect(names).toContain("mcp__web__echo");
    expect((await call("mcp__web__echo", { message: "one" })).content).toBe("Echo: one");

    await end(child);
    child = await serve(port);
    expect((await call("mcp__web__echo", { message: "two" })).content).toBe("Echo: two");

    const long = call("mcp__web__trigger-long-running-operation", { duration: 600, steps: 2 });
    const failed = expect(long).rejects.toThrow(/ended during this call/);
    await vi.waitFor(async () =>
      expect((await call("mcp__web__echo", { message: "busy" })).content).toBe("Echo: busy"),
    );
    await end(child);
    await failed;

    const { offers, warnings } = await servers.list(LEAD);
    expect(offers).toEqual([]);
    expect(warnings?.[0]?.message).toMatch(/"web" gives no tools: fetch failed: connect ECONNREFUSED/);

    await serve(port);
    expect((await servers.list(LEAD)).offers.length).toBeGreaterThan(0);
    expect((await call("mcp__web__echo", { message: "three" })).content).toBe("Echo: three");
  });
});

describe("a server over the network", () => {
  it("MCP-11: may speak SSE", async () => {
    const port = await freePort();
    await serve(port, "sse");
    const { call } = await connect({ old: { transport: "sse", url: `http://127.0.0.1:${port}/sse` } });
    expect((await call("mcp__old__echo", { message: "hallo" })).content).toBe("Echo: hallo");
  });

  it("does not hold up the end of the platform when it has stopped answering", async () => {
    const port = await freePort();
    const child = await serve(port);
    const { servers } = await connect({ web: { url: `http://127.0.0.1:${port}/mcp` } });
    child.kill("SIGSTOP");
    await servers.stop(); // a test does not last as long as it would take otherwise
  });

  it("gets the headers of its entry, and a refusal is told with its status", async () => {
    const seen: unknown[] = [];
    const server = createHttpServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401, { "content-type": "text/plain" }).end("no such token");
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/mcp`;
    const { warnings } = await connect({ shut: { url, headers: { Authorization: "Bearer abc" } } });
    expect(seen).toEqual(["Bearer abc"]);
    expect(warnings?.[0]?.message).toMatch(/"shut" gives no tools: HTTP 401: .*no such token/);
  });
});
