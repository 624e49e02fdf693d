import type { ErrorCode, PolicedTool, SourcePosition, ToolDecision } from "@antler/plugin-api";

interface Removal {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly source?: SourcePosition | undefined;
}

export function keptDecision(tool: PolicedTool): ToolDecision {
  return {
    ...subjectOf(tool),
    verdict: "kept",
    layer: null,
    layer_number: null,
    code: null,
    reason: null,
    source: null,
  };
}

export function removedByLayer(tool: PolicedTool, layer: string, number: number, removal: Removal): ToolDecision {
  return {
    ...subjectOf(tool),
    verdict: "removed",
    layer,
    layer_number: number,
    code: removal.code,
    reason: removal.reason,
    source: removal.source ?? null,
  };
}

export function removedOutsideLayers(
  tool: PolicedTool,
  cause: { readonly code: ErrorCode; readonly message: string; readonly position?: SourcePosition | undefined },
): ToolDecision {
  return {
    ...subjectOf(tool),
    verdict: "removed",
    layer: null,
    layer_number: null,
    code: cause.code,
    reason: cause.message,
    source: cause.position ?? null,
  };
}

function subjectOf(tool: PolicedTool): Pick<ToolDecision, "name" | "group" | "provider"> {
  return { name: tool.name, group: tool.group, provider: tool.provider };
}
