import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { scriptedModel } from "@antler/testing";
import { describe, expect, it, vi } from "vitest";
import { folder, lastText, platformOf, runOnce, taskCall } from "./fixture.js";

const require = createRequire(import.meta.url);
const EVERYTHING = join(
  dirname(require.resolve("@modelcontextprotocol/server-everything/package.json")),
  "dist/index.js",
);
const ODD = fileURLToPath(new URL("../../../plugins/mcp/fixtures/odd-server.mjs", import.meta.url));
const server = (file: string, ...args: readonly string[]) =>
  JSON.stringify({ command: process.execPath, args: [file, ...args] });
const search = (name: string) => ({ name: "tool_search", args: { query: `select:${name}` } });

function processesWith(text: string): number {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(text);
    } catch {
      return false;
    }
  }).length;
}

describe("a real MCP server in a run", () => {
  it("is found, promoted and called by a subagent, on one process for all, which ends with the platform", async () => {
    const mark = `run-${process.pid}`;
    const model = scriptedModel((request) => {
      if (request.tools.includes("task"))
        return request.turn === 0
          ? { calls: [taskCall("general-purpose", "one"), taskCall("general-purpose", "two")] }
          : request.messages
              .slice(-2)
              .map((message) => message.text)
              .join("\n");
      if (request.turn === 0) return { calls: [search("mcp__ev__echo")] };
      if (request.turn === 1) return { calls: [{ name: "mcp__ev__echo", args: { message: "hallo" } }] };
      return lastText(request);
    });
    const platform = await platformOf(model, `mcp_servers: { ev: ${server(EVERYTHING, "stdio", mark)} }\n`);
    const { result, events } = await runOnce(platform);
    expect(result.text).toBe("Task Succeeded. Result: Echo: hallo\nTask Succeeded. Result: Echo: hallo");
    expect(model.requests[0]?.messages[0]?.text).toContain("\nmcp__ev__echo\n");
    expect(model.requests[0]?.tools.filter((name) => name.startsWith("mcp__"))).toEqual([]);
    expect(events.filter((event) => event.type === "warning")).toEqual([]);
    expect(processesWith(mark)).toBe(1);
    await platform.stop();
    await vi.waitFor(() => expect(processesWith(mark)).toBe(0));
  });

  it("MCP-09: gets variables in its arguments", async () => {
    process.env["ANTLER_TEST_TOKEN"] = "abc";
    const model = scriptedModel((request) =>
      request.turn === 0 ? { calls: [{ name: "mcp__odd__arguments" }] } : lastText(request),
    );
    const config = `mcp_servers: { odd: ${server(ODD, "{}", "--token", "$ANTLER_TEST_TOKEN")} }\ntool_search: { enabled: false }\n`;
    expect((await runOnce(await platformOf(model, config))).result.text).toBe("--token abc");
  });

  it("MCP-16: that answers with an error leaves the run going, with its words in the answer", async () => {
    const model = scriptedModel((request) =>
      request.turn === 0 ? { calls: [{ name: "mcp__odd__fail" }] } : lastText(request),
    );
    const config = `mcp_servers: { odd: ${server(ODD)} }\ntool_search: { enabled: false }\n`;
    const { result, events } = await runOnce(await platformOf(model, config));
    expect(result).toMatchObject({
      status: "completed",
      text: expect.stringMatching(/mcp__odd__fail\W+ failed[\w ]*: no quota\. /),
    });
    expect(events.find((event) => event.type === "tool_result")).toMatchObject({ status: "error" });
  });

  it("is told when the run is cancelled, and lives on", async () => {
    const dir = folder();
    const log = () => readFileSync(join(dir, "data", "logs", "mcp-odd.log"), "utf8");
    const model = scriptedModel((request) =>
      request.turn === 0 ? { calls: [{ name: "mcp__odd__hang" }] } : lastText(request),
    );
    const config = `mcp_servers: { odd: ${server(ODD)} }\ntool_search: { enabled: false }\n`;
    const platform = await platformOf(model, config, [], dir);
    const user = new AbortController();
    const running = platform.run({ prompt: "go", signal: user.signal });
    await vi.waitFor(() => expect(log()).toContain("hanging"));
    user.abort();
    expect((await running).status).toBe("cancelled");
    await vi.waitFor(() => expect(log()).toContain("cancelled"));
    expect(log().match(/starts/g)).toHaveLength(1);
  });

  it("PRM-10, MCP-17: that is down costs its own tools and a warning, and a type that names them keeps the rest", async () => {
    const model = scriptedModel((request) =>
      request.tools.includes("task") && request.turn === 0 ? { calls: [taskCall("qa")] } : request.tools.join(" "),
    );
    const config = `
mcp_servers: { docs: { command: no-such-bin } }
subagents:
  custom_agents:
    qa: { description: d, system_prompt: p, tools: [read_file, mcp__docs__search] }
`;
    const { result, events } = await runOnce(await platformOf(model, config));
    expect(result.status).toBe("completed");
    expect(model.requests.find(({ tools }) => !tools.includes("task"))?.tools).toEqual(["read_file"]);
    const warnings = events.flatMap((event) => (event.type === "warning" ? [event] : []));
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: "ANTLER_MCP_SERVER_DOWN", message: expect.stringContaining('"docs"') }),
    );
    expect(warnings).toContainEqual(
      expect.objectContaining({
        code: "ANTLER_TOOL_OUT_OF_REACH",
        message:
          '`tools` of subagent type "qa" names "mcp__docs__search", which is out of reach: MCP server "docs" gives no tools',
        position: expect.objectContaining({ line: 8 }),
      }),
    );
  });

  it("PRM-07: gives a subagent no tool that its type does not name, to see, find or call", async () => {
    const model = scriptedModel((request) => {
      if (request.tools.includes("task"))
        return request.turn === 0 ? { calls: [taskCall("reader")] } : lastText(request);
      return request.turn === 0 ? { calls: [{ name: "mcp__odd__echo", args: { text: "x" } }] } : lastText(request);
    });
    const config = `
mcp_servers: { odd: ${server(ODD)} }
subagents: { custom_agents: { reader: { description: d, system_prompt: p, tools: [read_file] } } }
`;
    const { result } = await runOnce(await platformOf(model, config));
    expect(result.text).toContain('Tool "mcp__odd__echo" is not available to you');
    const child = model.requests.find(({ tools }) => !tools.includes("task"));
    expect(child?.tools).toEqual(["read_file"]);
    expect(child?.messages[0]?.text).not.toContain("mcp__");
  });
});
