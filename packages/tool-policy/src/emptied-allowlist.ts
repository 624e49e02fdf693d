import {
  type AgentBlueprint,
  AntlerError,
  type MissingTools,
  nearestName,
  type ProvidedTool,
  type ToolDecision,
} from "@antler/plugin-api";
import { missingFor } from "./missing-tools.js";
import { isToolPattern, toolMatcher } from "./tool-pattern.js";

/** An allowlist that names tools and leaves none is an error that says, name by name, what became of them. `[]` is fine. */
export function emptiedAllowlist(
  blueprint: AgentBlueprint,
  kept: readonly ProvidedTool[],
  decisions: readonly ToolDecision[],
  missing: readonly MissingTools[],
): AntlerError | undefined {
  const { tools, role, name, sources, offline } = blueprint;
  if (tools === "all" || tools.length === 0 || kept.length > 0) return undefined;
  // Servers are not asked to explain an agent, so nobody knows what is left.
  if (offline === true && tools.some((rule) => missingFor(rule, missing) !== undefined)) return undefined;
  const subject = role === "lead" ? "the lead" : `subagent type "${name}"`;
  return new AntlerError({
    code: "ANTLER_TOOLS_EMPTY",
    message: `${subject} would start without any of its tools: ${tools.map((rule) => fate(rule, decisions, missing)).join("; ")}`,
    hint: "Allow one of them where it was removed, or write `tools: []` if it is meant to have none.",
    position: sources.tools,
  });
}

function fate(rule: string, decisions: readonly ToolDecision[], missing: readonly MissingTools[]): string {
  const means = toolMatcher(rule);
  const matched = decisions.filter(({ name }) => means(name));
  const first = matched[0];
  if (first === undefined) {
    const owner = missingFor(rule, missing);
    if (owner !== undefined) return `"${rule}" is out of reach: ${owner.reason}`;
    const nearest = nearestName(
      rule,
      decisions.map((decision) => decision.name),
    );
    const hint = nearest === undefined || isToolPattern(rule) ? "" : `, did you mean "${nearest}"?`;
    return `"${rule}" is no tool${hint}`;
  }
  const layer = first.layer === null ? "removed" : `removed by layer ${first.layer_number} "${first.layer}"`;
  const more = matched.length > 1 ? ` (and ${matched.length - 1} more)` : "";
  return `"${first.name}"${more} ${layer}: ${first.reason}`;
}
