/** System calls that no ordinary program needs and that widen what a sandboxed one can reach. Numbers: x86_64, aarch64; -1: none. */
const REFUSED: Readonly<Record<string, readonly [number, number]>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  unshare: [272, 97],
  setns: [308, 268],
  open_by_handle_at: [304, 265],
  perf_event_open: [298, 241],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  fanotify_init: [300, 262],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  syslog: [103, 116],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  iopl: [172, -1],
  ioperm: [173, -1],
  modify_ldt: [154, -1],
};
interface Machine {
  readonly audit: number;
  readonly column: 0 | 1;
  readonly clone: number;
  readonly socket: number;
  readonly ioctl: number;
}
const MACHINES: Readonly<Record<string, Machine>> = {
  x64: { audit: 0xc000003e, column: 0, clone: 56, socket: 41, ioctl: 16 },
  arm64: { audit: 0xc00000b7, column: 1, clone: 220, socket: 198, ioctl: 29 },
};
/** Where a call takes the mode of a file: number, index of the mode, and of the flags that say whether there is one. */
type ModeCall = readonly [number: number, mode: number, flags?: number];
const MODE_CALLS: Readonly<Record<string, readonly ModeCall[]>> = {
  // chmod, fchmod, fchmodat, fchmodat2, creat, mknod, mknodat, open, openat
  x64: [
    [90, 1],
    [91, 1],
    [268, 2],
    [452, 2],
    [85, 1],
    [133, 1],
    [259, 2],
    [2, 2, 1],
    [257, 3, 2],
  ],
  // fchmod, fchmodat, fchmodat2, mknodat, openat
  arm64: [
    [52, 1],
    [53, 2],
    [452, 2],
    [33, 2],
    [56, 3, 2],
  ],
};
/** Set-user-id and set-group-id: a file that has them acts for its owner on the host. */
const SET_ID = 0o6000;
/** O_CREAT, and O_TMPFILE without the bit of O_DIRECTORY, which is another one on arm64. */
const CREATES = 0o20000100;
const OPENAT2 = 437;
const CLONE3 = 435;
/** Every kind of new namespace. */
const CLONE_NEW = 0x7e020000;
/** UNIX, INET, INET6, NETLINK. Others, such as VSOCK, know no network namespace. */
const SOCKET_FAMILIES = [1, 2, 10, 16];
/** TIOCSTI and TIOCLINUX put text into the terminal's input. */
const TERMINAL_INPUT = [0x5412, 0x541c];

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const errno = (code: number): number => 0x00050000 | code;

const LOAD = 0x20;
const RETURN = 0x06;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const IF_ANY_BIT = 0x45;
/** Offsets in `struct seccomp_data`; of arguments the lower half, which is all the kernel looks at here. */
const NUMBER = 0;
const AUDIT_ARCH = 4;
const argument = (index: number): number => 16 + 8 * index;

/** `[code, jump if true, jump if false, value]` */
type Instruction = readonly [number, number, number, number];

/**
 * A filter program in the form that `bwrap --seccomp FD` reads; undefined: no numbers are known for this machine.
 * Refused calls answer EPERM, so that programs can go on without them.
 */
export function seccompFilter(arch: string = process.arch): Uint8Array | undefined {
  const machine = MACHINES[arch];
  if (machine === undefined) return undefined;
  const refused = Object.values(REFUSED)
    .map((numbers) => numbers[machine.column])
    .filter((number) => number >= 0);
  return assemble([
    [LOAD, 0, 0, AUDIT_ARCH],
    [IF_EQUAL, 1, 0, machine.audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, NUMBER],
    // The x32 calls of x86_64 have numbers of their own, which would slip through.
    [IF_AT_LEAST, 0, 1, 0x40000000],
    [RETURN, 0, 0, errno(ENOSYS)],
    // Their arguments are behind a pointer; programs then use clone and openat.
    ...[CLONE3, OPENAT2].flatMap((number): Instruction[] => [
      [IF_EQUAL, 0, 1, number],
      [RETURN, 0, 0, errno(ENOSYS)],
    ]),
    ...refused.flatMap((number): Instruction[] => [
      [IF_EQUAL, 0, 1, number],
      [RETURN, 0, 0, errno(EPERM)],
    ]),
    ...(MODE_CALLS[arch] ?? []).flatMap(([number, mode, flags]) =>
      onCall(number, [
        ...(flags === undefined
          ? []
          : ([
              [LOAD, 0, 0, argument(flags)],
              [IF_ANY_BIT, 1, 0, CREATES],
              [RETURN, 0, 0, ALLOW],
            ] satisfies Instruction[])),
        [LOAD, 0, 0, argument(mode)],
        [IF_ANY_BIT, 0, 1, SET_ID],
        [RETURN, 0, 0, errno(EPERM)],
      ]),
    ),
    ...onCall(machine.clone, [
      [LOAD, 0, 0, argument(0)],
      [IF_ANY_BIT, 0, 1, CLONE_NEW],
      [RETURN, 0, 0, errno(EPERM)],
    ]),
    ...onCall(machine.ioctl, [
      [LOAD, 0, 0, argument(1)],
      ...TERMINAL_INPUT.flatMap((request): Instruction[] => [
        [IF_EQUAL, 0, 1, request],
        [RETURN, 0, 0, errno(EPERM)],
      ]),
    ]),
    ...onCall(machine.socket, [
      [LOAD, 0, 0, argument(0)],
      ...SOCKET_FAMILIES.map((family, index): Instruction => [IF_EQUAL, SOCKET_FAMILIES.length - index, 0, family]),
      [RETURN, 0, 0, errno(EAFNOSUPPORT)],
    ]),
    [RETURN, 0, 0, ALLOW],
  ]);
}

/** `body` for one system call only, after which the call is allowed. */
function onCall(number: number, body: readonly Instruction[]): readonly Instruction[] {
  return [[IF_EQUAL, 0, body.length + 1, number], ...body, [RETURN, 0, 0, ALLOW]];
}

function assemble(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, yes, no, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}
