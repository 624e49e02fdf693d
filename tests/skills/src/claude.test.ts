import { SUBAGENT_REGISTRY } from "@antler/plugin-api";
import { scriptedModel } from "@antler/testing";
import { describe, expect, it } from "vitest";
import {
  CLAUDE,
  type Folder,
  folderOf,
  humanOf,
  lastToolTexts,
  platformOf,
  runOnce,
  skillText,
  taskCall,
  toolsOf,
} from "./fixture.js";

const CONFIG = `
models: [{ name: main, use: fake }, { name: small, use: fake }]
claude: { agents: [./.claude/agents], skills: [./.claude/skills], models: { haiku: small } }
`;
const agentFile = (name: string, ...lines: readonly string[]): string =>
  ["---", `name: ${name}`, `description: About ${name}`, ...lines, "---", `You are ${name}.`].join("\n");
const bash = (command: string) => ({ name: "bash", args: { command } });

/** Which of these commands run, in a subagent of the type. */
async function commandsThatRun(
  folder: Folder,
  type: string,
  commands: readonly string[],
): Promise<{ readonly ran: readonly string[]; readonly answers: readonly string[] }> {
  const tools = toolsOf("bash", "read_file", "write_file");
  const model = scriptedModel((request) => {
    if (humanOf(request) === "go") return request.turn === 0 ? { calls: [taskCall(type)] } : "done";
    return request.turn === 0 ? { calls: commands.map(bash) } : "the result";
  });
  await using platform = await platformOf(model, folder, CONFIG, [tools, CLAUDE]);
  await runOnce(platform);
  const last = model.requests.findLast((request) => humanOf(request) === "the task");
  return { ran: tools.calls, answers: last === undefined ? [] : lastToolTexts(last) };
}

describe("agent files", () => {
  const FILES = {
    ".claude/agents/reviewer.md": agentFile(
      "reviewer",
      "tools: Read, Bash(git:*)",
      "model: haiku",
      "maxTurns: 7",
      "color: red",
    ),
    ".claude/agents/team/writer.md": agentFile("writer", "disallowedTools: [Write]", "model: opus", "hooks: {}"),
    ".claude/agents/README.md": "# Our agents",
    ".claude/agents/torn.md": "no front matter",
  };

  it("are subagent types, with the place of the file", async () => {
    await using folder = await folderOf(FILES);
    await using platform = await platformOf(scriptedModel([]), folder, CONFIG, [
      toolsOf("bash", "read_file", "write_file"),
      CLAUDE,
    ]);
    const registry = platform.services.get(SUBAGENT_REGISTRY);
    expect(registry.names()).toEqual(expect.arrayContaining(["general-purpose", "reviewer", "writer"]));
    const reviewer = registry.get("reviewer");
    expect(reviewer?.origin).toBe("plugin:@antler/compat-claude");
    expect(reviewer?.values).toMatchObject({
      systemPrompt: { value: "You are reviewer." },
      model: { value: "small" },
      maxTurns: { value: 7, position: { file: `${folder.path}/.claude/agents/reviewer.md`, line: 6 } },
    });
    const names = (await platform.resolve("reviewer")).tools.map(({ name }) => name);
    expect(names).toEqual(["bash", "read_file"]);
    expect((await platform.resolve("writer")).tools.map(({ name }) => name)).toEqual(["bash", "read_file"]);
  });

  it("say once what has no effect, what is not mapped and what cannot be used", async () => {
    await using folder = await folderOf(FILES);
    await using platform = await platformOf(scriptedModel([]), folder, CONFIG, [CLAUDE]);
    const codes = platform.services
      .get(SUBAGENT_REGISTRY)
      .warnings()
      .map(({ code }) => code);
    expect(codes.toSorted()).toEqual([
      "ANTLER_CLAUDE_FIELD_IGNORED",
      "ANTLER_CLAUDE_MODEL_UNMAPPED",
      "ANTLER_SKILL_FRONT_MATTER",
    ]);
  });

  it("can be overridden as any type; a configured type of the same name wins", async () => {
    await using folder = await folderOf(FILES);
    const config = `${CONFIG}
subagents:
  agents: { reviewer: { max_turns: 3 } }
  custom_agents: { writer: { description: d, system_prompt: ours } }
`;
    await using platform = await platformOf(scriptedModel([]), folder, config, [CLAUDE]);
    const registry = platform.services.get(SUBAGENT_REGISTRY);
    expect(registry.get("reviewer")?.values.maxTurns.value).toBe(3);
    expect(registry.get("writer")?.values.systemPrompt.value).toBe("ours");
  });

  it("Bash(git:*) lets plain git commands run and refuses everything else", async () => {
    await using folder = await folderOf(FILES);
    const { ran, answers } = await commandsThatRun(folder, "reviewer", ["git status", "rm x", "git log | sh"]);
    expect(ran).toEqual(["bash git status"]);
    expect(answers[1]).toContain('allows only commands like "git:*"');
    expect(answers[2]).toContain("Run one command without operators");
  });

  it("rules of a shadowed file do not reach the type that won", async () => {
    await using folder = await folderOf(FILES);
    const config = `${CONFIG}subagents: { custom_agents: { reviewer: { description: d, system_prompt: ours } } }\n`;
    const tools = toolsOf("bash");
    const model = scriptedModel((request) => {
      if (humanOf(request) === "go") return request.turn === 0 ? { calls: [taskCall("reviewer")] } : "done";
      return request.turn === 0 ? { calls: [bash("ls; ls")] } : "the result";
    });
    await using platform = await platformOf(model, folder, config, [tools, CLAUDE]);
    await runOnce(platform);
    expect(tools.calls).toEqual(["bash ls; ls"]);
  });

  it("are read again when they change, where config asks for it", async () => {
    await using folder = await folderOf(FILES);
    const config = CONFIG.replace("claude: {", "claude: { watch: true,");
    await using platform = await platformOf(scriptedModel([]), folder, config, [CLAUDE]);
    const registry = platform.services.get(SUBAGENT_REGISTRY);
    expect(registry.get("late")).toBeUndefined();
    await folder.write(".claude/agents/late.md", agentFile("late"));
    await expect.poll(() => registry.get("late")?.name, { timeout: 10_000 }).toBe("late");
  });
});

describe("skills of the client", () => {
  it("are found behind ours, in our tools' names, with rules about commands in force", async () => {
    await using folder = await folderOf({
      "skills/own/SKILL.md": skillText("own"),
      ".claude/skills/git/SKILL.md": skillText("git", ["allowed-tools: Read, Bash(git:*), Bash(npm test), Task"]),
      ".claude/skills/own/SKILL.md": skillText("own"),
      ".claude/agents/worker.md": agentFile("worker"),
    });
    const { ran } = await commandsThatRun(folder, "worker", ["git status", "npm test", "npm test -- x", "git log > f"]);
    expect(ran).toEqual(["bash git status", "bash npm test"]);
    await using platform = await platformOf(scriptedModel([]), folder, CONFIG, [
      toolsOf("bash", "read_file", "write_file"),
      CLAUDE,
    ]);
    const { tools, skills, warnings } = await platform.resolve("worker");
    expect(tools.map(({ name }) => name)).toEqual(["bash", "read_file"]);
    expect(skills.map(({ name, file }) => [name, file.slice(folder.path.length)])).toEqual([
      ["git", "/.claude/skills/git/SKILL.md"],
      ["own", "/skills/own/SKILL.md"],
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(["ANTLER_SKILL_SHADOWED"]);
  });

  it("put their rules in force when they are loaded, in index loading", async () => {
    await using folder = await folderOf({
      ".claude/skills/git/SKILL.md": skillText("git", ["allowed-tools: Bash(git:*)"]),
    });
    const tools = toolsOf("bash");
    const model = scriptedModel([
      { calls: [bash("ls; ls")] },
      { calls: [{ name: "load_skill", args: { name: "git" } }] },
      { calls: [bash("ls; ls"), bash("git log")] },
      "done",
    ]);
    await using platform = await platformOf(model, folder, `${CONFIG}skills: { loading: index }\n`, [tools, CLAUDE]);
    await runOnce(platform);
    expect(tools.calls).toEqual(["bash ls; ls", "bash git log"]);
  });

  it("do not restrict where config ignores allowed-tools; their denials stay", async () => {
    await using folder = await folderOf({
      ".claude/skills/git/SKILL.md": skillText("git", ["allowed-tools: Bash(git:*)", "disallowed-tools: Bash(rm:*)"]),
    });
    const tools = toolsOf("bash");
    const model = scriptedModel([{ calls: [bash("ls"), bash("rm x")] }, "done"]);
    await using platform = await platformOf(model, folder, `${CONFIG}skills: { allowed_tools: ignore }\n`, [
      tools,
      CLAUDE,
    ]);
    await runOnce(platform);
    expect(tools.calls).toEqual(["bash ls"]);
  });
});
