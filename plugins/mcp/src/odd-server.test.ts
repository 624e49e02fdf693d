import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ToolListing } from "@antler/plugin-api";
import { blueprintFixture } from "@antler/testing";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type RawMcpConfig, readConfig } from "./config/read-config.js";
import { McpServers } from "./mcp-servers.js";

const ODD = fileURLToPath(new URL("../fixtures/odd-server.mjs", import.meta.url));
const LEAD = blueprintFixture();
const CHILD = blueprintFixture({ role: "subagent", name: "scout" });
const running: McpServers[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((servers) => servers.stop()));
});

function odd(options: object = {}, ...args: readonly string[]) {
  return { command: process.execPath, args: [ODD, JSON.stringify(options), ...args] };
}

function start(config: RawMcpConfig, dataDir = mkdtempSync(join(tmpdir(), "antler-mcp-"))) {
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const locate = () => undefined;
  const source = { config, environment: { configDir: dataDir, dataDir }, locate, warn: () => undefined };
  const servers = new McpServers(readConfig(source), dataDir);
  running.push(servers);
  const log = (name: string) => readFileSync(join(dataDir, "logs", `mcp-${name}.log`), "utf8");
  return { servers, dataDir, log };
}

function toolsOf(listing: ToolListing) {
  const tools = new Map<string, StructuredToolInterface>();
  for (const offer of listing.offers) if ("tool" in offer) tools.set(offer.tool.name, offer.tool);
  const call = async (name: string, args: object = {}, signal?: AbortSignal) => {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return String(await tool.invoke(args, signal === undefined ? {} : { signal }));
  };
  return { names: [...tools.keys()], call, warnings: listing.warnings ?? [] };
}

/** A dead process waits for its parent as a zombie; until its other threads are gone too, its pipes are open. */
function isAlive(pid: number): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.length > 1 || !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

describe("a server over stdio", () => {
  it("MCP-05: offers its tools under its own prefix, so two servers never clash", async () => {
    const { servers } = start({
      a: odd({ tools: [{ name: "search", inputSchema: {} }] }),
      b: odd({ tools: [{ name: "search", inputSchema: {} }] }),
    });
    expect(toolsOf(await servers.list(LEAD)).names).toEqual(["mcp__a__search", "mcp__b__search"]);
  });

  it("gives its tools its routing, or their own, also where it is not asked", async () => {
    const config = {
      db: {
        ...odd({ tools: ["query", "drop", "silent"].map((name) => ({ name, inputSchema: {} })) }),
        routing: { keywords: ["sql"], priority: 10 },
        tools: {
          drop: { routing: { keywords: ["delete"] } },
          silent: { routing: { keywords: [] } },
          drpo: { routing: { keywords: ["x"] } },
        },
      },
    };
    const { servers, dataDir } = start(config);
    const asked = await servers.list(LEAD);
    const routings = [
      { keywords: ["sql"], priority: 10 },
      { keywords: ["delete"], priority: 0 },
      { keywords: [], priority: 0 },
    ];
    expect(asked.offers.map(({ routing }) => routing)).toEqual(routings);
    expect(asked.warnings).toMatchObject([{ code: "ANTLER_MCP_TOOL_UNKNOWN", hint: 'Did you mean "drop"?' }]);
    const known = await start(config, dataDir).servers.list({ ...LEAD, offline: true });
    expect(known.offers.map(({ routing }) => routing)).toEqual(routings);
  });

  it("MCP-04: gets the calls of its own tools, whatever the names have in common", async () => {
    const { servers } = start({ web: odd({}, "plain"), web__odd: odd({}, "scraper") });
    const { call } = toolsOf(await servers.list(LEAD));
    expect(await call("mcp__web__arguments")).toBe("plain");
    expect(await call("mcp__web__odd__arguments")).toBe("scraper");
  });

  it("is connected once for the lead and its subagents, and not before it is needed", async () => {
    const { servers, log } = start({ a: odd() });
    expect(() => log("a")).toThrow();
    const listings = await Promise.all([servers.list(LEAD), servers.list(CHILD), servers.list(CHILD)]);
    const pids = await Promise.all(listings.map((listing) => toolsOf(listing).call("mcp__a__pid")));
    expect(new Set(pids).size).toBe(1);
    expect(log("a").match(/starts/g)).toHaveLength(1);
  });

  it("MCP-15: keeps characters whole that arrive in two pieces", async () => {
    const { servers } = start({ a: odd({ print: true }) });
    expect(await toolsOf(await servers.list(LEAD)).call("mcp__a__dash")).toBe("a—b");
  });

  it("MCP-16: makes an error result an error that says what the server said", async () => {
    const { servers } = start({ a: odd() });
    await expect(toolsOf(await servers.list(LEAD)).call("mcp__a__fail")).rejects.toThrow("no quota");
  });

  it("DEF-038: loses the tools whose names no prompt can carry, each with a warning", async () => {
    const tools = ["ok_tool", "x</tool>", "two words", "línea"].map((name) => ({
      name,
      inputSchema: { type: "object" },
    }));
    const { names, warnings } = toolsOf(await start({ a: odd({ tools }) }).servers.list(LEAD));
    expect(names).toEqual(["mcp__a__ok_tool"]);
    expect(warnings.map((warning) => warning.code)).toEqual(Array(3).fill("ANTLER_MCP_TOOL_NAME"));
  });

  it("MCP-07: has its schemas mended, and loses a tool whose schema cannot be, with the reason", async () => {
    const tools = [
      { name: "empty", inputSchema: {} },
      { name: "untyped", inputSchema: { properties: { q: { anyOf: [{ type: "string" }, { type: "null" }] } } } },
      { name: "bad", inputSchema: { type: "array" } },
    ];
    const listing = await start({ a: odd({ tools }) }).servers.list(LEAD);
    const schemas = listing.offers.map((offer) => ("tool" in offer ? offer.tool.schema : undefined));
    expect(schemas).toEqual([
      { type: "object", properties: {} },
      { type: "object", properties: { q: { anyOf: [{ type: "string" }, { type: "null" }] } } },
    ]);
    expect(listing.warnings?.[0]?.message).toContain('"bad"');
    const [first] = listing.offers;
    expect(first !== undefined && "tool" in first && first.tool.description).toBe("The tool empty of MCP server a.");
  });

  it("offers what its entry includes and does not exclude, and is told of names that it does not have", async () => {
    const { servers } = start({ a: { ...odd(), include: ["e*", "pid", "ecko"], exclude: ["exit"], group: "odd" } });
    const listing = await servers.list(LEAD);
    expect(toolsOf(listing).names).toEqual(["mcp__a__echo", "mcp__a__pid"]);
    expect(listing.offers[0]?.group).toBe("odd");
    expect(listing.warnings?.[0]).toMatchObject({ code: "ANTLER_MCP_TOOL_UNKNOWN", hint: 'Did you mean "echo"?' });
  });

  it("is listed again after it said that its tools changed", async () => {
    const change = { name: "change", inputSchema: { type: "object" } };
    const { servers } = start({ a: odd({ tools: [change] }) });
    await toolsOf(await servers.list(LEAD)).call("mcp__a__change");
    expect(toolsOf(await servers.list(LEAD)).names).toEqual(["mcp__a__change", "mcp__a__grown"]);
  });
});

describe("a server in trouble", () => {
  it("MCP-01, MCP-17: that cannot start costs its own tools and one warning with the reason", async () => {
    const { servers } = start({ bad: { command: "no-such-bin" }, good: odd() });
    const { names, warnings } = toolsOf(await servers.list(LEAD));
    expect(names).toContain("mcp__good__echo");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ code: "ANTLER_MCP_SERVER_DOWN" });
    expect(warnings[0]?.message).toContain('"bad" gives no tools: spawn no-such-bin ENOENT');
    expect(warnings[0]?.hint).toContain("Install `no-such-bin`");
  });

  it("that ends before it answers is told with its exit code, and which tools are out of reach", async () => {
    const bad = { command: "sh", args: ["-c", "echo no licence >&2; exit 3"], group: "tracker" };
    const { servers } = start({ bad });
    const { warnings, missing } = await servers.list(LEAD);
    expect(warnings?.[0]?.message).toContain(
      '"bad" gives no tools: it ended with exit code 3 before it answered (it wrote: no licence)',
    );
    expect(missing).toEqual([{ prefix: "mcp__bad__", group: "tracker", reason: 'MCP server "bad" gives no tools' }]);
    expect((await servers.list(CHILD)).missing).toEqual(missing);
  });

  it("MCP-02: that never answers is given up after its time, with its process and its last words", async () => {
    const script = "echo I start as $$ >&2; exec sleep 600";
    const slow = { command: "sh", args: ["-c", script], session_init_timeout: 1 };
    const { servers, log } = start({ slow, good: odd() });
    const { names, warnings } = toolsOf(await servers.list(LEAD));
    expect(names).toContain("mcp__good__echo");
    expect(warnings[0]?.message).toMatch(/"slow" gives no tools: .*timed out.* \(it wrote: I start as \d+\)/i);
    expect(isAlive(Number(/as (\d+)/.exec(log("slow"))?.[1]))).toBe(false);
    // A subagent does not wait for it a second time.
    expect(toolsOf(await servers.list(CHILD)).warnings).toHaveLength(1);
    expect(log("slow").match(/I start as/g)).toHaveLength(1);
  });

  it("that ends during a call fails the call, and is started again by the next", async () => {
    const { servers } = start({ a: odd() });
    const { call } = toolsOf(await servers.list(LEAD));
    const before = await call("mcp__a__pid");
    await expect(call("mcp__a__exit")).rejects.toThrow("ended during this call");
    expect(await call("mcp__a__pid")).not.toBe(before);
    expect(await call("mcp__a__echo", { text: "back" })).toBe("back");
  });

  it("that ended between two calls is started again by the second, which is not lost", async () => {
    const { servers } = start({ a: odd() });
    const { call } = toolsOf(await servers.list(LEAD));
    for (let round = 0; round < 5; round++) {
      const pid = Number(await call("mcp__a__pid"));
      process.kill(pid, "SIGKILL");
      while (isAlive(pid));
      expect(await call("mcp__a__echo", { text: `round ${round}` })).toBe(`round ${round}`);
    }
  });

  it("that does not answer a call in time is told to stop", async () => {
    const { servers, log } = start({ a: { ...odd(), timeout: 1 } });
    await expect(toolsOf(await servers.list(LEAD)).call("mcp__a__hang")).rejects.toThrow(
      "did not answer within 1 seconds",
    );
    await vi.waitFor(() => expect(log("a")).toContain("cancelled"));
  });

  it("is told when a call is aborted, and goes on serving", async () => {
    const { servers, log } = start({ a: odd() });
    const { call } = toolsOf(await servers.list(LEAD));
    const task = new AbortController();
    const hanging = call("mcp__a__hang", {}, task.signal);
    await vi.waitFor(() => expect(log("a")).toContain("hanging"));
    task.abort(new Error("the task ends"));
    await expect(hanging).rejects.toThrow();
    await vi.waitFor(() => expect(log("a")).toContain("cancelled"));
    expect(await call("mcp__a__echo", { text: "still here" })).toBe("still here");
  });
});

describe("the end of the platform", () => {
  it("leaves no process: neither a server that ignores SIGTERM, nor what a server has started", async () => {
    const { servers } = start({ stubborn: odd({ stubborn: true }), parent: odd() });
    const { call } = toolsOf(await servers.list(LEAD));
    const pids = [
      await call("mcp__stubborn__pid"),
      await call("mcp__parent__pid"),
      await call("mcp__parent__grandchild"),
    ];
    expect(pids.map((pid) => isAlive(Number(pid)))).toEqual([true, true, true]);
    await servers.stop();
    await vi.waitFor(() => expect(pids.map((pid) => isAlive(Number(pid)))).toEqual([false, false, false]));
    await expect(call("mcp__parent__pid")).rejects.toThrow("the platform stops");
  });

  it("leaves nothing of a server that crashed on its own", async () => {
    const { servers } = start({ a: odd() });
    const { call } = toolsOf(await servers.list(LEAD));
    const grandchild = Number(await call("mcp__a__grandchild"));
    await expect(call("mcp__a__exit")).rejects.toThrow();
    await vi.waitFor(() => expect(isAlive(grandchild)).toBe(false));
  });
});

describe("an agent that is only explained", () => {
  const OFFLINE = blueprintFixture({ offline: true });
  const namesOf = (listing: ToolListing) =>
    listing.offers.map((offer) => ("tool" in offer ? offer.tool.name : offer.name));

  it("is answered from what the server listed last, without starting it", async () => {
    const first = start({ a: odd() });
    await first.servers.list(LEAD);
    const second = start({ a: { ...odd(), exclude: ["exit"] } }, first.dataDir);
    const listing = await second.servers.list(OFFLINE);
    expect(namesOf(listing)).toContain("mcp__a__echo");
    expect(namesOf(listing)).not.toContain("mcp__a__exit");
    expect(second.log("a").match(/starts/g)).toHaveLength(1);
  });

  it("is answered from `include`, and told so, where the server was never asked or is another one now", async () => {
    const first = start({ a: odd() });
    await first.servers.list(LEAD);
    const other = start({ a: { ...odd({}, "other"), include: ["echo", "p*"] } }, first.dataDir);
    const listing = await other.servers.list(OFFLINE);
    expect(namesOf(listing)).toEqual(["mcp__a__echo"]);
    expect(listing.warnings?.map((warning) => warning.code)).toEqual(["ANTLER_MCP_NOT_ASKED"]);
    expect(listing.missing?.map(({ prefix }) => prefix)).toEqual(["mcp__a__"]);
  });
});
