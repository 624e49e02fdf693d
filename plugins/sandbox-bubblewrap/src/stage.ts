import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canReach, type SandboxUser } from "./sandbox-user.js";

/** Mount points, in a mount namespace of its own, for folders that the user of commands cannot use where they are. */
export interface Stage {
  readonly folder: string;
  readonly sources: readonly StagedSource[];
  /** The descriptor that keeps the namespace; it ends with us. */
  readonly namespace: number;
}
export interface StagedSource {
  readonly host: string;
  /** `mapped`: what belongs to root belongs to the user there, and what the user makes there belongs to root. */
  readonly kind: "plain" | "mapped";
}

/**
 * As root only: folders of root, such as a workspace, are mapped to the user, and folders below a closed one, such as /root, are bound
 * where the user gets to them. Nothing changes on the disk or for other processes. undefined: there is no need. Rejects where the disk or
 * the kernel does not allow it.
 */
export async function openStage(
  hosts: readonly string[],
  user: SandboxUser,
  mapping: boolean,
): Promise<Stage | undefined> {
  if (!user.drop) return undefined;
  const sources = hosts.map(
    (host): StagedSource => ({ host, kind: mapping && statSync(host).uid === 0 ? "mapped" : "plain" }),
  );
  if (sources.every(({ host, kind }) => kind === "plain" && canReach(host, user))) return undefined;
  const folder = mkdtempSync(join(tmpdir(), `antler-stage-${process.pid}-`));
  try {
    return { folder, sources, namespace: await makeNamespace(folder, user, sources) };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

export function closeStage(stage: Stage | undefined): void {
  if (stage === undefined) return;
  closeSync(stage.namespace);
  rmSync(stage.folder, { recursive: true, force: true });
}

export function stagedPath(stage: Stage | undefined, host: string): string {
  const index = stage?.sources.findIndex((source) => source.host === host) ?? -1;
  return stage === undefined || index === -1 ? host : join(stage.folder, String(index));
}

/** What comes before bwrap on the command line: it enters by that descriptor as that user, and bwrap takes the place of the process. */
export function stagePrefix(user: SandboxUser, descriptor: number): readonly string[] {
  return [
    ...["/usr/bin/nsenter", `--mount=/proc/self/fd/${descriptor}`],
    ...[`--setgid=${user.gid}`, `--setuid=${user.uid}`, "--"],
  ];
}

/** Made by a process that says when it is done and ends with its input. What the host mounts later is seen inside too. */
function makeNamespace(folder: string, user: SandboxUser, sources: readonly StagedSource[]): Promise<number> {
  const child = spawn(
    "/usr/bin/unshare",
    [
      ...["--mount", "--propagation", "slave", "--", "/usr/bin/perl", "-e", STAGE_SCRIPT],
      ...[folder, String(user.uid), String(user.gid), String(sources.length)],
      ...sources.flatMap(({ host, kind }) => [kind, host]),
    ],
    { env: {}, cwd: "/", stdio: ["pipe", "pipe", "ignore"], timeout: 10_000 },
  );
  child.stdin.on("error", () => undefined);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => reject(new Error("The folders of the sandbox cannot be mapped to its user.")));
    child.stdout.once("data", () => {
      try {
        resolve(openSync(`/proc/${child.pid}/ns/mnt`, "r"));
      } catch (error) {
        reject(error);
      }
      child.stdin.end();
    });
  });
}

/** Perl, because it can make system calls that no program of util-linux before 2.39 makes: mounts whose owners are mapped. */
const STAGE_SCRIPT = `use strict;
use POSIX ();
my ($stage, $uid, $gid, $count) = splice @ARGV, 0, 4;
my %unshare = (x86_64 => 272, aarch64 => 97);
my $machine = (POSIX::uname())[4];
sub fail { print STDERR "stage: $_[0]: $!\\n"; exit 125 }
system("mount", "-t", "tmpfs", "-o", "mode=0755", "antler", $stage) == 0 or fail("tmpfs");
for my $index (0 .. $count - 1) {
  my ($kind, $source) = splice @ARGV, 0, 2;
  my $at = "$stage/$index";
  mkdir $at;
  if ($kind eq "plain") { system("mount", "--rbind", "--", $source, $at) == 0 or fail("bind"); next }
  pipe(my $ready, my $tell); pipe(my $wait, my $let);
  my $pid = fork();
  if (!$pid) { close $let; syscall($unshare{$machine}, 0x10000000) == 0 or exit 1; syswrite $tell, "x"; sysread $wait, my $byte, 1; exit 0 }
  close $wait; close $tell;
  sysread $ready, my $byte, 1 or fail("user namespace");
  for (["uid_map", $uid], ["gid_map", $gid]) {
    my ($name, $id) = @$_;
    open(my $map, ">", "/proc/$pid/$name") or fail($name);
    syswrite $map, "0 $id 1\\n" or fail($name);
  }
  open(my $space, "<", "/proc/$pid/ns/user") or fail("user namespace");
  my ($from, $to, $empty) = ($source, $at, "");
  my $tree = syscall(428, -100, $from, 0x80001);
  $tree >= 0 or fail("open_tree");
  my $attributes = pack("Q4", 0x100000, 0, 0, fileno($space));
  syscall(442, $tree, $empty, 0x1000, $attributes, 32) == 0 or fail("mount_setattr");
  syscall(429, $tree, $empty, -100, $to, 4) == 0 or fail("move_mount");
  close $let;
  waitpid $pid, 0;
}
syswrite STDOUT, "done";
sysread STDIN, my $end, 1;`;
