import type { SandboxService, SourcePosition, ToolFilter } from "@antler/plugin-api";

/** The group of tools that run commands. */
export const SHELL_GROUP = "bash";

/**
 * Where the sandbox runs no commands, nobody gets a tool of the group that does, whatever its name and whoever offers it:
 * one that works without the sandbox would run on the host, which nobody has allowed. Whether commands can run is known once
 * tools have been listed.
 */
export function shellBoundary(service: Pick<SandboxService, "shell">, source: SourcePosition | undefined): ToolFilter {
  return {
    name: "shell-boundary",
    judge: ({ group, name, plugin }) => {
      const shell = service.shell();
      const needsShell = group === SHELL_GROUP || (name === "bash" && plugin === "@antler/sandbox");
      if (!needsShell || shell.available) return { allow: true };
      return { allow: false, code: "ANTLER_TOOL_NO_SHELL", reason: `${shell.reason} ${shell.fix}`, source };
    },
  };
}
