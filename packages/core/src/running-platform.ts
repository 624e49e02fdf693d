import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import {
  AGENT_FACTORY,
  AntlerError,
  type ModelCatalog,
  type ResolvedAgent,
  SKILL_CATALOG,
  SUBAGENT_REGISTRY,
  TASK_EXECUTOR,
  unknownNameHint,
} from "@antler/plugin-api";
import type { Platform, RunResult, ThreadMemory } from "./platform-types.js";
import type { PreparedPlatform } from "./prepare-platform.js";
import { leadBlueprint } from "./run/lead-blueprint.js";
import { runLead } from "./run/run-lead.js";
import { untilAborted } from "./run/until-aborted.js";

/** A platform whose plugins have started. */
export function createRunningPlatform(
  prepared: PreparedPlatform,
  threads: ThreadMemory = { saver: undefined },
): Platform {
  const { kernel, config, document, models } = prepared;
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  threads.busy ??= new Map();
  const { busy } = threads;
  let stopped: Promise<void> | undefined;

  const lead = (options: {
    readonly runId: string;
    readonly threadId: string;
    readonly model?: string | undefined;
    readonly maxConcurrentTasks?: number | undefined;
    readonly explained?: boolean;
    readonly offline?: boolean;
  }) => leadBlueprint(config, document, models.names(), kernel.find(SKILL_CATALOG), options);
  const explained = ({
    threadId = "explain",
    model,
    live = false,
  }: {
    threadId?: string;
    model?: string;
    live?: boolean;
  } = {}) => lead({ runId: "explain", threadId, model, explained: true, offline: !live });

  return {
    config: document,
    services: kernel,
    plugins: prepared.plugins,
    warnings: [...prepared.warnings],
    leadBlueprint: (options = {}) => explained(options),
    resolve: (name, options = {}) => resolveByName(prepared, name, explained(options)),
    run: async (options) => {
      if (stopping.signal.aborted) throw stoppedError();
      const threadId = options.threadId ?? `thread_${randomUUID()}`;
      const blueprint = lead({
        runId: `run_${randomUUID()}`,
        threadId,
        model: options.model,
        maxConcurrentTasks: options.maxConcurrentTasks,
      });
      const checked = {
        ...options,
        ...(options.workspace === undefined ? {} : { workspace: existingFolder(options.workspace) }),
      };
      checkModel(models, blueprint.model);
      // A signal of its own for each run: Node warns of the eleventh listener on a shared one, and tasks add one each.
      const signal = AbortSignal.any([stopping.signal, ...(options.signal === undefined ? [] : [options.signal])]);
      setMaxListeners(0, signal);
      // Two runs on one thread would overwrite each other's messages: the second waits for the first, unless it is cancelled.
      const before = busy.get(threadId) ?? Promise.resolve();
      const turn = untilAborted(signal, before).catch(() => undefined);
      const run: Promise<RunResult> = turn.then(() => runLead(prepared, blueprint, checked, signal));
      const settled = Promise.allSettled([before, run]).then(() => {
        running.delete(settled);
        if (busy.get(threadId) === settled) busy.delete(threadId);
      });
      busy.set(threadId, settled);
      running.add(settled);
      return run;
    },
    cancelTask: (taskId) => {
      const executor = kernel.find(TASK_EXECUTOR);
      if (executor?.get(taskId) === undefined) return false;
      executor.cancel(taskId);
      return true;
    },
    stop: () => {
      stopped ??= (async () => {
        stopping.abort(new AntlerError({ code: "ANTLER_PLATFORM_STOPPED", message: "the platform is stopping" }));
        await Promise.all(running);
        await kernel.stop();
      })();
      return stopped;
    },
  };
}

async function resolveByName(
  prepared: PreparedPlatform,
  name: string,
  lead: ReturnType<typeof leadBlueprint>,
): Promise<ResolvedAgent> {
  const factory = prepared.kernel.get(AGENT_FACTORY);
  if (name === "lead") return factory.resolve(lead);
  const registry = prepared.kernel.find(SUBAGENT_REGISTRY);
  if (registry?.get(name) === undefined)
    throw new AntlerError({
      code: "ANTLER_AGENT_UNKNOWN",
      message: `no agent is named "${name}"`,
      hint: unknownNameHint(name, ["lead", ...(registry?.names() ?? [])]),
    });
  return factory.resolve(registry.blueprint(name, lead, "explain"));
}

/** What a provider can tell from config and environment alone stops a run before it begins. */
function checkModel(models: ModelCatalog, name: string): void {
  const problem = models.check(name)[0];
  if (problem !== undefined) throw new AntlerError(problem);
}

function existingFolder(path: string): string {
  const absolute = resolve(path);
  const isFolder = statSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder) return absolute;
  throw new AntlerError({
    code: "ANTLER_WORKSPACE_MISSING",
    message: `the workspace ${absolute} is not a folder`,
    hint: "Create it, or give another one with `--workspace DIR`.",
  });
}

function stoppedError(): AntlerError {
  return new AntlerError({
    code: "ANTLER_PLATFORM_ENDED",
    message: "the platform has been stopped",
    hint: "Create a new one with createPlatform.",
  });
}
