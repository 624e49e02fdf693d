import { SandboxError } from "@antler/plugin-api";

const VALID_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function isValidEnvName(name: string): boolean {
  return VALID_NAME.test(name) && !name.includes("\n");
}

/** Throws `invalid_argument` before anything runs; the message holds no value. */
export function assertEnv(env: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (!isValidEnvName(name))
      throw new SandboxError(
        "invalid_argument",
        `${JSON.stringify(name)} is no valid name of an environment variable.`,
        {
          hint: "Use letters, digits and _; the first is no digit.",
        },
      );
    if (value.includes("\0"))
      throw new SandboxError("invalid_argument", `The value of ${name} contains a NUL character.`);
  }
}
