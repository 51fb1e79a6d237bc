// Shares a task among threads: each number is handed out once, and one thread writes at a time.
//
// SQLite's own lock waits by sleeping for longer and longer; this one passes to the next thread at once.

/** Memory that the threads share. */
export interface Turns {
  readonly memory: SharedArrayBuffer;
}

const NEXT = 0;
const BUSY = 1;

export const newTurns = (): Turns => ({ memory: new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT) });

/** The next of 0, 1, 2, ...; each number once across all threads. */
export const nextTurn = ({ memory }: Turns): number => Atomics.add(new Int32Array(memory), NEXT, 1);

/** Runs the work while no other thread runs its own. */
export function exclusively(turns: Turns, work: () => void): void {
  const state = new Int32Array(turns.memory);
  while (Atomics.compareExchange(state, BUSY, 0, 1) !== 0) Atomics.wait(state, BUSY, 1);
  try {
    work();
  } finally {
    Atomics.store(state, BUSY, 0);
    Atomics.notify(state, BUSY, 1);
  }
}
