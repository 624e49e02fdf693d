import { escapeMetadata, neutraliseTags } from "./escape.js";

/** `<skill name="NAME">\nBODY\n</skill>` (specification E3). The body can neither close its own block nor forge another. */
export function renderSkill(name: string, body: string): string {
  return `<skill name="${escapeMetadata(name)}">\n${neutraliseTags(body)}\n</skill>`;
}
