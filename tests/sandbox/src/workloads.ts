/** Ways in which a command starts what may outlive it. `TAG` stands for seconds that no other process on the machine sleeps. */
export const WORKLOADS = {
  foreground: "sleep TAG",
  child: "bash -c 'sleep TAG; :'",
  pipe: "sleep TAG | cat",
  "& wait": "sleep TAG & wait",
  nohup: "nohup sleep TAG >/dev/null 2>&1 & sleep TAG",
  "set -m": "set -m; sleep TAG & wait",
  setsid: "setsid sleep TAG & sleep TAG",
  "double fork": "(setsid sh -c 'sleep TAG & exit' &); sleep TAG",
  "env -i double fork":
    "(env -i /usr/bin/setsid /bin/sh -c '/usr/bin/sleep TAG & exit' </dev/null >/dev/null 2>&1 &); sleep TAG",
  "TERM trap": "trap '' TERM INT HUP; sleep TAG; sleep TAG",
} as const;
export type Workload = keyof typeof WORKLOADS;
export const WORKLOAD_NAMES: readonly Workload[] = Object.keys(WORKLOADS) as Workload[];

/** How many processes of its own a workload has once it is under way. */
export const EXPECTED_SLEEPS: Readonly<Partial<Record<Workload, number>>> = {
  nohup: 2,
  setsid: 2,
  "double fork": 2,
  "env -i double fork": 2,
};
