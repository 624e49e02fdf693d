import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { AntlerError } from "@antler/plugin-api";
import type { Io } from "../terminal/io.js";

/**
 * Absolute path of the config file: the command's argument, else `--config`, else `$ANTLER_CONFIG`, else `config.yaml` in the working folder.
 * Throws ANTLER_CONFIG_NOT_FOUND, naming who asked for the file; never falls back to another one.
 */
export function findConfig(
  io: Pick<Io, "cwd" | "env">,
  flag: string | undefined,
  argument?: string | undefined,
): string {
  if (argument !== undefined) return existing(io.cwd, argument, "the command line");
  if (flag !== undefined) return existing(io.cwd, flag, "--config");
  const variable = io.env["ANTLER_CONFIG"];
  if (variable !== undefined && variable !== "") return existing(io.cwd, variable, "$ANTLER_CONFIG");
  if (existsSync(resolve(io.cwd, "config.yaml"))) return existing(io.cwd, "config.yaml", "the working folder");
  throw notFound(
    `there is no config.yaml in ${io.cwd}`,
    "Run `antler init` to write one, or name another file with --config FILE.",
  );
}

function existing(cwd: string, wanted: string, origin: string): string {
  const file = resolve(cwd, wanted);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile()) return file;
  const problem = found === undefined ? "does not exist" : "is not a file";
  throw notFound(
    `${file} ${problem} (from ${origin})`,
    "Correct the path, or run `antler init` to write a config file.",
  );
}

function notFound(message: string, hint: string): AntlerError {
  return new AntlerError({ code: "ANTLER_CONFIG_NOT_FOUND", message, hint });
}
