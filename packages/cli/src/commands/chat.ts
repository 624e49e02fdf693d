import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { Platform } from "@antler/core";
import { openConversation } from "../chat/conversation.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { withPlatform } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import type { Io } from "../terminal/io.js";

export interface ChatFlags extends PlatformFlags {
  readonly model?: string;
  readonly workspace?: string;
  readonly thread?: string;
}

/** `antler chat`: message after message on one thread, until `/exit`, the end of the input, or Ctrl+C twice. */
export async function chat(io: Io, flags: ChatFlags): Promise<ExitCode> {
  const workspace = flags.workspace === undefined ? undefined : resolve(io.cwd, flags.workspace);
  return await withPlatform(io, flags, async (platform: Platform) => {
    const conversation = openConversation(io, platform, {
      threadId: flags.thread ?? `chat-${randomUUID().slice(0, 8)}`,
      ...(flags.model === undefined ? {} : { model: flags.model }),
      ...(workspace === undefined ? {} : { workspace }),
    });
    const interrupted = await conversation.done;
    return interrupted ? EXIT.interrupted : EXIT.done;
  });
}
