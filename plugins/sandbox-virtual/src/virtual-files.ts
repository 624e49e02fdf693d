import { posix } from "node:path";
import { isSandboxError, type SandboxErrorReason, type SandboxFs } from "@antler/plugin-api";

/** What a command of the simulated shell may ask of a mounted file. */
export interface VirtualFiles {
  call(op: string, args: readonly unknown[]): Promise<unknown>;
}
export interface VirtualFilesOptions {
  /** Of one file, bytes. */
  readonly maxFileBytes: number;
}
/** Entries of one folder that the shell sees. */
const MAX_ENTRIES = 100_000;

/** The simulated shell's view of a sandbox's files. Errors have the text that shells expect of node's. */
export function virtualFiles(fs: SandboxFs, options: VirtualFilesOptions): VirtualFiles {
  const operations = new Map(Object.entries(fileOperations(fs, options)));
  return {
    call: async (op, args) => {
      const operation = operations.get(op);
      if (operation === undefined) throw new Error(`ENOSYS: function not implemented, ${op}`);
      try {
        return await operation(...args);
      } catch (error) {
        throw systemError(error, op, String(args[0]));
      }
    },
  };
}

type Operation = (...args: readonly unknown[]) => Promise<unknown>;

function fileOperations(fs: SandboxFs, { maxFileBytes }: VirtualFilesOptions): Readonly<Record<string, Operation>> {
  const exists = (path: string): Promise<boolean> =>
    fs.stat(path).then(
      () => true,
      () => false,
    );
  const read = async (path: string): Promise<Uint8Array> => (await fs.readFile(path, { maxBytes: maxFileBytes })).data;
  const write = async (path: string, data: Uint8Array, mode: "overwrite" | "append"): Promise<void> => {
    const before = mode === "append" && (await exists(path)) ? (await fs.stat(path)).size : 0;
    if (before + data.length > maxFileBytes) throw new Error(`EFBIG: file too large, write '${path}'`);
    // A shell does not make folders on its way.
    await fs.stat(posix.dirname(path));
    await fs.writeFile(path, data, { mode });
  };
  const names = async (path: string): Promise<readonly string[]> => {
    const page = await fs.list(path, { includeIgnored: true, limit: MAX_ENTRIES });
    return page.items.map((item) => posix.basename(item.path));
  };
  const remove = async (path: string, recursive: boolean, force: boolean): Promise<void> => {
    await fs.remove(path, { recursive }).catch((error: unknown) => {
      if (!force || !isSandboxError(error, "not_found")) throw error;
    });
  };
  const copy = async (from: string, to: string, recursive: boolean): Promise<void> => {
    const { type } = await fs.stat(from);
    if (type !== "dir") return write(to, await read(from), "overwrite");
    if (!recursive) throw new Error(`EISDIR: illegal operation on a directory, cp '${from}'`);
    await fs.mkdir(to);
    for (const name of await names(from)) await copy(posix.join(from, name), posix.join(to, name), true);
  };
  return {
    read: (path) => read(String(path)),
    write: (path, data) => write(String(path), data as Uint8Array, "overwrite"),
    append: (path, data) => write(String(path), data as Uint8Array, "append"),
    exists: (path) => exists(String(path)),
    stat: async (path) => {
      const { type, size, mtimeMs } = await fs.stat(String(path));
      const isDirectory = type === "dir";
      return {
        isFile: type === "file",
        isDirectory,
        isSymbolicLink: false,
        mode: isDirectory ? 0o755 : 0o644,
        size,
        mtimeMs,
      };
    },
    readdir: (path) => names(String(path)),
    mkdir: async (path, recursive) => {
      const folder = String(path);
      if (recursive !== true) {
        await fs.stat(posix.dirname(folder));
        if (await exists(folder)) throw new Error(`EEXIST: file already exists, mkdir '${folder}'`);
      }
      await fs.mkdir(folder);
    },
    rm: (path, recursive, force) => remove(String(path), recursive === true, force === true),
    cp: (from, to, recursive) => copy(String(from), String(to), recursive === true),
    mv: async (from, to) => {
      await copy(String(from), String(to), true);
      await remove(String(from), true, false);
    },
  };
}

const SYSTEM: Readonly<Partial<Record<SandboxErrorReason, readonly [string, string]>>> = {
  not_found: ["ENOENT", "no such file or directory"],
  exists: ["EEXIST", "file already exists"],
  is_directory: ["EISDIR", "illegal operation on a directory"],
  not_directory: ["ENOTDIR", "not a directory"],
  read_only: ["EROFS", "read-only file system"],
  permission_denied: ["EACCES", "permission denied"],
  not_regular_file: ["EACCES", "permission denied"],
  invalid_argument: ["EINVAL", "invalid argument"],
  too_large: ["EFBIG", "file too large"],
  capacity: ["ENOSPC", "no space left on device"],
};

function systemError(error: unknown, op: string, path: string): unknown {
  if (!isSandboxError(error)) return error;
  const [code, text] = SYSTEM[error.reason] ?? ["EIO", "i/o error"];
  return new Error(`${code}: ${text}, ${op} '${path}'`);
}
