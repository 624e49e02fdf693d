import type { ConfigProblem, SourcePosition } from "@antler/plugin-api";
import type { YAMLError } from "yaml";

const CAUSES: Readonly<Partial<Record<YAMLError["code"], readonly [message: string, hint: string]>>> = {
  DUPLICATE_KEY: ["this key is written twice in one mapping", "Keep one of the two."],
  TAB_AS_INDENT: ["a tab is used for indentation", "YAML is indented with spaces; replace the tab."],
  MULTIPLE_DOCS: [
    "a second document begins here",
    "A config is one document: remove the line with `---` or `...` before this place.",
  ],
};

/** What the YAML parser found wrong, in words for people who do not know the parser. */
export function syntaxProblem(
  { code, message, pos }: YAMLError,
  text: string,
  at: (offset: number) => SourcePosition,
): ConfigProblem {
  const cause = CAUSES[isAfterTab(text, pos[0]) ? "TAB_AS_INDENT" : code];
  return {
    severity: "error",
    code: code === "DUPLICATE_KEY" ? "ANTLER_CONFIG_DUPLICATE_KEY" : "ANTLER_CONFIG_SYNTAX",
    message: cause?.[0] ?? `not valid YAML: ${message.split("\n")[0]?.replace(/[.:]$/, "") ?? message}`,
    hint: cause?.[1] ?? "Check the indentation and the quotes around this place.",
    position: at(pos[0]),
  };
}

/** Whether the line is indented with a tab up to this place. */
function isAfterTab(text: string, offset: number): boolean {
  return /^ *\t[ \t]*$/.test(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset));
}
