// Points of limits that processes share, taken from their store in batches: what all requests of a few milliseconds
// need is one round trip.

/** Points to add to a counter; none only reads it. */
export interface PointsWanted {
  readonly key: string;
  readonly points: number;
  /** Of the window that the first point begins, in milliseconds. */
  readonly duration: number;
}

/** A counter's window: the points used so far, by all processes, and the milliseconds until it ends. */
export interface PointsState {
  readonly used: number;
  readonly msBeforeNext: number;
}

/** Adds all the points in one round trip. A key of which nothing is counted, and nothing wanted, is not in the result. */
export type TakePoints = (wanted: readonly PointsWanted[]) => Promise<ReadonlyMap<string, PointsState>>;

/** A state with the points that were used before one's own. */
export interface PointsTaken extends PointsState {
  readonly before: number;
}

/** Milliseconds that points which nobody waits for wait for others. */
const GATHER = 20;
/** Milliseconds after a failure in which the store is not asked. */
const AWAY = 1_000;

interface Waiting {
  readonly points: number;
  readonly resolve: (taken: PointsTaken) => void;
  readonly reject: (error: unknown) => void;
}

interface Wanted {
  readonly duration: number;
  readonly waiting: Waiting[];
}

export class PointsBatch {
  readonly #take: TakePoints;
  #next = new Map<string, Wanted>();
  #timer: NodeJS.Timeout | undefined;
  #isSending = false;
  #isUrgent = false;
  #awayUntil = 0;

  constructor(take: TakePoints) {
    this.#take = take;
  }

  /** Whether the store has just failed. */
  get isAway(): boolean {
    return performance.now() < this.#awayUntil;
  }

  /**
   * Adds points to a counter, with the next batch. One batch is under way at a time.
   *
   * @param urgency `now` if a request waits for it
   * @throws the store's error
   */
  add({ key, points, duration }: PointsWanted, urgency: 'now' | 'soon'): Promise<PointsTaken> {
    const taken = Promise.withResolvers<PointsTaken>();
    const wanted = this.#next.get(key) ?? { duration, waiting: [] };
    this.#next.set(key, wanted);
    wanted.waiting.push({ points, resolve: taken.resolve, reject: taken.reject });
    this.#isUrgent ||= urgency === 'now';
    this.#schedule();
    return taken.promise;
  }

  #schedule(): void {
    if (this.#isSending || this.#next.size === 0) return;
    if (this.#isUrgent) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      void this.#send();
    } else {
      this.#timer ??= setTimeout(() => void this.#send(), GATHER).unref();
    }
  }

  /** Never rejects. */
  async #send(): Promise<void> {
    const batch = this.#next;
    this.#next = new Map();
    this.#timer = undefined;
    this.#isUrgent = false;
    this.#isSending = true;
    try {
      const states = await this.#take(
        [...batch].map(([key, { duration, waiting }]) => ({ key, duration, points: sumOf(waiting) })),
      );
      this.#awayUntil = 0;
      for (const [key, { duration, waiting }] of batch) share(states.get(key), duration, waiting);
    } catch (error) {
      this.#awayUntil = performance.now() + AWAY;
      for (const { waiting } of batch.values()) for (const { reject } of waiting) reject(error);
    }
    this.#isSending = false;
    this.#schedule();
  }
}

/** Those who waited for the same key have its points one after another. */
function share(state: PointsState | undefined, duration: number, waiting: readonly Waiting[]): void {
  const { used, msBeforeNext } = state ?? { used: 0, msBeforeNext: duration };
  let before = used - sumOf(waiting);
  for (const { points, resolve } of waiting) {
    resolve({ before, used, msBeforeNext });
    before += points;
  }
}

const sumOf = (waiting: readonly Waiting[]): number => waiting.reduce((sum, { points }) => sum + points, 0);
