import {
  type LoadedSkill,
  messagesInSight,
  type PlainTool,
  type Skill,
  type ThreadState,
  type ToolFilter,
  type ToolOutput,
  type ToolRuntime,
  unknownNameHint,
} from "@antler/plugin-api";
import { renderSkill } from "../prompt/render-skill.js";
import { LOAD_SKILL } from "./load-skill-name.js";
import { LOADED_SKILLS_KEY, loadedSkillNames } from "./loaded-skills.js";
import { skillFilesNote } from "./skill-files-note.js";

/**
 * Brings a skill's body in as the tool's result, once as long as the agent can see it. From then on the skill's limits hold for this agent: the layers read
 * the state that this changes. A skill that would leave the agent without any tool is not loaded.
 */
export function createLoadSkillTool(skills: readonly LoadedSkill[], surroundings: Surroundings): PlainTool {
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
    run: (args, runtime) => loadSkill(String(args["name"]), available, runtime, surroundings),
  };
}

/** Marks the message that holds a skill's body. */
const SKILL_OF_RESULT = "skill";

export interface Surroundings {
  /** The layers in force; they decide which tools are left. */
  readonly layers: () => readonly ToolFilter[];
  /** Whether agents can read files of skills. */
  readonly hasSandbox: () => boolean;
}

async function loadSkill(
  name: string,
  available: readonly Skill[],
  runtime: ToolRuntime,
  { layers, hasSandbox }: Surroundings,
): Promise<ToolOutput> {
  const skill = available.find((candidate) => candidate.name === name);
  if (skill === undefined) {
    const names = available.map((known) => known.name);
    return refuse(`There is no skill "${name}". ${unknownNameHint(name, names)}`);
  }
  const loaded = loadedSkillNames(runtime.state);
  if (loaded.includes(name) && stillHasBody(runtime.state, name))
    return `The skill "${name}" is already loaded. Follow its instructions above.`;
  if (skill.body === null) return refuse(`The text of the skill "${name}" cannot be read. Go on without it.`);
  const now = usableTools(runtime, layers(), runtime.state);
  const then = usableTools(runtime, layers(), { ...runtime.state, [LOADED_SKILLS_KEY]: [...loaded, name] });
  if (now.length > 0 && then.length === 0)
    return refuse(`The skill "${name}" allows none of your tools, so it was not loaded. Go on without it.`);
  const limits = then.length < now.length ? [`From now on you can call only: ${then.join(", ")}.`] : [];
  const files = await skillFilesNote(skill, hasSandbox());
  return {
    text: [renderSkill(name, skill.body), ...(files === null ? [] : [files]), ...limits].join("\n\n"),
    update: { [LOADED_SKILLS_KEY]: [name] },
    metadata: { [SKILL_OF_RESULT]: name },
  };
}

/** A long conversation may have been summarised since; the body then comes again. */
function stillHasBody(state: ThreadState, name: string): boolean {
  return messagesInSight(state).some(
    (message) => message.getType() === "tool" && message.additional_kwargs[SKILL_OF_RESULT] === name,
  );
}

/** The agent's tools, this one aside, that no layer takes away in this state. */
function usableTools(
  { context: { agent } }: ToolRuntime,
  layers: readonly ToolFilter[],
  state: ThreadState,
): readonly string[] {
  return agent.tools
    .filter((tool) => tool.name !== LOAD_SKILL)
    .filter((tool) => layers.every((layer) => layer.judgeNow?.(tool, agent, state).allow !== false))
    .map(({ name }) => name);
}

function refuse(text: string): ToolOutput {
  return { text, status: "error" };
}
