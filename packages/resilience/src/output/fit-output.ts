import { toolResultFile } from "@antler/plugin-api";
import type { OutputSettings } from "./output-settings.js";
import { turnShare } from "./output-settings.js";
import { cutOutput, storedOutputPreview } from "./preview-output.js";

export interface OutputFacts {
  readonly tool: string;
  readonly callId: string;
  /** Of a subagent's call. */
  readonly taskId?: string | undefined;
  readonly text: string;
  /** Results of the same model turn, this one included. */
  readonly parallel: number;
}
/** Stores a text under an absolute path in the sandbox. false: there is nowhere to store it. */
export type StoreText = (path: string, text: string) => Promise<boolean>;

/** The text for the model: the whole of it, a preview that names the file with the rest, or what fits. */
export async function fitOutput(facts: OutputFacts, settings: OutputSettings, store: StoreText): Promise<string> {
  const { tool, callId, taskId, text } = facts;
  const share = turnShare(settings, facts.parallel);
  if (settings.exemptTools.has(tool)) return cutOutput(tool, text, share);
  if (text.length <= Math.min(settings.maxChars, share)) return text;
  const path = `${settings.storageDir}/${toolResultFile(tool, callId, taskId)}`;
  // A tool that cut its own output has stored the whole of it there and says so; writing again would lose it.
  if (text.includes(path) || (await store(path, text)))
    return storedOutputPreview(tool, text, path, Math.min(settings.previewChars, share));
  return cutOutput(tool, text, Math.min(settings.fallbackMaxChars, share));
}
