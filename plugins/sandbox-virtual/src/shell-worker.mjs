// Runs simulated commands, one at a time, in a thread that can be ended at any point. Plain JavaScript: a worker is loaded by node
// as it is, also where the rest of the package runs from its TypeScript sources.
import { parentPort } from "node:worker_threads";
import { Bash, InMemoryFs, MountableFs } from "just-bash";

/** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: Error) => void }>} */
const waiting = new Map();
let lastCall = 0;

/** @param {string} op @param {unknown[]} args */
function ask(op, args) {
  return new Promise((resolve, reject) => {
    const call = ++lastCall;
    waiting.set(call, { resolve, reject });
    parentPort?.postMessage({ type: "file", call, op, args });
  });
}

/** The files of a mount; the thread that started us holds the real ones. @param {string} root */
function remoteFiles(root) {
  const full = (/** @type {string} */ path) => (path === "/" ? root : `${root}${path}`);
  const bytes = (/** @type {string | Uint8Array} */ content, /** @type {unknown} */ options) => {
    if (typeof content !== "string") return content;
    const encoding =
      typeof options === "string" ? options : /** @type {{ encoding?: string } | undefined} */ (options)?.encoding;
    return Buffer.from(content, encoding === "binary" || encoding === "latin1" ? "latin1" : "utf8");
  };
  const times = (/** @type {any} */ stats) => ({ ...stats, mtime: new Date(stats.mtimeMs) });
  const read = async (/** @type {string} */ path) =>
    Buffer.from(/** @type {Uint8Array} */ (await ask("read", [full(path)])));
  const refuse = (/** @type {string} */ what) => async (/** @type {string} */ path) => {
    throw new Error(`EPERM: operation not permitted, ${what} '${full(path)}'`);
  };
  return {
    readFile: async (/** @type {string} */ path, /** @type {any} */ options) => {
      const encoding = (typeof options === "string" ? options : options?.encoding) ?? "utf8";
      return (await read(path)).toString(encoding === "binary" ? "latin1" : encoding);
    },
    readFileBuffer: read,
    writeFile: (/** @type {string} */ path, /** @type {any} */ content, /** @type {any} */ options) =>
      ask("write", [full(path), bytes(content, options)]),
    appendFile: (/** @type {string} */ path, /** @type {any} */ content, /** @type {any} */ options) =>
      ask("append", [full(path), bytes(content, options)]),
    exists: (/** @type {string} */ path) => ask("exists", [full(path)]),
    stat: async (/** @type {string} */ path) => times(await ask("stat", [full(path)])),
    lstat: async (/** @type {string} */ path) => times(await ask("stat", [full(path)])),
    mkdir: (/** @type {string} */ path, /** @type {any} */ options) =>
      ask("mkdir", [full(path), options?.recursive === true]),
    readdir: (/** @type {string} */ path) => ask("readdir", [full(path)]),
    rm: (/** @type {string} */ path, /** @type {any} */ options) =>
      ask("rm", [full(path), options?.recursive === true, options?.force === true]),
    cp: (/** @type {string} */ from, /** @type {string} */ to, /** @type {any} */ options) =>
      ask("cp", [full(from), full(to), options?.recursive === true]),
    mv: (/** @type {string} */ from, /** @type {string} */ to) => ask("mv", [full(from), full(to)]),
    resolvePath: (/** @type {string} */ base, /** @type {string} */ path) => new URL(path, `file://${base}/`).pathname,
    getAllPaths: () => [],
    chmod: (/** @type {string} */ path) => ask("exists", [full(path)]).then(() => undefined),
    utimes: (/** @type {string} */ path) => ask("exists", [full(path)]).then(() => undefined),
    symlink: (/** @type {string} */ _target, /** @type {string} */ path) => refuse("symlink")(path),
    link: (/** @type {string} */ _existing, /** @type {string} */ path) => refuse("link")(path),
    readlink: refuse("readlink"),
    realpath: async (/** @type {string} */ path) => {
      await ask("stat", [full(path)]);
      return path;
    },
  };
}

/**
 * The shell gives text, or bytes as characters up to U+00FF, and does not say which. No text has NUL or C1 characters, and
 * hardly any bytes that are no text have none.
 * @param {string} output
 */
function bytesOf(output) {
  let bytes = false;
  for (let index = 0; index < output.length; index++) {
    const code = output.charCodeAt(index);
    if (code > 0xff) return Buffer.from(output, "utf8");
    bytes ||= code < 8 || (code >= 0x80 && code < 0xa0);
  }
  return Buffer.from(output, bytes ? "latin1" : "utf8");
}

/** @param {any} job */
async function run(job) {
  const base = new InMemoryFs({ "/home/agent/.keep": "", "/tmp/.keep": "" }, { maxTotalBytes: job.tmpBytes });
  for (const name of ["/home/agent/.keep", "/tmp/.keep"]) await base.rm(name);
  const fs = new MountableFs({ base });
  for (const root of job.roots) fs.mount(root, /** @type {any} */ (remoteFiles(root)));
  const bash = new Bash({
    fs,
    cwd: job.cwd,
    env: job.env,
    executionLimits: {
      maxExecutionTimeMs: 2 ** 31 - 1,
      maxOutputSize: job.outputBytes,
      maxFileSystemBytes: job.tmpBytes,
    },
    processInfo: { pid: 1, ppid: 0, uid: 1000, gid: 1000 },
  });
  const result = await bash.exec(job.command, {
    rawScript: true,
    ...(job.stdin === undefined ? {} : { stdin: job.stdin, stdinKind: "bytes" }),
  });
  return {
    exitCode: result.exitCode,
    stdout: bytesOf(result.stdout),
    stderr: bytesOf(result.stderr),
  };
}

parentPort?.on("message", (message) => {
  if (message.type === "answer") {
    const call = waiting.get(message.call);
    waiting.delete(message.call);
    if (message.error === undefined) call?.resolve(message.value);
    else call?.reject(new Error(message.error));
    return;
  }
  run(message.job).then(
    (result) => parentPort?.postMessage({ type: "done", ...result }),
    (error) =>
      parentPort?.postMessage({
        type: "done",
        exitCode: 126,
        stdout: new Uint8Array(),
        stderr: Buffer.from(`bash: ${error?.message ?? error}\n`),
      }),
  );
});
