// Shares a task among threads: each number is handed out once, one thread writes at a time, and the main thread can say
// which days somebody waits for.
//
// SQLite's own lock waits by sleeping for longer and longer; this one passes to the next thread at once.

/** Memory that the threads share. */
export interface Turns {
  readonly memory: SharedArrayBuffer;
}

const NEXT = 0;
const BUSY = 1;
/** Counts the calls of `want`, to wake a thread that rests. */
const BELL = 2;
/** From here on a number per day: the part of it that somebody waits for. */
const WANTED = 3;

/** Nobody waits for the day; its quick part is awaited; the whole day is. */
export type Wanted = 0 | 1 | 2;

export const newTurns = (days = 0): Turns => ({
  memory: new SharedArrayBuffer((WANTED + days) * Int32Array.BYTES_PER_ELEMENT),
});

const stateOf = ({ memory }: Turns): Int32Array => new Int32Array(memory);

/** The next of 0, 1, 2, ...; each number once across all threads. */
export const nextTurn = (turns: Turns): number => Atomics.add(stateOf(turns), NEXT, 1);

/** Runs the work while no other thread runs its own. */
export function exclusively(turns: Turns, work: () => void): void {
  const state = stateOf(turns);
  while (Atomics.compareExchange(state, BUSY, 0, 1) !== 0) Atomics.wait(state, BUSY, 1);
  try {
    work();
  } finally {
    Atomics.store(state, BUSY, 0);
    Atomics.notify(state, BUSY, 1);
  }
}

/** Says that somebody waits for days, by their positions in the task, and wakes the thread that rests. */
export function want(turns: Turns, days: readonly number[], part: Exclude<Wanted, 0>): void {
  const state = stateOf(turns);
  for (const day of days)
    if (Atomics.load(state, WANTED + day) < part) Atomics.store(state, WANTED + day, part);
  Atomics.add(state, BELL, 1);
  Atomics.notify(state, BELL);
}

/** Says that this part of a day is generated, so that nobody waits for it any more. */
export function satisfy(turns: Turns, day: number, part: Exclude<Wanted, 0>): void {
  const state = stateOf(turns);
  if (Atomics.load(state, WANTED + day) <= part) Atomics.store(state, WANTED + day, 0);
}

/** The positions of the days of which at least that part is awaited. */
export function wantedDays(turns: Turns, part: Exclude<Wanted, 0>): number[] {
  const found: number[] = [];
  stateOf(turns)
    .subarray(WANTED)
    .forEach((wanted, day) => {
      if (wanted >= part) found.push(day);
    });
  return found;
}

/** Blocks this thread for that long, or until somebody waits for a day; not at all if somebody does. */
export function restUnlessWanted(turns: Turns, milliseconds: number): void {
  const state = stateOf(turns);
  const bell = Atomics.load(state, BELL);
  if (wantedDays(turns, 1).length === 0) Atomics.wait(state, BELL, bell, milliseconds);
}
