import { AntlerError, type ToolDecision, unknownNameHint } from "@antler/plugin-api";
import { EXIT, type ExitCode } from "../exit-code.js";
import { resolveAgent } from "../platform/resolve-agent.js";
import { printWarnings, withPlatform } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import type { Io } from "../terminal/io.js";
import { showPosition } from "../terminal/print-error.js";
import { printJson } from "../terminal/print-json.js";
import { type Paint, painterFor, type Tone } from "../terminal/style.js";
import { cell, formatTable } from "../terminal/table.js";

export interface ExplainFlags extends PlatformFlags {
  readonly tool?: string;
  readonly live?: boolean;
}

/** `antler tools explain NAME`: for each tool the verdict, the layer, the rule's words and where the rule stands. */
export async function toolsExplain(io: Io, name: string, flags: ExplainFlags): Promise<ExitCode> {
  return await withPlatform(io, flags, async (platform) => {
    const agent = await resolveAgent(platform, name, flags.live === true);
    const decisions = chosen(agent.decisions, flags.tool);
    if (flags.json === true) {
      printJson(io, decisions);
      return EXIT.done;
    }
    const paint = painterFor(io, io.stdout);
    const rows = decisions.map((decision) => explainRow(decision, io.cwd, paint));
    io.stdout.write(formatTable(["TOOL", "GROUP", "VERDICT", "LAYER", "RULE", "WHERE"], rows, paint));
    printWarnings(io, agent.warnings);
    return EXIT.done;
  });
}

function chosen(decisions: readonly ToolDecision[], tool: string | undefined): readonly ToolDecision[] {
  if (tool === undefined) return decisions;
  const found = decisions.filter((decision) => decision.name === tool);
  if (found.length > 0) return found;
  throw new AntlerError({
    code: "ANTLER_TOOL_NAME_UNKNOWN",
    message: `no provider offers a tool named "${tool}"`,
    hint: unknownNameHint(
      tool,
      decisions.map((decision) => decision.name),
    ),
  });
}

const TONES = {
  kept: "good",
  exempt: "good",
  deferred: "accent",
  removed: "bad",
} as const satisfies Record<ToolDecision["verdict"], Tone>;

function explainRow(decision: ToolDecision, cwd: string, paint: Paint): readonly string[] {
  const { layer, layer_number: number } = decision;
  return [
    cell(decision.name),
    cell(decision.group),
    paint(TONES[decision.verdict], decision.verdict),
    layer === null ? "-" : `${number ?? ""} ${layer}`.trim(),
    cell(decision.reason),
    decision.source === null ? "-" : showPosition(decision.source, cwd),
  ];
}
