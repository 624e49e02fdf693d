import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { openConversation } from "../chat/conversation.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { findConfig } from "../platform/find-config.js";
import { platformOptionsOf, printWarnings } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import type { Io } from "../terminal/io.js";

export interface ChatFlags extends PlatformFlags {
  readonly model?: string;
  readonly workspace?: string;
  readonly thread?: string;
}

/**
 * `antler chat`: message after message on one thread, until `/exit`, the end of the input, or Ctrl+C twice.
 * An edited config is in force from the next message on.
 */
export async function chat(io: Io, flags: ChatFlags): Promise<ExitCode> {
  const workspace = flags.workspace === undefined ? undefined : resolve(io.cwd, flags.workspace);
  const configFile = findConfig(io, flags.config);
  const { createReloadingPlatform } = await import("@antler/core");
  const source = await createReloadingPlatform({ ...platformOptionsOf(io, configFile, flags), configFile });
  try {
    printWarnings(io, source.platform.warnings);
    const conversation = openConversation(io, source, {
      threadId: flags.thread ?? `chat-${randomUUID().slice(0, 8)}`,
      ...(flags.model === undefined ? {} : { model: flags.model }),
      ...(workspace === undefined ? {} : { workspace }),
    });
    return (await conversation.done) ? EXIT.interrupted : EXIT.done;
  } finally {
    await source.stop();
  }
}
