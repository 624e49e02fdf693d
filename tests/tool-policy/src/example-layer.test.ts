import { cpSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { main } from "@antler/cli";
import { expect, it } from "vitest";
import { folder } from "./fixture.js";

const EXAMPLE = fileURLToPath(new URL("../../../examples/no-deletion-layer", import.meta.url));
const ODD = fileURLToPath(new URL("../../../plugins/mcp/fixtures/odd-server.mjs", import.meta.url));
const TOOLS = [
  { name: "drop", description: "Deletes a record.", inputSchema: {} },
  { name: "undelete", description: "Brings a record back.", inputSchema: {} },
];
const CONFIG = `
models: [{ name: main, use: scripted, turns: [{ text: hello }] }]
data_dir: ./data
sandbox: { use: local }
plugins:
  - use: ./no-deletion
mcp_servers:
  db: ${JSON.stringify({ command: process.execPath, args: [ODD, JSON.stringify({ tools: TOOLS })] })}
`;

async function antler(cwd: string, ...args: readonly string[]) {
  const texts = { stdout: "", stderr: "" };
  const into = (name: keyof typeof texts) =>
    new Writable({
      write: (chunk, _encoding, done) => {
        texts[name] += String(chunk);
        done();
      },
    });
  const env = { ...process.env, NO_COLOR: "1" };
  const io = {
    stdout: into("stdout"),
    stderr: into("stderr"),
    stdin: process.stdin,
    env,
    cwd,
    onInterrupt: () => () => undefined,
    exit: () => undefined,
  };
  return { code: await main(args, io), ...texts };
}

it("the example layer is at work in `antler tools explain`, in its place, with its words", async () => {
  const cwd = folder({ "config.yaml": CONFIG });
  cpSync(EXAMPLE, join(cwd, "no-deletion"), { recursive: true });

  const live = await antler(cwd, "tools", "explain", "general-purpose", "--live", "--json");
  expect(live).toMatchObject({ code: 0 });
  const decisions = JSON.parse(live.stdout);
  expect(decisions).toContainEqual(
    expect.objectContaining({
      name: "mcp__db__drop",
      verdict: "removed",
      layer: "no-deletion",
      layer_number: 2,
      code: "ANTLER_NO_DELETION",
      reason: 'its description says "delet", and subagents delete nothing here',
    }),
  );
  expect(decisions).toContainEqual(expect.objectContaining({ name: "mcp__db__undelete", verdict: "deferred" }));

  // Without --live the server is not started: the answer comes from what it listed last.
  const table = await antler(cwd, "tools", "explain", "general-purpose", "--tool", "mcp__db__drop");
  expect(table.stdout).toMatch(/mcp__db__drop .*removed .*no-deletion .*subagents delete nothing here/);

  const lead = await antler(cwd, "tools", "explain", "lead", "--json");
  expect(JSON.parse(lead.stdout)).toContainEqual(
    expect.objectContaining({ name: "mcp__db__drop", verdict: "deferred" }),
  );
});
