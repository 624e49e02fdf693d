import type { PluginReport } from "@antler/core";
import { AntlerError, MIDDLEWARE, unknownNameHint } from "@antler/plugin-api";
import { EXIT, type ExitCode } from "../exit-code.js";
import { maskSecrets } from "../platform/mask-secrets.js";
import { withPlatform } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import type { Io } from "../terminal/io.js";
import { printJson } from "../terminal/print-json.js";
import { painterFor } from "../terminal/style.js";
import { cell, formatTable } from "../terminal/table.js";

/** These commands tell what each plugin costs at start. */
const TIMED = { timesLoading: true };

/** `antler plugins list` */
export async function pluginsList(io: Io, flags: PlatformFlags): Promise<ExitCode> {
  return await withPlatform(
    io,
    flags,
    async ({ plugins }) => {
      if (flags.json === true) {
        printJson(io, plugins.map(reportJson));
        return EXIT.done;
      }
      const rows = plugins.map((plugin) => [
        cell(plugin.id),
        cell(plugin.version),
        plugin.origin,
        cell(plugin.configSection),
        String(plugin.contributions.length),
        `${plugin.loadMs.toFixed(0)} ms`,
      ]);
      const titles = ["PLUGIN", "VERSION", "ORIGIN", "CONFIG", "CONTRIBUTIONS", "LOADED IN"];
      io.stdout.write(formatTable(titles, rows, painterFor(io, io.stdout)));
      return EXIT.done;
    },
    TIMED,
  );
}

/** `antler plugins inspect ID`. Throws ANTLER_PLUGIN_ID_UNKNOWN. */
export async function pluginsInspect(io: Io, id: string, flags: PlatformFlags): Promise<ExitCode> {
  return await withPlatform(
    io,
    flags,
    async ({ plugins, services }) => {
      const report = plugins.find((plugin) => [plugin.id, plugin.use, plugin.id.replace("@antler/", "")].includes(id));
      if (report === undefined)
        throw new AntlerError({
          code: "ANTLER_PLUGIN_ID_UNKNOWN",
          message: `no plugin "${id}" is loaded`,
          hint: unknownNameHint(
            id,
            plugins.map((plugin) => plugin.id),
          ),
        });
      const { orderMiddleware } = await import("@antler/core");
      const order = orderMiddleware(services.all(MIDDLEWARE)).map((factory) => ({
        name: factory.name,
        stage: factory.stage,
        plugin: services.ownerOf(MIDDLEWARE, factory.name)?.plugin ?? null,
      }));
      if (flags.json === true) {
        printJson(io, { ...reportJson(report), middleware_order: order });
        return EXIT.done;
      }
      const paint = painterFor(io, io.stdout);
      const facts = [
        ["version", cell(report.version)],
        ["api version", String(report.apiVersion)],
        ["origin", report.origin === "built-in" ? "comes with antler" : `listed as ${report.use}`],
        ["config section", cell(report.configSection)],
        ["requires", report.requires.join(", ") || "-"],
        ["loaded in", `${report.loadMs.toFixed(0)} ms`],
      ];
      io.stdout.write(formatTable([report.id, ""], facts, paint));
      io.stdout.write("\n");
      const contributions = report.contributions.map(({ point, name }) => [point, cell(name)]);
      io.stdout.write(formatTable(["EXTENSION POINT", "CONTRIBUTION"], contributions, paint));
      if (report.contributions.some(({ point }) => point === "middleware")) {
        const rows = order.map(({ name, stage, plugin }, index) => [
          `${index + 1}`,
          stage,
          cell(name),
          plugin === report.id ? `${plugin} (this one)` : cell(plugin),
        ]);
        io.stdout.write(`\n${formatTable(["ORDER", "STAGE", "MIDDLEWARE", "PLUGIN"], rows, paint)}`);
      }
      io.stdout.write(`\nconfig: ${JSON.stringify(maskSecrets(report.config), null, 2)}\n`);
      return EXIT.done;
    },
    TIMED,
  );
}

function reportJson(report: PluginReport): object {
  return {
    id: report.id,
    version: report.version,
    api_version: report.apiVersion,
    origin: report.origin,
    use: report.use,
    config_section: report.configSection,
    requires: report.requires,
    load_ms: Math.round(report.loadMs),
    contributions: report.contributions,
    config: maskSecrets(report.config),
  };
}
