import { errorText, type Sandbox, type SandboxBackend, type SandboxRef, type SpawnRequest } from "@antler/plugin-api";

interface Held {
  readonly sandbox: Promise<Sandbox>;
  /** Only who acquired it releases it. */
  acquired: boolean;
  busy: number;
  timer: NodeJS.Timeout | undefined;
}
export interface OpenThread {
  readonly key: string;
  readonly backend: SandboxBackend;
  /** The sandbox that the agent's state already names. */
  readonly ref: SandboxRef | undefined;
  readonly acquire: () => Promise<Sandbox>;
}

/** The open sandboxes of one platform, one per thread. */
export class ThreadSandboxes {
  readonly #held = new Map<string, Held>();
  readonly #idleMs: number;

  constructor(idleSeconds: number) {
    this.#idleMs = Math.min(idleSeconds * 1000, 2 ** 31 - 1);
  }

  get size(): number {
    return this.#held.size;
  }

  async open(thread: OpenThread): Promise<Sandbox> {
    const known = this.#held.get(thread.key);
    const held = known ?? this.#begin(thread);
    this.#touch(thread, held);
    try {
      return await held.sandbox;
    } catch (error) {
      if (this.#held.get(thread.key) === held) this.#forget(thread.key, held);
      throw error;
    }
  }

  async stop(): Promise<void> {
    const all = [...this.#held.values()];
    for (const [key, held] of this.#held) this.#forget(key, held);
    await Promise.all(all.map((held) => held.sandbox.catch(() => undefined)));
  }

  #begin(thread: OpenThread): Held {
    const held: Held = { sandbox: this.#openOnce(thread, () => held), acquired: false, busy: 0, timer: undefined };
    this.#held.set(thread.key, held);
    return held;
  }

  async #openOnce(thread: OpenThread, held: () => Held): Promise<Sandbox> {
    await Promise.resolve();
    if (thread.ref !== undefined && thread.ref.backend === thread.backend.name) {
      const attached = await thread.backend.attach(thread.ref).catch((error: unknown) => errorText(error));
      if (typeof attached !== "string") return this.#counting(attached, thread, held());
    }
    const sandbox = await thread.acquire();
    held().acquired = true;
    return this.#counting(sandbox, thread, held());
  }

  /** The same sandbox, which counts as used while a command runs. */
  #counting(sandbox: Sandbox, thread: OpenThread, held: Held): Sandbox {
    const spawn = async (request: SpawnRequest): ReturnType<Sandbox["spawn"]> => {
      held.busy++;
      const done = (): void => {
        held.busy--;
        this.#touch(thread, held);
      };
      try {
        const child = await sandbox.spawn(request);
        void child.exit.finally(done);
        return child;
      } catch (error) {
        done();
        throw error;
      }
    };
    return Object.create(sandbox, {
      spawn: { value: spawn },
      // Accessors of the original read its private fields, so they must run on the original.
      ...Object.fromEntries(
        (["ref", "capabilities", "cwd", "mounts", "description", "fs"] as const).map((key) => [
          key,
          { get: () => sandbox[key] },
        ]),
      ),
      processes: { value: () => sandbox.processes() },
      process: { value: (id: string) => sandbox.process(id) },
    }) as Sandbox;
  }

  #touch(thread: OpenThread, held: Held): void {
    clearTimeout(held.timer);
    if (this.#held.get(thread.key) !== held) return;
    held.timer = setTimeout(() => void this.#idle(thread, held), this.#idleMs).unref();
  }

  async #idle(thread: OpenThread, held: Held): Promise<void> {
    if (held.busy > 0) {
      this.#touch(thread, held);
      return;
    }
    this.#forget(thread.key, held);
    const sandbox = await held.sandbox.catch(() => undefined);
    if (sandbox !== undefined)
      await thread.backend.release(sandbox.ref, held.acquired ? "stop" : "keep").catch(() => undefined);
  }

  #forget(key: string, held: Held): void {
    clearTimeout(held.timer);
    this.#held.delete(key);
  }
}
