// Time as an argument: what the main process's core waits by, so that tests need no sleeping.

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `run` once, `ms` from now, unless the returned function is called first. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
