import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Skill } from "@antler/plugin-api";

/** Names that a sandbox makes a folder of, below `/mnt/skills`. */
const MOUNTABLE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Tells the model where a skill's further files are; null when there are none, or no sandbox to read them in. */
export async function skillFilesNote({ name, file }: Skill, hasSandbox: boolean): Promise<string | null> {
  if (!hasSandbox || !MOUNTABLE.test(name)) return null;
  const entries = await readdir(dirname(file)).catch(() => []);
  return entries.length > 1 ? `The files that the skill speaks of are in /mnt/skills/${name}.` : null;
}
