import { expect, it } from "vitest";
import {
  type Contribution,
  defineExtensionPoint,
  definePlugin,
  type ExtensionPoint,
  LATE_TOOL_PROVIDER,
  MIDDLEWARE,
  type Middleware,
  MODEL_PROVIDER,
  PLUGIN_API_VERSION,
  SANDBOX_BACKEND,
  type SandboxBackend,
  SUBAGENT_TYPE,
  TASK_EXECUTOR,
  type TaskExecutor,
  TOOL_FILTER,
  TOOL_PROVIDER,
} from "./index.js";

const toolWithoutGroup = { name: "t", description: "Does nothing.", parameters: {}, run: () => "" };
declare const executorWithoutCancel: Omit<TaskExecutor, "cancel">;
declare const backendWithoutProbe: Omit<SandboxBackend, "probe">;

/** Every `@ts-expect-error` below is a mistake that the compiler has to find; without the mistake the build fails. */
const mistakes = definePlugin<{ greeting: string }>({
  apiVersion: PLUGIN_API_VERSION,
  id: "mistakes",
  register(host) {
    // @ts-expect-error the config has no such key
    void host.config.greting;
    // @ts-expect-error a contribution has a name
    host.provide(TOOL_PROVIDER, { list: () => [] });
    // @ts-expect-error a subagent type is no tool provider
    host.provide(TOOL_PROVIDER, { name: "auditor", description: "Audits.", systemPrompt: "You audit." });
    // @ts-expect-error a subagent type needs a system prompt
    host.provide(SUBAGENT_TYPE, { name: "auditor", description: "Audits." });
    // @ts-expect-error there is no null allowlist: "all" is no restriction, [] is nothing
    host.provide(SUBAGENT_TYPE, { name: "auditor", description: "Audits.", systemPrompt: "You audit.", tools: null });
    // @ts-expect-error a tool needs a group, so that tool_groups can allow it
    host.provide(TOOL_PROVIDER, { name: "x", list: () => [toolWithoutGroup] });
    // @ts-expect-error a filter judges; it does not return a list to which a tool could be added
    host.provide(TOOL_FILTER, { name: "adds", judge: (tool) => [tool, tool] });
    // @ts-expect-error a refusal says why
    host.provide(TOOL_FILTER, { name: "silent", judge: () => ({ allow: false }) });
    // @ts-expect-error an error code begins with ANTLER_
    host.provide(TOOL_FILTER, { name: "code", judge: () => ({ allow: false, code: "NO", reason: "no" }) });
    // @ts-expect-error there is no such stage
    host.provide(MIDDLEWARE, { name: "late", stage: "afterwards", create: () => undefined });
    // @ts-expect-error a middleware is contributed as a factory: one instance for each agent
    host.provide(MIDDLEWARE, { name: "shared", stage: "final", middleware: {} });
    // @ts-expect-error a model provider gives a chat model
    host.provide(MODEL_PROVIDER, { name: "text", create: () => "hello" });
    // @ts-expect-error an executor also cancels
    host.provide(TASK_EXECUTOR, executorWithoutCancel);
    // @ts-expect-error a backend measures what it can do
    host.provide(SANDBOX_BACKEND, backendWithoutProbe);
    // @ts-expect-error late tools are given in a record
    host.provide(LATE_TOOL_PROVIDER, { name: "late", extend: () => [] });
  },
});

// @ts-expect-error the version is a number that this package knows
definePlugin({ apiVersion: 99, id: "future", register: () => {} });

// @ts-expect-error tools do not come with a middleware: a filter would not see them
const withTools: Middleware = { name: "with-tools", tools: [{ name: "hidden" }] };

interface Greeter extends Contribution {
  greet(): string;
}
const GREETER: ExtensionPoint<Greeter> = defineExtensionPoint("greeter", "all");
// @ts-expect-error points of different contributions do not mix
const other: ExtensionPoint<Contribution & { leave(): string }> = GREETER;

it("still has the mistakes at run time", () => {
  expect(mistakes.id).toBe("mistakes");
  expect(withTools).toHaveProperty("tools");
  expect(other).toBe(GREETER);
});
