import { agentFixture, toolFilterContract } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { parentBoundary, skillBoundary, typeBoundary } from "../index.js";

const denying = agentFixture({
  role: "subagent",
  inheritedDenials: [{ agent: "lead", tools: ["bash"] }],
});
const skill = { name: "s", description: "", file: "", body: "", disallowedTools: ["ls"], sources: {} };
const skilled = { ...agentFixture(), skills: [{ ...skill, allowedTools: ["read_file"] }] };

for (const layer of [parentBoundary, typeBoundary, skillBoundary])
  toolFilterContract({ describe, it, expect }, { name: layer.name, create: () => layer, agents: [denying, skilled] });
