import { joinSystemParts } from "@antler/core";
import type { LoadedSkill } from "@antler/plugin-api";
import { promptParts } from "@antler/skills";
import { deferredSection } from "@antler/tool-search";
import type { Adapters } from "../adapter.js";

interface MessagesInput {
  readonly system_prompt: string | null;
  readonly skills: readonly { readonly name: string; readonly content: string }[];
  readonly deferred: readonly string[];
  readonly task: string;
}

export const messagesAdapters: Adapters = {
  "messages.build": ({ system_prompt, skills, deferred, task }: MessagesInput) => ({
    system: joinSystemParts([system_prompt, ...promptParts(skills.map(loadedSkill)), deferredSection(deferred)]),
    human: task,
  }),
};

function loadedSkill({ name, content }: MessagesInput["skills"][number]): LoadedSkill {
  return {
    name,
    description: name,
    file: `${name}/SKILL.md`,
    body: content,
    allowedTools: "all",
    disallowedTools: [],
    sources: {},
  };
}
