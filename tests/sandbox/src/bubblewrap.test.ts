import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Sandbox } from "@antler/plugin-api";
import { createHostedSandboxes, exec, harmlessText } from "@antler/sandbox";
import { BubblewrapDefinition, bubblewrapConfig, seccompFilter } from "@antler/sandbox-bubblewrap";
import { afterEach, describe, expect, it } from "vitest";
import { makeSpec, missing, newFolder, WORKSPACE } from "./backends.js";

const problem = await missing("bubblewrap");
const isRoot = process.getuid?.() === 0;
const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function open(
  config: object = {},
  change: { readonly workspace?: string; readonly network?: "host"; readonly env?: Record<string, string> } = {},
) {
  const dataDir = newFolder();
  const { hosted } = createHostedSandboxes(dataDir);
  const backend = hosted.define(new BubblewrapDefinition(hosted.start, bubblewrapConfig({ ...config }), dataDir));
  opened.push(() => backend.dispose());
  const spec = makeSpec("bubblewrap", dataDir, "bwrap");
  const mounts = spec.mounts.map((mount) =>
    change.workspace !== undefined && mount.target === WORKSPACE
      ? { ...mount, source: { host: change.workspace } }
      : mount,
  );
  return backend.acquire({
    ...spec,
    mounts,
    network: { mode: change.network ?? "none" },
    ...(change.env === undefined ? {} : { env: change.env }),
  });
}
async function sh(sandbox: Sandbox, command: string, env: Record<string, string> = {}): Promise<string> {
  const result = await exec(sandbox, { command, env, timeoutMs: 20_000 });
  return harmlessText(result.stdout) + harmlessText(result.stderr);
}

describe.skipIf(problem !== undefined)(
  `bubblewrap${problem === undefined ? "" : `. ${problem}`}`,
  { timeout: 60_000 },
  () => {
    it("never runs a command as root, and gives it no power over the kernel's settings", async () => {
      const sandbox = await open();
      expect(Number(await sh(sandbox, "id -u"))).toBeGreaterThan(0);
      expect(
        await sh(
          sandbox,
          "for f in /proc/sys/kernel/core_pattern /proc/sys/vm/overcommit_memory; do [ -w $f ] && echo WRITABLE; done; echo done",
        ),
      ).toBe("done\n");
      expect(
        await sh(
          sandbox,
          "grep -E '^Cap(Inh|Prm|Eff|Bnd|Amb)' /proc/self/status | grep -v 0000000000000000; echo none",
        ),
      ).toBe("none\n");
    });
    it("ENV-015: shows neither secrets nor host paths in the processes of the sandbox, pid 1 included", async () => {
      const sandbox = await open({}, { env: { SPEC_SECRET: "spec-secret-value" } });
      const text = await sh(sandbox, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '; cat /proc/1/environ", {
        CALL_SECRET: "call-secret-value",
      });
      expect(text).toContain("bwrap");
      for (const secret of ["spec-secret-value", "call-secret-value", "antler-sandbox-test"])
        expect(text).not.toContain(secret);
      expect(await sh(sandbox, "echo $SPEC_SECRET $CALL_SECRET", { CALL_SECRET: "call-secret-value" })).toBe(
        "spec-secret-value call-secret-value\n",
      );
    });
    it("SBX-16: a URL is a URL, and file:///etc/passwd is the sandbox's own", async () => {
      const sandbox = await open();
      expect(await sh(sandbox, "echo curl https://example.com/api/v1")).toBe("curl https://example.com/api/v1\n");
      expect(await sh(sandbox, "curl -s file:///etc/passwd || cat /etc/passwd")).toMatch(
        /^agent:x:\d+:\d+:agent:\/tmp\/agent:\/bin\/bash\n$/,
      );
      expect(await sh(sandbox, "cat /etc/shadow")).toContain("No such file");
    });
    it("SBX-34: a system path that is missing or a link breaks no command", async () => {
      const folder = newFolder();
      chmodSync(folder, 0o755);
      mkdirSync(join(folder, "real"));
      writeFileSync(join(folder, "real", "tool"), "tool");
      symlinkSync(join(folder, "real"), join(folder, "linked"));
      const sandbox = await open({ system_paths: [join(folder, "none"), join(folder, "linked")] });
      expect(await sh(sandbox, `cat ${join(folder, "linked")}/tool; ls ${folder}`)).toBe("toollinked\n");
    });
    it("SBX-36: file tools, commands and scripts see one file under one name", async () => {
      const sandbox = await open();
      await sandbox.fs.writeFile(`${WORKSPACE}/p.txt`, "same");
      expect(await sh(sandbox, `cat ${WORKSPACE}/p.txt; perl -e 'open(F,"<","${WORKSPACE}/p.txt"); print <F>'`)).toBe(
        "samesame",
      );
    });
    it("has of /etc what programs need: each public file as the host has it", async () => {
      const sandbox = await open();
      const wanted = ["ld.so.cache", "os-release", "services", "localtime", "ssl/certs/ca-certificates.crt"];
      const there = wanted.filter((name) => existsSync(join("/etc", name)));
      expect(there).toContain("os-release");
      for (const name of there) {
        const digest = createHash("sha256")
          .update(readFileSync(join("/etc", name)))
          .digest("hex");
        expect(await sh(sandbox, `sha256sum < /etc/${name}`), name).toBe(`${digest}  -\n`);
      }
    });
    it("has no network unless it is asked for", async () => {
      expect(await sh(await open(), "cat /proc/net/dev | grep -c :")).toBe("1\n");
      expect(await sh(await open({}, { network: "host" }), "ls /etc/resolv.conf /etc/hosts")).toContain("/etc/hosts");
    });
    it("refuses a file that would act for its owner", async () => {
      const text = await sh(
        await open(),
        'touch f; chmod u+s f; chmod 0644 f; mkdir -m 2755 d; perl -e \'sysopen(F, "g", 0x41, 04755) and print "MADE"\'; stat -c %a f',
      );
      expect(text).toMatch(/^644\n/);
      expect(text).not.toContain("MADE");
      expect(text).toContain("Operation not permitted");
    });
    it("hands no descriptor on that was left open by whoever started us", async () => {
      const dataDir = newFolder();
      chmodSync(dataDir, 0o755);
      const script = fileURLToPath(new URL("./run-command.mjs", import.meta.url));
      const started = `exec 60</ 7<${dataDir}; exec "$0" "$@"`;
      for (const command of ["ls /proc/[12]/fd", "ls /proc/self/fd/60/ /proc/self/fd/7/"]) {
        const { stdout } = await promisify(execFile)("bash", [
          ...["-c", started, process.execPath, script, "bubblewrap", dataDir, command],
        ]);
        expect(stdout).toMatch(/^running\n/);
        expect(stdout).not.toMatch(/^60$|^etc$|threads/m);
      }
    });
    it.skipIf(!isRoot)("as root, works in a closed folder of root without changing its owners", async () => {
      const workspace = join(newFolder(), "closed");
      mkdirSync(workspace, { mode: 0o700 });
      writeFileSync(join(workspace, "given.txt"), "given", { mode: 0o600 });
      const sandbox = await open({}, { workspace });
      if (sandbox.description.includes("only read")) {
        expect(await sh(sandbox, "touch x")).toContain("denied");
        return;
      }
      expect(await sh(sandbox, "cat given.txt; echo made > made.txt; id -u")).toBe("given65534\n");
      expect(readFileSync(join(workspace, "made.txt"), "utf8")).toBe("made\n");
      expect([
        statSync(workspace).uid,
        statSync(join(workspace, "given.txt")).uid,
        statSync(join(workspace, "made.txt")).uid,
      ]).toEqual([0, 0, 0]);
      await sandbox.fs.writeFile(`${WORKSPACE}/by-tool.txt`, "tool");
      expect(await sh(sandbox, "echo more >> by-tool.txt; cat by-tool.txt")).toBe("toolmore\n");
    });
    it.skipIf(!isRoot)("as root, runs as the owner of the workspace where that is another user", async () => {
      const folder = newFolder();
      chmodSync(folder, 0o755);
      const workspace = join(folder, "theirs");
      mkdirSync(workspace);
      chownSync(workspace, 1234, 1234);
      const sandbox = await open({}, { workspace });
      expect(await sh(sandbox, "id -u; touch x")).toBe("1234\n");
      await sandbox.fs.writeFile(`${WORKSPACE}/y`, "y");
      expect([statSync(join(workspace, "x")).uid, statSync(join(workspace, "y")).uid]).toEqual([1234, 1234]);
    });
  },
);

describe("the system call filter", () => {
  it("is a program of whole instructions that ends by allowing, for the machines it knows", () => {
    for (const arch of ["x64", "arm64"]) {
      const program = Buffer.from(seccompFilter(arch) ?? []);
      expect(program.length % 8).toBe(0);
      expect([program.readUInt16LE(program.length - 8), program.readUInt32LE(program.length - 4)]).toEqual([
        0x06, 0x7fff0000,
      ]);
      // Of the three conditional jumps, none leads behind the end.
      for (let at = 0; at < program.length; at += 8) {
        if (![0x15, 0x35, 0x45].includes(program.readUInt16LE(at))) continue;
        const farthest = Math.max(program.readUInt8(at + 2), program.readUInt8(at + 3));
        expect(at + 8 * (farthest + 1)).toBeLessThan(program.length);
      }
    }
    expect(seccompFilter("riscv64")).toBe(undefined);
  });
});

describe("its config", () => {
  it("SBX-35: takes absolute paths only", async () => {
    const plugin = (await import("@antler/sandbox-bubblewrap")).default;
    const schema = plugin.configSchema as {
      readonly properties: { readonly system_paths: { readonly items: { readonly pattern: string } } };
    };
    const pattern = new RegExp(schema.properties.system_paths.items.pattern);
    expect([pattern.test("/opt"), pattern.test(".."), pattern.test("opt")]).toEqual([true, false, false]);
  });
});
