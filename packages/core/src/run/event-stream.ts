import {
  EVENT_SINK,
  type EventSink,
  type PlatformServices,
  type RunEvent,
  type RunEventBody,
} from "@antler/plugin-api";

/**
 * Frames the events of one run: run id, a sequence number from 1 without gaps, and the time. Nothing comes after
 * `run_finished`, and a warning is told once: each agent of a run may find the same.
 */
export function createEventStream(
  runId: string,
  services: PlatformServices,
  onEvent: ((event: RunEvent) => void) | undefined,
): (event: RunEventBody) => void {
  const sinks: readonly Pick<EventSink, "accept">[] = [
    ...(onEvent === undefined ? [] : [{ accept: onEvent }]),
    ...services.all(EVENT_SINK),
  ];
  let seq = 0;
  let finished = false;
  const warned = new Set<string>();
  return (body) => {
    if (finished || (body.type === "warning" && isRepeated(warned, `${body.code} ${body.message}`))) return;
    finished = body.type === "run_finished";
    seq += 1;
    const { type, ...rest } = body;
    // `type`, `run_id`, `seq` and `time` first: that is how a line of `--json` reads best
    const event = { type, run_id: runId, seq, time: new Date().toISOString(), ...rest } as RunEvent;
    for (const sink of sinks) {
      // events are best effort: a sink that fails, at once or later, must not end the run
      try {
        const accepted: unknown = sink.accept(event);
        if (accepted instanceof Promise) accepted.catch(() => undefined);
      } catch {}
    }
  };
}

function isRepeated(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return true;
  seen.add(key);
  return false;
}
