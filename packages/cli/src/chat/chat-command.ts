import type { Platform } from "@antler/core";
import { SKILL_CATALOG, SUBAGENT_REGISTRY, unknownNameHint } from "@antler/plugin-api";
import type { Io } from "../terminal/io.js";
import { showPosition } from "../terminal/print-error.js";
import { painterFor } from "../terminal/style.js";
import { cell, formatTable } from "../terminal/table.js";
import { truncate } from "../terminal/width.js";

const COMMANDS: Readonly<Record<string, string>> = {
  "/tools": "the tools of the lead",
  "/agents": "the subagent types",
  "/skills": "the skills that are in force",
  "/explain": "TOOL: which agents have the tool, and why not",
  "/cancel": "TASK: cancel a running subagent, by its row's number or its id",
  "/exit": "leave",
  "/help": "this list",
};

type Print = (titles: readonly string[], rows: readonly (readonly string[])[]) => void;

/** A line that begins with `/`. Unknown commands are told with the nearest known one. */
export async function answerCommand(io: Io, platform: Platform, line: string, leave: () => void): Promise<void> {
  const [command = "", ...words] = line.split(/\s+/);
  const paint = painterFor(io, io.stdout);
  const print: Print = (titles, rows) => {
    io.stdout.write(rows.length === 0 ? "none\n" : formatTable(titles, rows, paint));
  };
  switch (command) {
    case "/exit":
    case "/quit":
      return leave();
    case "/help":
      return print(["COMMAND", "WHAT"], Object.entries(COMMANDS));
    case "/tools": {
      const { tools } = await platform.resolve("lead");
      return print(
        ["TOOL", "DESCRIPTION"],
        tools.map((tool) => [tool.name, truncate(cell(tool.description), 60)]),
      );
    }
    case "/agents": {
      const registry = platform.services.get(SUBAGENT_REGISTRY);
      const rows = registry
        .names()
        .map((name) => [name, truncate(cell(registry.get(name)?.values.description.value), 60)]);
      return print(["AGENT", "DESCRIPTION"], rows);
    }
    case "/skills": {
      const { skills } = await platform.services.get(SKILL_CATALOG).list();
      return print(
        ["SKILL", "DESCRIPTION"],
        skills.map((skill) => [skill.name, truncate(cell(skill.description), 60)]),
      );
    }
    case "/explain":
      return await explain(io, platform, words[0], print);
    case "/cancel":
      io.stdout.write("no task is running\n");
      return;
    default:
      io.stdout.write(`there is no command ${command}. ${unknownNameHint(command, Object.keys(COMMANDS))}\n`);
  }
}

async function explain(io: Io, platform: Platform, tool: string | undefined, print: Print): Promise<void> {
  if (tool === undefined) {
    io.stdout.write("say which tool: /explain TOOL\n");
    return;
  }
  const rows: string[][] = [];
  const known = new Set<string>();
  for (const name of ["lead", ...platform.services.get(SUBAGENT_REGISTRY).names()]) {
    const { decisions } = await platform.resolve(name);
    for (const decision of decisions) {
      known.add(decision.name);
      if (decision.name !== tool) continue;
      const where = decision.source === null ? "-" : showPosition(decision.source, io.cwd);
      rows.push([name, decision.verdict, cell(decision.reason), where]);
    }
  }
  if (rows.length === 0) io.stdout.write(`there is no tool "${tool}". ${unknownNameHint(tool, known)}\n`);
  else print(["AGENT", "VERDICT", "RULE", "WHERE"], rows);
}
