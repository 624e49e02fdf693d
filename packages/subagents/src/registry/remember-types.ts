import { resolveTypes, type TypeInput } from "./resolve-types.js";

/** `resolveTypes` that works anew only when its input has changed: one look at a registry asks it many times. */
export function rememberTypes(): typeof resolveTypes {
  let last: { readonly input: TypeInput; readonly result: ReturnType<typeof resolveTypes> } | undefined;
  return (input) => {
    if (last === undefined || !isSame(last.input, input)) last = { input, result: resolveTypes(input) };
    return last.result;
  };
}

/** Lists are made anew each time, but of the same items. */
function isSame(a: TypeInput, b: TypeInput): boolean {
  return (
    a.config === b.config &&
    a.locate === b.locate &&
    isSameList(a.builtin, b.builtin) &&
    isSameList(a.warnings ?? [], b.warnings ?? []) &&
    isSameList(a.contributed.map(typeOf), b.contributed.map(typeOf)) &&
    isSameList(a.contributed.map(pluginOf), b.contributed.map(pluginOf))
  );
}
type Contributed = TypeInput["contributed"][number];
const typeOf = ({ type }: Contributed): unknown => type;
const pluginOf = ({ plugin }: Contributed): unknown => plugin;

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
