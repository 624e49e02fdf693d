#!/usr/bin/env node
/**
 * What hooked middlewares cost the agent loop: CPU time of one agent of TURNS tool turns with MIDDLEWARES hooked middlewares,
 * each as a graph node of its own, against all fused into one. Both run in one process, alternately; printed is the ratio of medians.
 *
 *   node bench/agent-loop.mjs [TURNS] [MIDDLEWARES]
 *
 * Needs a build (`npm run build`). Source of the question: a graph counts and schedules every hook as a step.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..");
const core = createRequire(join(root, "packages/core/package.json"));
const load = (name) => import(pathToFileURL(core.resolve(name)).href);
const { fuseMiddleware } = await import(pathToFileURL(join(root, "packages/core/dist/agent/fuse-middleware.js")).href);
const { scriptedModel } = await import(pathToFileURL(join(root, "packages/testing/dist/index.js")).href);
const [{ createAgent, tool }, { HumanMessage }] = [await load("langchain"), await load("@langchain/core/messages")];

const turns = Number(process.argv[2] ?? 50);
const count = Number(process.argv[3] ?? 8);
const noop = tool(async () => "ok", { name: "noop", description: "", schema: { type: "object", properties: {} } });
const middlewares = () =>
  Array.from({ length: count }, (_, index) => ({
    name: `m${index}`,
    beforeModel: () => undefined,
    afterModel: () => undefined,
    wrapToolCall: (request, handler) => handler(request),
  }));

async function cpuOf(middleware) {
  const model = scriptedModel(({ turn }) => (turn < turns ? { calls: [{ name: "noop", args: {} }] } : "done"));
  const { graph } = createAgent({ model, tools: [noop], middleware });
  const begin = process.cpuUsage();
  await graph.invoke({ messages: [new HumanMessage("go")] }, { recursionLimit: 1_000_000 });
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

const single = [];
const fused = [];
for (let round = 0; round < 6; round++) {
  single.push(await cpuOf(middlewares()));
  fused.push(
    await cpuOf([
      fuseMiddleware(
        "fused",
        middlewares().map((middleware) => ({ middleware, plugin: "bench" })),
      ),
    ]),
  );
}
const median = (values) => [...values.slice(1)].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)]; // the first warms up
const [one, all] = [median(single), median(fused)];
console.log(
  `${turns} turns, ${count} middlewares: one by one ${one.toFixed(0)} ms CPU, fused ${all.toFixed(0)} ms CPU, ratio ${(one / all).toFixed(2)}`,
);
