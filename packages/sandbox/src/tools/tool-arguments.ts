/** The arguments have been checked against the tool's schema; these give them their types. */
export type ToolArguments = Readonly<Record<string, unknown>>;

export function stringOf(args: ToolArguments, name: string): string {
  const value = args[name];
  return typeof value === "string" ? value : "";
}
export function optionalString(args: ToolArguments, name: string): string | undefined {
  const value = args[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
export function optionalNumber(args: ToolArguments, name: string): number | undefined {
  const value = args[name];
  return typeof value === "number" ? value : undefined;
}
export function flag(args: ToolArguments, name: string): boolean {
  return args[name] === true;
}

const nullable = (
  type: string,
  description: string,
): { readonly type: readonly string[]; readonly description: string } => ({
  type: [type, "null"],
  description,
});
/** Schemas of single arguments. Optional ones also take null, which many models write for "not given". */
export const argument = {
  path: (what: string): { readonly type: "string"; readonly description: string } => ({
    type: "string",
    description: `${what}. Absolute, below /mnt/user-data/workspace, /mnt/user-data/uploads, /mnt/user-data/outputs or another mount.`,
  }),
  text: (description: string): { readonly type: "string"; readonly description: string } => ({
    type: "string",
    description,
  }),
  optionalText: (description: string): ReturnType<typeof nullable> => nullable("string", description),
  integer: (description: string): ReturnType<typeof nullable> => nullable("integer", description),
  flag: (description: string): ReturnType<typeof nullable> => nullable("boolean", description),
};
export const INCLUDE_IGNORED: ReturnType<typeof nullable> = nullable(
  "boolean",
  "Also look into what is left out: .git, node_modules, build output, caches, logs.",
);
