// The signals that ask a process to end, combined into one request.

/**
 * Signals this close together are one request: npm, a shell and a supervisor each forward the signal that the group
 * received.
 */
const SAME_WISH_MS = 1000;

export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** Calls `stop` for the first signal; a later one ends the process at once with `lateCode`. */
export function onStopSignal(
  stop: (signal: StopSignal) => void,
  lateCode: (signal: StopSignal) => number,
): void {
  let since: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (since === undefined) {
        since = performance.now();
        stop(signal);
      } else if (performance.now() - since > SAME_WISH_MS) process.exit(lateCode(signal));
    });
  }
}
