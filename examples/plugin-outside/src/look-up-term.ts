import { type PlainTool, unknownNameHint } from "@antler/plugin-api";

/** A tool is plain data and a function; nothing of langchain is needed to write one. */
export function lookUpTerm(terms: ReadonlyMap<string, string>): PlainTool {
  return {
    name: "look_up_term",
    group: "glossary",
    description: "Gives the agreed meaning of a term. Use it before you explain a term in your own words.",
    parameters: {
      type: "object",
      properties: { term: { type: "string", description: "The term, in any case." } },
      required: ["term"],
      additionalProperties: false,
    },
    run({ term }) {
      const wanted = String(term);
      const found = [...terms].find(([name]) => name.toLowerCase() === wanted.toLowerCase());
      if (found !== undefined) return `${found[0]}: ${found[1]}`;
      return { status: "error", text: `The glossary has no "${wanted}". ${unknownNameHint(wanted, terms.keys())}` };
    },
  };
}
