import { AntlerError, type SandboxRef } from "@antler/plugin-api";

/** The reducer of the state key `sandbox`: the same sandbox again is fine, another one is a fault. Throws ANTLER_SANDBOX_STATE. */
export function mergeSandbox(
  existing: SandboxRef | null | undefined,
  update: SandboxRef | null | undefined,
): SandboxRef | null | undefined {
  if (update === null || update === undefined) return existing;
  if (existing === null || existing === undefined || existing.id === update.id) return update;
  throw new AntlerError({
    code: "ANTLER_SANDBOX_STATE",
    message: `the thread has the sandbox ${existing.id} and cannot take ${update.id} as well`,
    hint: "A thread has one sandbox; open it with the sandbox service, which finds the one in the state.",
  });
}
