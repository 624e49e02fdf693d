import type { FoundSubagentType } from "@antler/plugin-api";

/** What keeps a type of a plugin from being used, as sentences without a subject. Types written in TypeScript can still be wrong. */
export function typeFaults(type: FoundSubagentType): readonly string[] {
  return [
    ...(/^[A-Za-z0-9_-]{1,64}$/.test(type.name) ? [] : ["its name is not 1 to 64 letters, digits, - and _"]),
    ...(isText(type.description) ? [] : ["it has no description, so nobody can tell when to use it"]),
    ...(isText(type.systemPrompt) ? [] : ["it has no system prompt"]),
    ...(isCount(type.maxTurns) ? [] : ["its maxTurns is not a whole number from 1"]),
    ...(isCount(type.timeoutSeconds) ? [] : ["its timeoutSeconds is not a whole number from 1"]),
  ];
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isCount(value: unknown): boolean {
  return value === undefined || (Number.isSafeInteger(value) && (value as number) >= 1);
}
