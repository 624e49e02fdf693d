import type { AgentContext } from "@antler/plugin-api";
import { PathLocks } from "../fs/path-locks.js";

/** What each agent last saw of each file, so that it cannot overwrite what another changed meanwhile. Ends with the agent. */
export class ReadMarks {
  /** One edit of a file at a time, so that agents which edit together do not make each other repeat. */
  readonly edits: PathLocks = new PathLocks();
  readonly #agents = new WeakMap<AgentContext, Map<string, string>>();

  get(agent: AgentContext, path: string): string | undefined {
    return this.#agents.get(agent)?.get(path);
  }

  set(agent: AgentContext, path: string, etag: string): void {
    const marks = this.#agents.get(agent) ?? new Map<string, string>();
    this.#agents.set(agent, marks.set(path, etag));
  }

  forget(agent: AgentContext, path: string): void {
    this.#agents.get(agent)?.delete(path);
  }
}
