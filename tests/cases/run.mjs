#!/usr/bin/env node
/** Loads the runner from its TypeScript sources, with the packages' sources behind it, so that no build is needed. */
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const conditions = ["@antler/source", "module", "node", "development|production"];
const { module } = await runnerImport(fileURLToPath(new URL("src/main.ts", import.meta.url)), {
  root: fileURLToPath(new URL(".", import.meta.url)),
  configFile: false,
  logLevel: "error",
  resolve: { conditions },
  ssr: { resolve: { conditions } },
});
process.exitCode = await module.main(process.argv.slice(2));
