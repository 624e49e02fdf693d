import type { Command } from "commander";
import type { PromptFlags } from "../commands/prompt-show.js";
import type { SkillsCheckFlags } from "../commands/skills-check.js";
import type { ExplainFlags } from "../commands/tools-explain.js";
import type { Io } from "../terminal/io.js";
import { jsonOption, type PlatformFlags, platformOptions } from "./common-options.js";
import type { Finish } from "./program.js";

export function defineInspectCommands(program: Command, io: Io, finish: Finish): void {
  const inspected = (command: Command): Command => jsonOption(platformOptions(command));

  const subagents = program.command("subagents").description("the subagent types and where their values come from");
  inspected(subagents.command("list").description("all types with their effective values")).action(
    async (flags: PlatformFlags) => finish(await (await import("../commands/subagents.js")).subagentsList(io, flags)),
  );
  inspected(subagents.command("show").description("one type, with what each value shadows").argument("<NAME>")).action(
    async (name: string, flags: PlatformFlags) =>
      finish(await (await import("../commands/subagents.js")).subagentsShow(io, name, flags)),
  );

  const prompt = program.command("prompt").description("what a model would get");
  inspected(prompt.command("show").description("the first messages and the tools of an agent; calls no model"))
    .argument("<NAME>", "a subagent type, or lead")
    .option("--task <TEXT>", "the task, or the user's message", "")
    .action(async (name: string, flags: PromptFlags) =>
      finish(await (await import("../commands/prompt-show.js")).promptShow(io, name, flags)),
    );

  const tools = program.command("tools").description("the tools and who may use them");
  inspected(tools.command("list").description("all tools, by group and provider")).action(
    async (flags: PlatformFlags) => finish(await (await import("../commands/tools-list.js")).toolsList(io, flags)),
  );
  inspected(tools.command("explain").description("why an agent has each tool or does not have it"))
    .argument("<NAME>", "a subagent type, or lead")
    .option("--tool <NAME>", "only this tool")
    .option("--live", "ask the MCP servers")
    .action(async (name: string, flags: ExplainFlags) =>
      finish(await (await import("../commands/tools-explain.js")).toolsExplain(io, name, flags)),
    );

  const skills = program.command("skills").description("the skills that are in force");
  inspected(skills.command("list").description("skills with their restrictions and size")).action(
    async (flags: PlatformFlags) => finish(await (await import("../commands/skills-list.js")).skillsList(io, flags)),
  );
  jsonOption(skills.command("check").description("check SKILL.md files; exit 1 when one does not load"))
    .argument("<PATH...>", "SKILL.md files, or folders with skills in them")
    .option("--strict", "warnings count as errors")
    .option("--verbose", "with stack traces")
    .action(async (paths: string[], flags: SkillsCheckFlags) =>
      finish(await (await import("../commands/skills-check.js")).skillsCheck(io, paths, flags)),
    );

  const plugins = program.command("plugins").description("the plugins that are loaded");
  inspected(plugins.command("list").description("all plugins with version and load time")).action(
    async (flags: PlatformFlags) => finish(await (await import("../commands/plugins.js")).pluginsList(io, flags)),
  );
  inspected(plugins.command("inspect").description("what a plugin contributes").argument("<ID>")).action(
    async (id: string, flags: PlatformFlags) =>
      finish(await (await import("../commands/plugins.js")).pluginsInspect(io, id, flags)),
  );

  const models = program.command("models").description("the configured models");
  inspected(models.command("list").description("all models; the lead's default is marked")).action(
    async (flags: PlatformFlags) => finish(await (await import("../commands/models-list.js")).modelsList(io, flags)),
  );
}
