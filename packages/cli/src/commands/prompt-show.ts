import { estimateTokens } from "@antler/skills";
import { EXIT, type ExitCode } from "../exit-code.js";
import { resolveAgent } from "../platform/resolve-agent.js";
import { printWarnings, withPlatform } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import { fullCount } from "../terminal/format-number.js";
import type { Io } from "../terminal/io.js";
import { printJson } from "../terminal/print-json.js";
import { sanitize } from "../terminal/sanitize.js";
import { painterFor } from "../terminal/style.js";

export interface PromptFlags extends PlatformFlags {
  readonly task: string;
}

/** `antler prompt show NAME`: exactly what the model would get first. */
export async function promptShow(io: Io, name: string, flags: PromptFlags): Promise<ExitCode> {
  return await withPlatform(io, flags, async (platform) => {
    const agent = await resolveAgent(platform, name);
    const messages = [
      ...(agent.systemMessage === null ? [] : [{ role: "system", content: agent.systemMessage }]),
      { role: "human", content: flags.task },
    ];
    const deferred = new Set(agent.deferred);
    const tools = agent.tools.map((tool) => tool.name).filter((tool) => !deferred.has(tool));
    if (flags.json === true) {
      printJson(io, { messages, tools, deferred: agent.deferred });
      return EXIT.done;
    }
    const paint = painterFor(io, io.stdout);
    for (const { role, content } of messages) {
      const size = `about ${fullCount(estimateTokens(content))} tokens`;
      io.stdout.write(`${paint("strong", `--- ${role} (${size})`)}\n${sanitize(content)}\n\n`);
    }
    io.stdout.write(`${paint("strong", "--- tools")}\n${tools.join(", ") || "none"}\n`);
    if (deferred.size > 0) io.stdout.write(`${paint("strong", "--- deferred")}\n${agent.deferred.join(", ")}\n`);
    printWarnings(io, agent.warnings);
    return EXIT.done;
  });
}
