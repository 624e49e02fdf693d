#!/usr/bin/env node
/** Runs every check that needs no test runner, prints each step, and fails at the end if any failed. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";

const EXAMPLES = readdirSync("examples").filter((name) => existsSync(`examples/${name}/tsconfig.json`));
const STEPS = [
  ["format and lint", "biome", ["ci", "--error-on-warnings", "--max-diagnostics=200", "."]],
  ["boundaries", "node", ["scripts/check-boundaries.mjs"]],
  ["types", "tsc", ["--build", "tsconfig.json"]],
  ...EXAMPLES.map((name) => [`types of ${name}`, "tsc", ["-p", `examples/${name}/tsconfig.json`]]),
  ["error catalogue", "node", ["scripts/check-errors.mjs"]],
  ["manifests", "node", ["scripts/check-manifests.mjs"]],
  ["Nx build", "nx", ["run-many", "-t", "build"]],
  ["API report", "node", ["scripts/api-report.mjs", "--check"]],
  ["case data", "node", ["scripts/check-cases.mjs"]],
  ["case coverage", "node", ["scripts/case-coverage.mjs"]],
];

const failed = [];
for (const [name, command, args] of STEPS) {
  console.log(`\n== ${name}: ${command} ${args.join(" ")}`);
  const started = Date.now();
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, NX_TUI: "false" } });
  if (error !== undefined)
    console.error(`${command} did not start: ${error.message}. Run \`npm run check\` after \`npm ci\`.`);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`== ${name}: ${status === 0 ? "ok" : "FAILED"} (${seconds} s)`);
  if (status !== 0) failed.push(name);
}
console.log(failed.length === 0 ? "\nAll checks passed." : `\nFailed checks: ${failed.join(", ")}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
