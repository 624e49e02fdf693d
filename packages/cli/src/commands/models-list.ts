import { MODEL_CATALOG } from "@antler/plugin-api";
import { EXIT, type ExitCode } from "../exit-code.js";
import { maskSecrets } from "../platform/mask-secrets.js";
import { withPlatform } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import type { Io } from "../terminal/io.js";
import { printJson } from "../terminal/print-json.js";
import { painterFor } from "../terminal/style.js";
import { cell, formatTable } from "../terminal/table.js";

/** `antler models list`. Keys are never printed. */
export async function modelsList(io: Io, flags: PlatformFlags): Promise<ExitCode> {
  return await withPlatform(io, flags, async (platform) => {
    const catalog = platform.services.get(MODEL_CATALOG);
    const names = catalog.names();
    const lead = names.length === 0 ? null : platform.leadBlueprint().model;
    const models = names.map((name) => {
      const entry = catalog.entry(name);
      return {
        name,
        use: entry?.use ?? null,
        model: entry?.model ?? null,
        base_url: typeof entry?.["base_url"] === "string" ? String(maskSecrets(entry["base_url"])) : null,
        lead: name === lead,
      };
    });
    if (flags.json === true) {
      printJson(io, models);
      return EXIT.done;
    }
    const rows = models.map((model) => [
      cell(model.name),
      cell(model.use),
      cell(model.model),
      cell(model.base_url),
      model.lead ? "default" : "-",
    ]);
    io.stdout.write(formatTable(["NAME", "PROVIDER", "MODEL", "BASE URL", "LEAD"], rows, painterFor(io, io.stdout)));
    return EXIT.done;
  });
}
