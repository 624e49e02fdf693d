import type { AgentProfile, LoadedSkill, ProvidedTool } from "@antler/plugin-api";
import { blueprintFixture } from "@antler/testing";
import { narrowTools, parentBoundary, skillBoundary, typeBoundary } from "@antler/tool-policy";
import {
  deferredSection,
  lateTools,
  mergePromoted,
  type Promoted,
  searchCatalogue,
  visibleTools,
} from "@antler/tool-search";
import type { Adapters } from "../adapter.js";

interface PipelineInput {
  readonly tools: readonly CaseTool[];
  readonly parent_tool_groups: readonly string[] | null;
  readonly allow: readonly string[] | null;
  readonly deny: readonly string[] | null;
  readonly skills: readonly { readonly name: string; readonly allowed_tools: readonly string[] | null }[];
  readonly tool_search: boolean;
}
interface CaseTool {
  readonly name: string;
  readonly kind: "config" | "builtin" | "mcp";
  readonly group?: string;
  readonly description?: string;
}
interface SearchInput {
  readonly catalog: readonly (readonly [name: string, description: string])[];
  readonly query: string;
}

export const toolsAdapters: Adapters = {
  "tools.pipeline": (input: PipelineInput) => {
    const agent: AgentProfile = {
      blueprint: blueprintFixture({
        role: "subagent",
        name: "case",
        toolGroups: input.parent_tool_groups ?? "all",
        tools: input.allow ?? "all",
        disallowedTools: input.deny ?? [],
      }),
      skills: input.skills.map(loadedSkill),
    };
    const { kept } = narrowTools(input.tools.map(providedTool), [parentBoundary, typeBoundary, skillBoundary], agent);
    const late = lateTools(kept, {
      enabled: input.tool_search,
      maxResults: 5,
      maxQueryLength: 500,
      autoPromoteTopK: 3,
    });
    return {
      tools: [
        ...kept.map(({ name }) => name),
        ...late.offers.map((offer) => ("tool" in offer ? offer.tool.name : offer.name)),
      ],
      deferred: late.deferred ?? [],
    };
  },
  "deferred.search": ({ catalog, query }: SearchInput) =>
    searchCatalogue(
      catalog.map(([name, description]) => ({ name, description })),
      query,
    ).map(({ name }) => name),
  "deferred.section": ({ names }: { readonly names: readonly string[] }) => deferredSection(names),
  "deferred.mergePromoted": ({
    existing,
    update,
  }: {
    readonly existing: Promoted | null;
    readonly update: Promoted | null;
  }) => mergePromoted(existing, update),
  "deferred.visible": (input: Parameters<typeof visibleTools>[0]) => visibleTools(input),
};

function providedTool({ name, kind, group = "", description = name }: CaseTool): ProvidedTool {
  return {
    name,
    group,
    description,
    provider: kind,
    plugin: kind,
    origin: kind === "builtin" ? "built-in" : kind,
    offer: { name, group, description, parameters: { type: "object" }, run: () => "" },
  };
}

function loadedSkill({ name, allowed_tools }: PipelineInput["skills"][number]): LoadedSkill {
  return {
    name,
    description: name,
    file: `${name}/SKILL.md`,
    body: "",
    allowedTools: allowed_tools ?? "all",
    disallowedTools: [],
    sources: {},
  };
}
