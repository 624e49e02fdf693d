import { join } from "node:path";
import type { Mount } from "@antler/plugin-api";
import type { CaseFolders } from "../adapter.js";

/** The three folders of a thread, all writable. */
export function threadMounts({ base }: CaseFolders): readonly Mount[] {
  return ["workspace", "uploads", "outputs"].map((name) => ({
    target: `/mnt/user-data/${name}`,
    source: { host: join(base, name) },
  }));
}
