import type { Connection } from "../config/server-config.js";
import { failureText } from "./call-error.js";

/** What a person can do about a server that gives no tools. `logFile` has what a started program wrote. */
export function failureHint(error: unknown, connection: Connection, logFile: string): string {
  const text = failureText(error);
  if (/timed out/i.test(text)) return "Raise its `session_init_timeout`, or see why it is slow.";
  if (connection.type === "stdio")
    return text.includes("ENOENT")
      ? `Install \`${connection.command}\`, or give its whole path as \`command\`; \`cwd\` must exist.`
      : `Its log is ${logFile}.`;
  if (/HTTP 40[13]/.test(text)) return "Correct its `headers`: the server does not accept them.";
  if (/HTTP 404|HTTP 405|content type: text\/html/.test(text))
    return "Correct its `url`: there is no MCP server at that path (many are at /mcp).";
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH/.test(text))
    return "Start the server, or correct host and port of its `url`.";
  return "See what the server itself says.";
}
