// Shutdown: on a signal the service finishes its answers; if its parent is gone it ends at once.

/** The longest drain: a little less than the half minute that supervisors usually allow. */
export const DRAIN_FOR = { signal: 25_000, parentGone: 500 };

/**
 * Calls `end` once, with the milliseconds that active answers may take.
 *
 * @param withParent whether to end when standard input closes, which happens however the parent ended
 */
export function onShutdown(
  end: (milliseconds: number) => void,
  { withParent }: { withParent: boolean },
): void {
  let ended = false;
  const once = (milliseconds: number) => () => {
    if (ended) return;
    ended = true;
    end(milliseconds);
  };
  process.on('SIGTERM', once(DRAIN_FOR.signal));
  process.on('SIGINT', once(DRAIN_FOR.signal));
  if (!withParent) return;
  const gone = once(DRAIN_FOR.parentGone);
  process.stdin.on('end', gone).on('close', gone).on('error', gone);
  process.stdin.resume();
}
