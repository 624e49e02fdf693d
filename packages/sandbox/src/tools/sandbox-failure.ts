import { isSandboxError, type ToolOutput } from "@antler/plugin-api";
import { failure } from "./tool-context.js";

const DOING = {
  read: { denied: "reading file", missing: "File not found" },
  write: { denied: "writing to file", missing: "File not found" },
  list: { denied: "reading directory", missing: "Directory not found" },
  search: { denied: "reading directory", missing: "Directory not found" },
} as const;
export type Doing = keyof typeof DOING;

/** What a file system error means for the model. Errors that are not the sandbox's are thrown on. */
export function sandboxFailure(error: unknown, doing: Doing, path: string): ToolOutput {
  if (!isSandboxError(error)) throw error;
  const { denied, missing } = DOING[doing];
  switch (error.reason) {
    case "not_found":
      return failure(`${missing}: ${path}`);
    case "is_directory":
      return failure(`Path is a directory, not a file: ${path}`);
    case "not_directory":
      return failure(`Path is not a directory: ${path}`);
    case "permission_denied":
    case "read_only":
      return failure(
        error.hint === undefined ? `Permission denied ${denied}: ${path}` : `${error.message} ${error.hint}`,
      );
    case "aborted":
      throw error;
    default:
      return failure(error.hint === undefined ? error.message : `${error.message} ${error.hint}`);
  }
}
