import { existsSync, readFileSync } from "node:fs";
import type { Authority } from "@antler/core";
import { AntlerError, errorText } from "@antler/plugin-api";

/** The content of antler.lock.json. Throws ANTLER_LOCK_UNREADABLE when it is missing, broken or edited by hand. */
export async function readLock(file: string): Promise<Authority> {
  if (!existsSync(file)) throw unreadable(file, "does not exist", "Run `antler lock` first.");
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw unreadable(
      file,
      `is not JSON: ${errorText(error)}`,
      "Restore it from version control, or write it anew with `antler lock`.",
    );
  }
  if (!isAuthority(value))
    throw unreadable(file, "is not a lock file of this version", "Write it anew with `antler lock`.");
  const { authorityDigest } = await import("@antler/core");
  if (authorityDigest(value) !== value.digest)
    throw unreadable(
      file,
      "has been changed by hand: its digest does not fit its content",
      "Restore it from version control, or write it anew with `antler lock`.",
    );
  return value;
}

function isAuthority(value: unknown): value is Authority {
  if (typeof value !== "object" || value === null) return false;
  const parts = ["agents", "settings", "plugins"].map((key) => (value as Record<string, unknown>)[key]);
  return (
    (value as { version?: unknown }).version === 1 && parts.every((part) => typeof part === "object" && part !== null)
  );
}

function unreadable(file: string, problem: string, hint: string): AntlerError {
  return new AntlerError({ code: "ANTLER_LOCK_UNREADABLE", message: `the lock file ${file} ${problem}`, hint });
}
