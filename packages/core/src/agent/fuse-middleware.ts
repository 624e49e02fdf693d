import type { Middleware } from "@antler/plugin-api";
import { type BaseMessage, RemoveMessage } from "@langchain/core/messages";
import { messagesStateReducer, Overwrite, REMOVE_ALL_MESSAGES, ReducedValue, StateSchema } from "@langchain/langgraph";
import { type OwnedMiddleware, refuseClashes, stateFieldsOf } from "./middleware-clashes.js";
import { answering, callHook, type Hook, type HookKind, hookOf, jumpTargets } from "./middleware-hook.js";
import { nestModelCalls, nestToolCalls } from "./nest-wrappers.js";

type State = Record<string, unknown>;

/**
 * Folds many middlewares into one, so that a plugin adds no graph node: node-style hooks of a kind run in one node
 * (before*: first to last, after*: last to first), wrap-style hooks are nested, first outermost. Each hook sees what the
 * hooks ahead of it have changed; a jump ends the rest of its kind.
 * Throws ANTLER_MIDDLEWARE_DUPLICATE, ANTLER_STATE_KEY_DUPLICATE, ANTLER_MIDDLEWARE_TOOLS, each naming the plugins.
 */
export function fuseMiddleware(name: string, owned: readonly OwnedMiddleware[]): Middleware {
  refuseClashes(owned);
  const fields = Object.assign({}, ...owned.map(({ middleware }) => stateFieldsOf(middleware))) as State;
  const fused: Record<string, unknown> = { name };
  for (const kind of ["beforeAgent", "beforeModel", "afterModel", "afterAgent"] as const) {
    const hook = fuseHooks(kind, owned, fields);
    if (hook !== undefined) fused[kind] = hook;
  }
  const wrapModelCall = nestModelCalls(
    owned.flatMap((one) => {
      const wrapper = one.middleware.wrapModelCall;
      return wrapper === undefined ? [] : [answering(wrapper, "wrapModelCall", one)];
    }),
  );
  const wrapToolCall = nestToolCalls(
    owned.flatMap((one) => {
      const wrapper = one.middleware.wrapToolCall;
      return wrapper === undefined ? [] : [answering(wrapper, "wrapToolCall", one)];
    }),
  );
  if (wrapModelCall !== undefined) fused["wrapModelCall"] = wrapModelCall;
  if (wrapToolCall !== undefined) fused["wrapToolCall"] = wrapToolCall;
  if (Object.keys(fields).length > 0)
    fused["stateSchema"] = new StateSchema(fields as ConstructorParameters<typeof StateSchema>[0]);
  return fused as unknown as Middleware;
}

function fuseHooks(
  kind: HookKind,
  owned: readonly OwnedMiddleware[],
  fields: State,
): Hook | { hook: Hook; canJumpTo: string[] } | undefined {
  const hooked = owned.filter(({ middleware }) => hookOf(middleware, kind) !== undefined);
  if (hooked.length === 0) return undefined;
  const ordered = kind.startsWith("after") ? hooked.toReversed() : hooked;
  const hook: Hook = async (state, runtime) => {
    const merged = new StepUpdate(state, fields);
    for (const one of ordered) {
      const result = await callHook(one, kind, merged.state, runtime);
      if (result === undefined || result === null) continue;
      merged.apply(result);
      if (merged.jumpTo !== undefined) break;
    }
    return merged.result();
  };
  const canJumpTo = [...new Set(hooked.flatMap(({ middleware }) => jumpTargets(middleware, kind)))];
  return canJumpTo.length === 0 ? hook : { hook, canJumpTo };
}

/** What the hooks of one node change together, applied step by step so that later hooks see it. */
class StepUpdate {
  state: State;
  jumpTo: string | undefined;
  readonly #fields: State;
  readonly #changes: State = {};
  #messages: BaseMessage[] | undefined;
  #replacesHistory = false;

  constructor(state: State, fields: State) {
    this.state = state;
    this.#fields = fields;
  }

  apply(result: State): void {
    this.state = { ...this.state };
    for (const [key, value] of Object.entries(result)) {
      if (key === "jumpTo") this.jumpTo = value as string | undefined;
      else if (key === "messages")
        this.#addMessages(Array.isArray(value) ? (value as BaseMessage[]) : [value as BaseMessage]);
      else {
        const field = this.#fields[key];
        const next = ReducedValue.isInstance(field) ? field.reducer(this.state[key], value) : value;
        this.state[key] = next;
        this.#changes[key] = ReducedValue.isInstance(field) ? new Overwrite(next) : next;
      }
    }
  }

  result(): State | undefined {
    if (Object.keys(this.#changes).length === 0 && this.#messages === undefined && this.jumpTo === undefined)
      return undefined;
    const update: State = { ...this.#changes };
    // langchain writes every key of the node's input again: a reducer would apply it a second time
    for (const [key, field] of Object.entries(this.#fields))
      if (!(key in update) && ReducedValue.isInstance(field) && key in this.state)
        update[key] = new Overwrite(this.state[key]);
    update["messages"] = this.#replacesHistory
      ? [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), ...(this.state["messages"] as BaseMessage[])]
      : (this.#messages ?? []);
    if (this.jumpTo !== undefined) update["jumpTo"] = this.jumpTo;
    return update;
  }

  #addMessages(messages: readonly BaseMessage[]): void {
    if (messages.some((message) => message.getType() === "remove")) this.#replacesHistory = true;
    this.#messages = [...(this.#messages ?? []), ...messages];
    this.state["messages"] = messagesStateReducer(this.state["messages"] as BaseMessage[], [...messages]);
  }
}
