// Whether a window that crashed is opened again: not endlessly.

const MOST = 3;
const WITHIN_MS = 60_000;

/** `now`: milliseconds. Returns whether the window may be opened again after the crash that it is called for. */
export function createReopening(now: () => number): () => boolean {
  let crashes: number[] = [];
  return () => {
    const at = now();
    crashes = [...crashes.filter((each) => at - each < WITHIN_MS), at];
    return crashes.length <= MOST;
  };
}
