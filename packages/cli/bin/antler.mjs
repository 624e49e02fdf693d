#!/usr/bin/env node
import { runAsProcess } from "../dist/process.js";

await runAsProcess();
