// The queue of one service address: interactive before batch, paced, at most a few in flight. A 429 pauses all of it for
// as long as the same keys are used, a refused key stops all of it until the user acts, and a service that is down gets no
// requests for a while.

import type { RailbirdError } from '#shared/errors.ts';
import { Breaker } from './breaker.ts';
import type { Clock } from './clock.ts';
import type { RequestFailure } from './failure.ts';
import { KeyBlock } from './key-block.ts';
import { MOST_IN_FLIGHT, type Pacer } from './pacer.ts';
import type { Priority } from './priority.ts';
import { LONGEST_PAUSE_MS } from './retry.ts';

/** The last slot is reserved for interactive requests. With fewer slots, slow answers would leave the rate unused. */
const MOST_BATCH_IN_FLIGHT = MOST_IN_FLIGHT - 1;

interface Waiting {
  priority: Priority;
  readonly start: () => void;
  readonly refuse: (error: RailbirdError) => void;
}

/** A place in the queue: `turn` resolves when the request may be sent; afterwards `done` must be called. */
export interface QueueTicket {
  readonly turn: Promise<void>;
  /** An interactive caller has joined a waiting batch request. */
  promote(): void;
  /** The answer begins: the service has counted the request. */
  answered(): void;
  /** The outcome of the request: its failure, or none if the service answered. */
  heard(failure: RequestFailure | undefined): void;
  /** Gives up the place, whether its turn has come or not. */
  done(): void;
}

export class RequestQueue {
  readonly #pacer: Pacer;
  readonly #clock: Clock;
  readonly #parked: (pauseMs: number) => RailbirdError;
  readonly #down: (because: RequestFailure) => RailbirdError;
  readonly #breaker = new Breaker();
  readonly #block = new KeyBlock();
  readonly #changed: () => void;
  #waiting: Waiting[] = [];
  #inFlight = 0;
  #batchInFlight = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(options: {
    pacer: Pacer;
    clock: Clock;
    /** The error of requests that would have to wait too long. */
    parked: (pauseMs: number) => RailbirdError;
    /** The error of requests to a service that is down. */
    down: (because: RequestFailure) => RailbirdError;
    changed: () => void;
  }) {
    this.#pacer = options.pacer;
    this.#clock = options.clock;
    this.#parked = options.parked;
    this.#down = options.down;
    this.#changed = options.changed;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get queued(): number {
    return this.#waiting.length;
  }

  get blocked(): RailbirdError | undefined {
    return this.#block.error;
  }

  /** Monotonic milliseconds; undefined while no pause runs. */
  get pausedUntil(): number | undefined {
    const { pausedUntil, emptyUntil } = this.#pacer;
    const now = this.#clock.monotonic();
    // A quota that is used up for a moment is normal pacing and not a pause.
    const until = Math.max(pausedUntil, emptyUntil - now > LONGEST_PAUSE_MS ? emptyUntil : 0);
    return until > now ? until : undefined;
  }

  /**
   * Nothing is sent automatically before this time, in monotonic milliseconds; undefined while the service counts as
   * up.
   */
  get downUntil(): number | undefined {
    return this.#breaker.downUntil;
  }

  enter(priority: Priority): QueueTicket {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let state: 'waiting' | 'running' | 'gone' = 'waiting';
    let wasBatch = false;
    let isCounted = false;
    const count = () => {
      if (!isCounted) this.#pacer.counted(this.#clock.monotonic());
      isCounted = true;
    };
    let isProbe = false;
    let isAsking = false;
    let wasHeard = false;
    const entry: Waiting = {
      priority,
      start: () => {
        state = 'running';
        wasBatch = entry.priority === 'batch';
        isProbe = this.#breaker.start();
        isAsking = this.#block.start();
        this.#inFlight += 1;
        if (wasBatch) this.#batchInFlight += 1;
        resolve();
      },
      refuse: (error) => {
        state = 'gone';
        reject(error);
      },
    };
    this.#waiting.push(entry);
    this.#pump();
    return {
      turn: promise,
      promote: () => {
        entry.priority = 'interactive';
        this.#pump();
      },
      heard: (failure) => {
        wasHeard = true;
        const now = this.#clock.monotonic();
        this.#breaker.end(now, failure, isProbe);
        if (isAsking) this.#block.end(now, failure === undefined);
      },
      answered: () => {
        if (state === 'running') count();
      },
      done: () => {
        if (state === 'running') {
          count();
          this.#inFlight -= 1;
          if (wasBatch) this.#batchInFlight -= 1;
          if (!wasHeard) this.#breaker.giveUp(isProbe);
          if (!wasHeard && isAsking) this.#block.end(this.#clock.monotonic(), undefined);
        } else this.#waiting = this.#waiting.filter((other) => other !== entry);
        if (state !== 'gone') {
          state = 'gone';
          this.#pump();
        }
      },
    };
  }

  /** Waiting and new requests fail with this error, unless one may ask again: see `KeyBlock`. */
  block(error: RailbirdError): void {
    this.#block.refused(this.#clock.monotonic(), error);
    this.#pump();
  }

  /** The user has acted: requests may be sent again after a refusal or a failure. */
  unblock(): void {
    this.#block.reset();
    this.#breaker.reset();
    this.#pump();
  }

  /** See `Pacer.keysChanged`. */
  keysChanged(): void {
    this.#pacer.keysChanged();
    this.#pump();
  }

  #pump(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#refuseBlocked();
    while (this.#waiting.length > 0 && this.#inFlight < MOST_IN_FLIGHT) {
      const now = this.#clock.monotonic();
      const pause = this.#pacer.pausedUntil - now;
      if (pause > LONGEST_PAUSE_MS) {
        this.#refuseAll(this.#parked(pause));
        break;
      }
      const at = this.#nextIndex();
      // A request that asks again is under way: its outcome applies to the others.
      if (at === -1 || this.#block.judge(now, 'interactive') === 'wait') break;
      const verdict = this.#breaker.judge(now, this.#waiting[at]?.priority ?? 'batch');
      if (verdict === 'wait') break;
      if (verdict === 'refuse') {
        const [refused] = this.#waiting.splice(at, 1);
        refused?.refuse(this.#down(this.#breaker.failure ?? { kind: 'unreachable' }));
        continue;
      }
      const delay = this.#pacer.delay(now, this.#waiting[at]?.priority === 'interactive');
      if (delay > LONGEST_PAUSE_MS) {
        const [refused] = this.#waiting.splice(at, 1);
        refused?.refuse(this.#parked(delay));
        continue;
      }
      if (delay > 0) {
        this.#cancelTimer = this.#clock.after(delay, () => this.#pump());
        break;
      }
      this.#pacer.take(now);
      const [next] = this.#waiting.splice(at, 1);
      next?.start();
    }
    this.#changed();
  }

  /** The next request; -1 if only batch requests wait and enough of them are in flight. */
  #nextIndex(): number {
    const at = this.#waiting.findIndex((entry) => entry.priority === 'interactive');
    if (at !== -1) return at;
    return this.#batchInFlight < MOST_BATCH_IN_FLIGHT ? 0 : -1;
  }

  #refuseBlocked(): void {
    const { error } = this.#block;
    if (error === undefined) return;
    const now = this.#clock.monotonic();
    const isRefused = ({ priority }: Waiting) => this.#block.judge(now, priority) === 'refuse';
    const refused = this.#waiting.filter(isRefused);
    this.#waiting = this.#waiting.filter((entry) => !refused.includes(entry));
    for (const entry of refused) entry.refuse(error);
  }

  #refuseAll(error: RailbirdError): void {
    for (const entry of this.#waiting.splice(0)) entry.refuse(error);
  }
}
