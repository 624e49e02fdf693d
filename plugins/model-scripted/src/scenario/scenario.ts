import type { Json, SourcePosition } from "@antler/plugin-api";
import type { CompiledTemplate } from "./template.js";

/** A scenario after reading: every key known, every template and pattern compiled. */
export interface Scenario {
  /** How messages name it: its file, or the model's entry in config.yaml. */
  readonly label: string;
  readonly rules: readonly Rule[];
  /** The answer where no rule matches. Absent: a sentence that lists the rules. */
  readonly otherwise: CompiledTemplate | undefined;
  /** Milliseconds before each answer, where the turn says nothing else. */
  readonly delayMs: number;
}
export interface Rule {
  readonly name: string;
  readonly agent: AgentMatch;
  /** On the human message. Absent: any. */
  readonly when: RegExp | undefined;
  readonly patterns: ReadonlyMap<string, RegExp>;
  readonly vars: ReadonlyMap<string, CompiledTemplate>;
  readonly turns: readonly Turn[];
}
/** All that is given must hold. */
export interface AgentMatch {
  readonly system: RegExp | undefined;
  readonly tools: readonly string[];
  readonly withoutTools: readonly string[];
}
export interface Turn {
  readonly text: CompiledTemplate | undefined;
  readonly calls: readonly CallTemplate[];
  readonly condition: CompiledTemplate | undefined;
  /** How often the calls are made; Infinity without end. */
  readonly repeat: number;
  readonly delayMs: number | undefined;
}
export interface CallTemplate {
  readonly tool: CompiledTemplate;
  readonly args: ArgsTemplate;
  /** Makes one call for each element. */
  readonly forEach: CompiledTemplate | undefined;
  /** The name of its results. */
  readonly as: string;
  readonly position: SourcePosition | undefined;
}
/** JSON whose strings are templates. */
export type ArgsTemplate =
  | { readonly kind: "template"; readonly template: CompiledTemplate }
  | { readonly kind: "value"; readonly value: Exclude<Json, string | object> }
  | { readonly kind: "list"; readonly items: readonly ArgsTemplate[] }
  | { readonly kind: "map"; readonly entries: readonly (readonly [string, ArgsTemplate])[] };
