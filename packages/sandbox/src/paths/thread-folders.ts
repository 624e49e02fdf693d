import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AntlerError, type ThreadData } from "@antler/plugin-api";

/** 1 to 64 of A-Z a-z 0-9 _ and -: what is a safe folder name everywhere. */
const SAFE_THREAD_ID = /^[A-Za-z0-9_-]{1,64}$/;

export function isSafeThreadId(threadId: string): boolean {
  return SAFE_THREAD_ID.test(threadId);
}

/**
 * The folders of a thread: below the data folder, or with the workspace where the user has one.
 * Throws ANTLER_THREAD_ID_INVALID for an id that is no safe folder name.
 */
export function threadFolders(dataDir: string, threadId: string, workspace?: string): ThreadData {
  if (!isSafeThreadId(threadId))
    throw new AntlerError({
      code: "ANTLER_THREAD_ID_INVALID",
      message: `the thread id ${JSON.stringify(threadId)} cannot name a folder`,
      hint: "Use 1 to 64 of the characters A-Z, a-z, 0-9, _ and -.",
    });
  const base = join(dataDir, "threads", threadId, "user-data");
  return Object.freeze({
    workspace_path: workspace ?? join(base, "workspace"),
    uploads_path: join(base, "uploads"),
    outputs_path: join(base, "outputs"),
  });
}

export async function makeThreadFolders(data: ThreadData): Promise<void> {
  for (const folder of [data.workspace_path, data.uploads_path, data.outputs_path])
    await mkdir(folder, { recursive: true });
}
