// Edits a file of a sandbox that another process opened: node edit-lines.mjs BACKEND DATA_DIR REF FIRST LAST
// Waits for a line on stdin, so that several begin at once; then turns "line N open" into "line N done" for its N.
import { once } from "node:events";
import { createHostedSandboxes, DEFAULT_TOOL_LIMITS, fileTools, localDefinition, ReadMarks } from "@antler/sandbox";
import { VirtualDefinition } from "@antler/sandbox-virtual";

const [name, dataDir = "", ref = "", first, last] = process.argv.slice(2);
const { hosted } = createHostedSandboxes(dataDir);
const definition =
  name === "virtual" ? new VirtualDefinition() : localDefinition({ allowHostBash: false, envAllow: [] });
const backend = hosted.define(definition);
const sandbox = await backend.attach(JSON.parse(ref));
const tool = fileTools({
  service: { open: async () => sandbox, shell: () => ({ available: true }) },
  limits: DEFAULT_TOOL_LIMITS,
  secrets: {},
  env: {},
  marks: new ReadMarks(),
}).find((each) => each.name === "str_replace");
const runtime = {
  context: {},
  state: { messages: [], sandbox: sandbox.ref },
  callId: "call",
  signal: new AbortController().signal,
};
console.log("ready");
await once(process.stdin, "data");
for (let index = Number(first); index < Number(last); index++) {
  const args = {
    path: "/mnt/user-data/workspace/shared.txt",
    old_str: `line ${index} open\n`,
    new_str: `line ${index} done\n`,
  };
  const answer = await tool.run(args, runtime);
  if (answer !== "OK") throw new Error(JSON.stringify(answer));
}
process.exit(0);
