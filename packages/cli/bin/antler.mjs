#!/usr/bin/env node
import module from "node:module";

// Newer versions of Node keep compiled modules, which saves a good part of the start.
module.enableCompileCache?.();

const { runAsProcess } = await import("../dist/process.js");
await runAsProcess();
