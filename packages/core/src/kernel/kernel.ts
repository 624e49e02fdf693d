import {
  AntlerError,
  type Contribution,
  type ContributionOwner,
  type ExtensionPoint,
  errorText,
  isAntlerError,
  PLUGIN_API_VERSION,
  type PlatformServices,
  type Plugin,
  type PluginHost,
  type SourcePosition,
  unknownNameHint,
} from "@antler/plugin-api";
import { type Container, createContainer } from "../container.js";

/** A plugin about to be registered, with everything `register` may see. */
export interface PluginEntry {
  readonly plugin: Plugin;
  readonly origin: "built-in" | "config";
  /** Its entry in config.yaml. */
  readonly source?: SourcePosition | undefined;
  readonly host: Omit<PluginHost<unknown>, "services" | "provide">;
}
/** Which plugin put which contribution where. */
export interface ContributionRecord {
  readonly point: string;
  readonly name: string;
  readonly owner: ContributionOwner;
}

/** Registers plugins, starts them in order and stops them in reverse. */
export class Kernel implements PlatformServices {
  readonly #container: Container = createContainer();
  readonly #records: ContributionRecord[] = [];
  readonly #registered: { readonly plugin: Plugin; readonly state: unknown }[] = [];
  readonly #started: { readonly plugin: Plugin; readonly state: unknown }[] = [];
  readonly #shutdown = new AbortController();
  readonly #picks: Readonly<Record<string, string | undefined>>;
  #registering = false;

  /** `picks`: for points of use `one`, the name that config.yaml chose. */
  constructor(picks: Readonly<Record<string, string | undefined>> = {}) {
    this.#picks = picks;
  }

  get contributions(): readonly ContributionRecord[] {
    return this.#records;
  }
  get pluginIds(): readonly string[] {
    return this.#registered.map(({ plugin }) => plugin.id);
  }

  all<T extends Contribution>(point: ExtensionPoint<T>): readonly T[] {
    this.#refuseDuringRegister(point.id);
    return this.#container.all(point.token) as readonly T[];
  }

  find<T extends Contribution>(point: ExtensionPoint<T>, name?: string): T | undefined {
    const all = this.all(point);
    if (all.length === 0) return undefined;
    return this.get(point, name);
  }

  get<T extends Contribution>(point: ExtensionPoint<T>, name?: string): T {
    const all = this.all(point);
    const wanted = name ?? this.#picks[point.id] ?? (all.length === 1 ? all[0]?.name : undefined);
    const found = all.find((contribution) => contribution.name === wanted);
    if (found !== undefined) return found;
    const known = all.map((contribution) => contribution.name);
    throw new AntlerError({
      code: "ANTLER_CONTRIBUTION_UNKNOWN",
      message: wanted === undefined ? `nothing says which ${point.id} to use` : `no ${point.id} is named "${wanted}"`,
      hint:
        known.length === 0
          ? "Add a plugin that provides one under `plugins:`."
          : wanted === undefined
            ? `Set \`use.${point.id}\` in config.yaml to one of: ${known.join(", ")}.`
            : unknownNameHint(wanted, known),
    });
  }

  ownerOf<T extends Contribution>(point: ExtensionPoint<T>, name: string): ContributionOwner | undefined {
    return this.#records.find((record) => record.point === point.id && record.name === name)?.owner;
  }

  /** Contributions of the kernel itself, under the plugin id `@antler/core`. */
  provide<T extends Contribution>(point: ExtensionPoint<T>, contribution: T): void {
    this.#add(point, contribution, { plugin: "@antler/core", origin: "built-in" });
  }

  register(entry: PluginEntry): void {
    const { plugin } = entry;
    this.#checkPlugin(plugin);
    let open = true;
    this.#registering = true;
    try {
      const state = plugin.register({
        ...entry.host,
        services: this,
        provide: (point, contribution) => {
          if (!open)
            throw new AntlerError({
              code: "ANTLER_PROVIDE_AFTER_REGISTER",
              plugin: plugin.id,
              message: "called `provide` after `register` returned",
              hint: "Declare every contribution inside `register`; open resources in `start`.",
            });
          this.#add(point, contribution, { plugin: plugin.id, origin: entry.origin, source: entry.source });
        },
      });
      if (state instanceof Promise) {
        state.catch(() => undefined);
        throw new AntlerError({
          code: "ANTLER_REGISTER_ASYNC",
          plugin: plugin.id,
          message: "`register` returned a promise",
          hint: "`register` is synchronous; move what waits to `start`.",
        });
      }
      this.#registered.push({ plugin, state });
    } catch (thrown) {
      if (isAntlerError(thrown)) throw thrown;
      throw new AntlerError({
        code: "ANTLER_PLUGIN_REGISTER_FAILED",
        plugin: plugin.id,
        message: `\`register\` threw: ${errorText(thrown)}`,
        hint: `Fix it in ${plugin.id}, or set \`enabled: false\` on its entry under \`plugins:\`.`,
        cause: thrown,
      });
    } finally {
      open = false;
      this.#registering = false;
    }
  }

  /** Starts plugins in order. When one fails, those that were started are stopped again. */
  async start(): Promise<void> {
    for (const entry of this.#registered) {
      this.#started.push(entry); // before the call, so that a half-started plugin is stopped too
      try {
        await entry.plugin.start?.({ state: entry.state, services: this, signal: this.#shutdown.signal });
      } catch (thrown) {
        await this.stop().catch(() => undefined);
        if (isAntlerError(thrown)) throw thrown;
        throw new AntlerError({
          code: "ANTLER_PLUGIN_START_FAILED",
          plugin: entry.plugin.id,
          message: `could not start: ${errorText(thrown)}`,
          hint: `Fix the cause, or set \`enabled: false\` on its entry under \`plugins:\`.`,
          cause: thrown,
        });
      }
    }
  }

  /** Stops what was started, in reverse. Throws an AggregateError of what could not stop, after all were asked. */
  async stop(): Promise<void> {
    this.#shutdown.abort();
    const failures: unknown[] = [];
    for (const { plugin, state } of this.#started.splice(0).reverse()) {
      try {
        await plugin.stop?.({ state, services: this, signal: this.#shutdown.signal });
      } catch (thrown) {
        failures.push(
          new AntlerError({
            code: "ANTLER_PLUGIN_STOP_FAILED",
            plugin: plugin.id,
            message: `could not stop cleanly: ${errorText(thrown)}`,
            cause: thrown,
          }),
        );
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, "some plugins did not stop cleanly");
  }

  #checkPlugin(plugin: Plugin): void {
    if (plugin.apiVersion !== PLUGIN_API_VERSION)
      throw new AntlerError({
        code: "ANTLER_PLUGIN_API_MISMATCH",
        plugin: plugin.id,
        message: `was built for plugin API ${String(plugin.apiVersion)}, this platform has ${PLUGIN_API_VERSION}`,
        hint: `Install a version of ${plugin.id} whose peer range includes this @antler/plugin-api.`,
      });
    if (this.pluginIds.includes(plugin.id))
      throw new AntlerError({
        code: "ANTLER_PLUGIN_DUPLICATE",
        plugin: plugin.id,
        message: "is loaded twice",
        hint: "Remove one of its entries under `plugins:`, or give one of the two packages another id.",
      });
    for (const needed of plugin.requires ?? []) {
      if (!this.pluginIds.includes(needed))
        throw new AntlerError({
          code: "ANTLER_PLUGIN_MISSING",
          plugin: plugin.id,
          message: `needs plugin ${needed}, which is not registered before it`,
          hint: `Add \`- use: ${needed}\` above it under \`plugins:\`.`,
        });
    }
  }

  #add<T extends Contribution>(point: ExtensionPoint<T>, contribution: T, owner: ContributionOwner): void {
    const earlier = this.#records.find((record) => record.point === point.id && record.name === contribution.name);
    if (earlier !== undefined)
      throw new AntlerError({
        code: "ANTLER_CONTRIBUTION_DUPLICATE",
        plugin: owner.plugin,
        message: `${point.id} "${contribution.name}" is already provided by ${earlier.owner.plugin}`,
        hint: "Rename one of them, or remove one of the two plugins.",
      });
    this.#records.push({ point: point.id, name: contribution.name, owner });
    this.#container.register(point.token, contribution);
  }

  #refuseDuringRegister(pointId: string): void {
    if (this.#registering)
      throw new AntlerError({
        code: "ANTLER_LOOKUP_TOO_EARLY",
        message: `looked up ${pointId} inside \`register\``,
        hint: "Look contributions up in `start`, or inside your contribution when it is called.",
      });
  }
}
