import { defineExtensionPoint, PLUGIN_API_VERSION, type Plugin } from "@antler/plugin-api";
import { describe, expect, it } from "vitest";
import { Kernel, type PluginEntry } from "./kernel.js";

const GREETING = defineExtensionPoint<{ readonly name: string; readonly text: string }>("greeting", "one");

function entry(plugin: Partial<Plugin> & Pick<Plugin, "id">): PluginEntry {
  return {
    plugin: { apiVersion: PLUGIN_API_VERSION, register: () => undefined, ...plugin },
    origin: "config",
    host: {
      config: {},
      environment: { configDir: "/", dataDir: "/" },
      locate: () => undefined,
      warn: () => undefined,
    },
  };
}
const greets = (id: string, name: string): PluginEntry =>
  entry({ id, register: (host) => host.provide(GREETING, { name, text: `hello from ${id}` }) });

describe("the kernel", () => {
  it("keeps two kernels in one process apart", () => {
    const [one, two] = [new Kernel(), new Kernel()];
    one.register(greets("a", "x"));
    expect(one.all(GREETING)).toHaveLength(1);
    expect(two.all(GREETING)).toEqual([]);
  });

  it("names both plugins when they contribute one name to one point", () => {
    const kernel = new Kernel();
    kernel.register(greets("a", "x"));
    expect(() => kernel.register(greets("b", "x"))).toThrowError(/\[plugin b\] greeting "x" is already provided by a/);
  });

  it("picks the contribution that the config names, else the only one, else says what to set", () => {
    const kernel = new Kernel({ greeting: "y" });
    kernel.register(greets("a", "x"));
    kernel.register(greets("b", "y"));
    expect(kernel.get(GREETING).text).toBe("hello from b");
    expect(kernel.get(GREETING, "x").text).toBe("hello from a");
    expect(() => kernel.get(GREETING, "z")).toThrowError(
      expect.objectContaining({ code: "ANTLER_CONTRIBUTION_UNKNOWN" }),
    );
    const unpicked = new Kernel();
    unpicked.register(greets("a", "x"));
    expect(unpicked.get(GREETING).name).toBe("x");
    unpicked.register(greets("b", "y"));
    expect(() => unpicked.get(GREETING)).toThrowError(
      expect.objectContaining({ hint: "Set `use.greeting` in config.yaml to one of: x, y." }),
    );
  });

  it.each([
    ["ANTLER_PLUGIN_API_MISMATCH", entry({ id: "p", apiVersion: 99 as never })],
    ["ANTLER_PLUGIN_MISSING", entry({ id: "p", requires: ["other"] })],
    [
      "ANTLER_PLUGIN_REGISTER_FAILED",
      entry({
        id: "p",
        register: () => {
          throw new Error("boom");
        },
      }),
    ],
    ["ANTLER_REGISTER_ASYNC", entry({ id: "p", register: async () => undefined })],
    ["ANTLER_LOOKUP_TOO_EARLY", entry({ id: "p", register: (host) => host.services.all(GREETING) })],
  ])("refuses with %s, naming the plugin and the fix", (code, broken) => {
    let thrown: unknown;
    try {
      new Kernel().register(broken);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code, hint: expect.stringMatching(/\S/) });
    if (code !== "ANTLER_LOOKUP_TOO_EARLY") expect(String(thrown)).toContain("[plugin p]");
  });

  it("refuses a contribution after register has returned, and a plugin twice", () => {
    const kernel = new Kernel();
    let late: (() => void) | undefined;
    kernel.register(
      entry({
        id: "p",
        register: (host) => {
          late = () => host.provide(GREETING, { name: "x", text: "" });
        },
      }),
    );
    expect(() => late?.()).toThrowError(expect.objectContaining({ code: "ANTLER_PROVIDE_AFTER_REGISTER" }));
    expect(() => kernel.register(entry({ id: "p" }))).toThrowError(
      expect.objectContaining({ code: "ANTLER_PLUGIN_DUPLICATE" }),
    );
  });

  it("starts in order, stops in reverse, and hands each plugin the state its register returned", async () => {
    const log: string[] = [];
    const kernel = new Kernel();
    for (const id of ["a", "b"])
      kernel.register(
        entry({
          id,
          register: () => ({ id }),
          start: ({ state }) => {
            log.push(`start ${(state as { id: string }).id}`);
          },
          stop: ({ state }) => {
            log.push(`stop ${(state as { id: string }).id}`);
          },
        }),
      );
    await kernel.start();
    await kernel.stop();
    await kernel.stop();
    expect(log).toEqual(["start a", "start b", "stop b", "stop a"]);
  });

  it("stops what was started, the failing one included, when one cannot start", async () => {
    const log: string[] = [];
    const kernel = new Kernel();
    kernel.register(
      entry({
        id: "a",
        stop: () => {
          log.push("stop a");
        },
      }),
    );
    kernel.register(
      entry({
        id: "b",
        start: () => Promise.reject(new Error("port taken")),
        stop: () => {
          log.push("stop b");
        },
      }),
    );
    await expect(kernel.start()).rejects.toMatchObject({
      code: "ANTLER_PLUGIN_START_FAILED",
      message: expect.stringContaining("port taken"),
    });
    expect(log).toEqual(["stop b", "stop a"]);
  });

  it("asks every plugin to stop although one fails", async () => {
    const log: string[] = [];
    const kernel = new Kernel();
    kernel.register(
      entry({
        id: "a",
        stop: () => {
          log.push("stop a");
        },
      }),
    );
    kernel.register(entry({ id: "b", stop: () => Promise.reject(new Error("stuck")) }));
    await kernel.start();
    await expect(kernel.stop()).rejects.toThrowError(/did not stop cleanly/);
    expect(log).toEqual(["stop a"]);
  });
});
