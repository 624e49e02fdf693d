import {
  type AgentContext,
  type PlatformServices,
  SANDBOX_BACKEND,
  type Sandbox,
  SandboxError,
  type SandboxService,
  SKILL_CATALOG,
  type ThreadData,
  type ThreadState,
} from "@antler/plugin-api";
import type { SandboxConfig } from "../config/sandbox-config.js";
import { HOST_BASH_FIX } from "../local/local-backend.js";
import { makeThreadFolders, threadFolders } from "../paths/thread-folders.js";
import { type Choice, chooseBackend, networkOf } from "./choose-backend.js";
import { configuredMounts, skillMounts, threadMounts, WORKSPACE } from "./sandbox-mounts.js";
import { ThreadSandboxes } from "./thread-sandboxes.js";

/** Chooses the backend once per platform and gives each thread its one sandbox. */
export class ThreadSandboxService implements SandboxService {
  readonly name = "threads";
  readonly #config: SandboxConfig;
  readonly #dataDir: string;
  readonly #services: PlatformServices;
  readonly #threads: ThreadSandboxes;
  #choosing: Promise<Choice> | undefined;
  #choice: Choice | undefined;

  constructor(config: SandboxConfig, dataDir: string, services: PlatformServices) {
    this.#config = config;
    this.#dataDir = dataDir;
    this.#services = services;
    this.#threads = new ThreadSandboxes(config.idleSeconds);
  }

  /** Throws where the config asks for what is not there; `auto` finding nothing is no error yet. */
  choose(): Promise<Choice> {
    this.#choosing ??= chooseBackend(this.#services.all(SANDBOX_BACKEND), this.#config).then((choice) => {
      this.#choice = choice;
      return choice;
    });
    return this.#choosing;
  }

  shell(): ReturnType<SandboxService["shell"]> {
    const choice = this.#choice;
    if (choice === undefined)
      return { available: false, reason: "The platform has not started.", fix: "Start it, or run `antler doctor`." };
    if (choice.backend === undefined) return { available: false, reason: choice.reason, fix: choice.fix };
    if (choice.report.capabilities.exec) return { available: true };
    return {
      available: false,
      reason: choice.report.reason ?? `Backend ${choice.backend.name} runs no commands.`,
      fix: choice.report.fix ?? HOST_BASH_FIX,
    };
  }

  /** The host folders of the agent's thread. */
  folders(context: AgentContext, state: Pick<ThreadState, "thread_data">): ThreadData {
    return state.thread_data ?? threadFolders(this.#dataDir, context.run.threadId, context.run.workspace);
  }

  async open(context: AgentContext, state: ThreadState): Promise<Sandbox> {
    const choice = await this.choose();
    if (choice.backend === undefined) throw new SandboxError("unavailable", choice.reason, { hint: choice.fix });
    const { backend, report } = choice;
    const data = this.folders(context, state);
    const key = JSON.stringify([context.run.threadId, data.workspace_path]);
    return this.#threads.open({
      key,
      backend,
      ref: state.sandbox ?? undefined,
      acquire: async () => {
        await makeThreadFolders(data);
        return backend.acquire({
          key,
          mounts: [
            ...threadMounts(data, this.#config.uploadsWritable),
            ...configuredMounts(this.#config.mounts).mounts,
            ...skillMounts(await this.#skills()),
          ],
          cwd: WORKSPACE,
          network: { mode: networkOf(this.#config, report.capabilities) },
          limits: this.#config.limits,
        });
      },
    });
  }

  /** Ends what runs. Files stay. */
  async stop(): Promise<void> {
    await this.#threads.stop();
    const choice = await this.#choosing?.catch(() => undefined);
    await choice?.backend?.dispose();
  }

  async #skills(): Promise<readonly { readonly name: string; readonly file: string }[]> {
    const catalog = this.#services.find(SKILL_CATALOG);
    return catalog === undefined ? [] : (await catalog.list()).skills;
  }
}
