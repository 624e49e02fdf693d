import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { ADAPTERS } from "./adapters.js";
import { type BehaviourCase, readCaseFile } from "./case-file.js";
import { runCase } from "./run-case.js";

/** `npm run cases -- FILE.jsonl...`. The exit code: 0, 1 when a case failed, 2 when a file cannot be read. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0) {
    console.error("Usage: npm run cases -- FILE.jsonl...   for example tests/cases/cases.jsonl");
    return 2;
  }
  let cases: readonly BehaviourCase[];
  try {
    cases = args.flatMap((file) => readCaseFile(locate(file)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
  const count = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  for (const given of cases) {
    const verdict = await runCase(given, ADAPTERS);
    count[verdict.status] += 1;
    if (verdict.status === "failed")
      failures.push(
        `FAIL ${given.id}: expected ${JSON.stringify(verdict.expected)} got ${JSON.stringify(verdict.got)}`,
      );
  }
  for (const failure of failures) console.log(failure);
  console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  return count.failed > 0 ? 1 : 0;
}

/** npm changes into the root; a relative path is meant from where the user stood. */
function locate(file: string): string {
  const fromUser = resolve(process.env["INIT_CWD"] ?? ".", file);
  return existsSync(fromUser) ? fromUser : resolve(file);
}
