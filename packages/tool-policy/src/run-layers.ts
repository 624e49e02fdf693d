import {
  type AgentProfile,
  errorText,
  type PolicedTool,
  type ProvidedTool,
  type ToolDecision,
  type ToolFilter,
  type ToolVerdict,
  type Warning,
} from "@antler/plugin-api";
import { removedByLayer } from "./decision.js";
import type { FilterOwner } from "./order-filters.js";

export interface LayeredTools {
  readonly kept: readonly ProvidedTool[];
  readonly removed: ReadonlyMap<ProvidedTool, ToolDecision>;
  readonly warnings: readonly Warning[];
}
type Refusal = Extract<ToolVerdict, { readonly allow: false }>;

/**
 * Asks the layers in order about each tool; the first refusal decides. A layer sees a frozen copy of a tool's
 * description and answers about that one tool, so the result is a subset of `tools` whatever it does.
 * A layer that throws, or answers neither yes nor no, has refused. A refusal without a place has that of the layer's plugin.
 */
export function runLayers(
  tools: readonly ProvidedTool[],
  filters: readonly ToolFilter[],
  agent: AgentProfile,
  ownerOf: FilterOwner,
): LayeredTools {
  const removed = new Map<ProvidedTool, ToolDecision>();
  const warnings = new Map<string, Warning>();
  for (const tool of tools) {
    for (const [index, filter] of filters.entries()) {
      const { refusal, warning } = ask(filter, policedCopy(tool), agent, ownerOf);
      if (warning !== undefined && !warnings.has(filter.name)) warnings.set(filter.name, warning);
      if (refusal === undefined) continue;
      const source = refusal.source ?? ownerOf(filter.name)?.source;
      removed.set(tool, removedByLayer(tool, filter.name, index + 1, { ...refusal, source }));
      break;
    }
  }
  return { kept: tools.filter((tool) => !removed.has(tool)), removed, warnings: [...warnings.values()] };
}

function ask(
  filter: ToolFilter,
  tool: PolicedTool,
  agent: AgentProfile,
  ownerOf: FilterOwner,
): { readonly refusal?: Refusal; readonly warning?: Warning } {
  const failed = (what: string) => {
    const owner = ownerOf(filter.name);
    const reason = `layer "${filter.name}" of plugin ${owner?.plugin ?? "nobody knows"} ${what}`;
    const code = "ANTLER_FILTER_FAILED";
    const warning: Warning = {
      code,
      message: `${reason}, judging "${tool.name}"; tools it cannot judge are removed`,
      hint: "Mend the plugin, or take it out of `plugins` in config.yaml.",
      position: owner?.source,
    };
    return { refusal: { allow: false, code, reason } as const, warning };
  };
  try {
    const verdict: unknown = filter.judge(tool, agent);
    if (isRefusal(verdict)) return { refusal: verdict };
    return isAllowance(verdict) ? {} : failed("gave no verdict");
  } catch (error) {
    return failed(`threw: ${errorText(error)}`);
  }
}

function policedCopy({ name, group, description, provider, plugin }: PolicedTool): PolicedTool {
  return Object.freeze({ name, group, description, provider, plugin });
}

function isAllowance(verdict: unknown): boolean {
  return typeof verdict === "object" && verdict !== null && "allow" in verdict && verdict.allow === true;
}

function isRefusal(verdict: unknown): verdict is Refusal {
  return (
    typeof verdict === "object" &&
    verdict !== null &&
    "allow" in verdict &&
    verdict.allow === false &&
    "code" in verdict &&
    typeof verdict.code === "string" &&
    "reason" in verdict &&
    typeof verdict.reason === "string"
  );
}
