import { AntlerError, unknownNameHint } from "@antler/plugin-api";
import type { Command } from "commander";
import { EXIT, type ExitCode } from "../exit-code.js";
import type { Io } from "../terminal/io.js";

const SHELLS: Readonly<Record<string, (program: Command) => string>> = { bash, zsh, fish };

/** `antler completion SHELL`: a script made from the command definitions. Throws ANTLER_SHELL_UNKNOWN. */
export function completion(io: Io, program: Command, shell: string): ExitCode {
  const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (write === undefined)
    throw new AntlerError({
      code: "ANTLER_SHELL_UNKNOWN",
      message: `there is no completion for "${shell}"`,
      hint: unknownNameHint(shell, Object.keys(SHELLS)),
    });
  io.stdout.write(write(program));
  return EXIT.done;
}

interface Words {
  /** `config check`; empty for `antler` itself. */
  readonly path: string;
  readonly commands: readonly Command[];
  readonly words: readonly string[];
}

function allWords(command: Command, path: readonly string[] = []): readonly Words[] {
  const options = command.options.flatMap((option) => option.long ?? []);
  const names = command.commands.map((child) => child.name());
  const own = { path: path.join(" "), commands: command.commands, words: [...names, ...options, "--help"] };
  return [own, ...command.commands.flatMap((child) => allWords(child, [...path, child.name()]))];
}

/** Every option that is followed by a value, by all its names. */
function valueOptions(command: Command): readonly string[] {
  const own = command.options
    .filter(({ required }) => required)
    .flatMap(({ short, long }) => [short ?? [], long ?? []]);
  return [...new Set([...own.flat(), ...command.commands.flatMap(valueOptions)])];
}

function bash(program: Command): string {
  const cases = allWords(program).map(({ path, words }) => `    "${path}") words="${words.join(" ")}" ;;`);
  return `# bash completion of antler
_antler() {
  local word path="" words="" current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; *) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases.join("\n")}
  esac
  case "\${COMP_WORDS[COMP_CWORD-1]}" in ${valueOptions(program).join("|")}) words="" ;; esac
  if [ -z "$words" ]; then COMPREPLY=($(compgen -f -- "$current")); return; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F _antler antler
`;
}

function zsh(program: Command): string {
  return `#compdef antler
autoload -U +X bashcompinit && bashcompinit
${bash(program)}`;
}

function fish(program: Command): string {
  const lines = allWords(program).flatMap(({ path, commands, words }) => {
    const depth = path === "" ? 0 : path.split(" ").length;
    const seen = path === "" ? [] : path.split(" ").map((name) => `__fish_seen_subcommand_from ${name}`);
    const names = commands.map((child) => child.name()).join(" ");
    const here = [...seen, ...(names === "" ? [] : [`not __fish_seen_subcommand_from ${names}`])].join("; and ");
    const condition = here === "" ? "" : ` -n '${here}'`;
    const subcommands = commands.map(
      (child) =>
        `complete -c antler -f${condition} -a ${child.name()} -d '${child.description().replaceAll("'", "\\'")}'`,
    );
    const options = words
      .filter((word) => word.startsWith("--"))
      .map((word) => `complete -c antler${depth === 0 ? "" : ` -n '${seen.join("; and ")}'`} -l ${word.slice(2)}`);
    return [...subcommands, ...options];
  });
  return `# fish completion of antler\n${lines.join("\n")}\n`;
}
