import { type PlatformServices, SKILL_READER, type SkillSource } from "@antler/plugin-api";

/** The client's folders of skills. Made when it is first asked: services are there only then. */
export function createClaudeSkillSource(paths: readonly string[], services: PlatformServices): SkillSource {
  let source: SkillSource | undefined;
  const opened = (): SkillSource => {
    source ??= services.get(SKILL_READER).source("claude-skills", paths);
    return source;
  };
  return {
    name: "claude-skills",
    list: () => opened().list(),
    watch: async (onChange, signal) => opened().watch?.(onChange, signal),
  };
}
