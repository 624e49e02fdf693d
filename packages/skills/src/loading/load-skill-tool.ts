import {
  type LoadedSkill,
  type PlainTool,
  type Skill,
  type ToolOutput,
  type ToolRuntime,
  unknownNameHint,
} from "@antler/plugin-api";
import { renderSkill } from "../prompt/render-skill.js";
import { judgeByLoaded } from "./judge-by-loaded.js";
import { LOAD_SKILL } from "./load-skill-name.js";
import { LOADED_SKILLS_KEY, loadedSkillNames, loadedSkills } from "./loaded-skills.js";

/** Brings a skill's body in as the tool's result, once, and puts the skill's limits in force for this agent. */
export function createLoadSkillTool(skills: readonly LoadedSkill[]): PlainTool {
  const available = skills.flatMap(({ onDemand }) => onDemand ?? []);
  return {
    name: LOAD_SKILL,
    group: "skills",
    description:
      "Loads a skill of the list <available-skills>: its instructions are the result. Load a skill before you work on something that it covers, once.",
    parameters: {
      type: "object",
      properties: { name: { type: "string", description: "The skill's name, exactly as listed." } },
      required: ["name"],
      additionalProperties: false,
    },
    run: (args, runtime) => loadSkill(String(args["name"]), available, runtime),
  };
}

function loadSkill(name: string, available: readonly Skill[], { state, context }: ToolRuntime): ToolOutput {
  const skill = available.find((candidate) => candidate.name === name);
  if (skill === undefined)
    return refuse(
      `There is no skill "${name}". ${unknownNameHint(
        name,
        available.map((known) => known.name),
      )}`,
    );
  if (loadedSkillNames(state).includes(name))
    return `The skill "${name}" is already loaded. Follow its instructions above.`;
  if (skill.body === null) return refuse(`The text of the skill "${name}" cannot be read. Go on without it.`);
  const { agent } = context;
  const after = [...loadedSkills(agent.skills, state), skill];
  const before = agent.tools.map((tool) => tool.name).filter((tool) => tool !== LOAD_SKILL);
  const left = before.filter((tool) => judgeByLoaded(tool, after).allow);
  if (before.length > 0 && left.length === 0)
    return refuse(`The skill "${name}" allows none of your tools, so it was not loaded. Go on without it.`);
  const limits = left.length < before.length ? [`From now on you can call only: ${left.join(", ")}.`] : [];
  return {
    text: [renderSkill(name, skill.body), ...limits].join("\n\n"),
    update: { [LOADED_SKILLS_KEY]: [name] },
    metadata: { skill: name },
  };
}

function refuse(text: string): ToolOutput {
  return { text, status: "error" };
}
