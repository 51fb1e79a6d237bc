// Makes ready what is read often, once nothing has been written for a while: the blocks of past days and the rows of
// subjects. A download leaves them all to its end, and an archive of an earlier version gets them after the first start.

import { RailbirdError } from '#shared/errors.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Clock } from '../service-client/clock.ts';
import type { Archive } from './archive.ts';

/** Long enough to be no part of a start, nor of a download that waits for its next answer. */
const QUIET_MS = 20_000;

/** Something to be made ready, a step at a time. */
interface Task<Kept> {
  /** For how many milliseconds nobody must have read before a step: a person who reads a page is not to wait for it. */
  readonly restMs: number;
  /** Returns whether there was something to do. `today`: in Tokyo. */
  readonly step: (archive: Kept, today: string) => Promise<boolean>;
}

export interface UpkeepOptions<Kept> {
  readonly archive: () => Promise<Kept>;
  readonly clock: Clock;
  /** A task waits until those before it have nothing to do. */
  readonly tasks: readonly Task<Kept>[];
  readonly report: (error: unknown) => void;
}

/** Not there yet, or gone: the next start or connection tries again. */
const NO_ARCHIVE: ReadonlySet<string> = new Set(['NOT_CONNECTED', 'RESULT_CLOSED']);

export class Upkeep<Kept extends Pick<Archive, 'changes' | 'idleMs'>> {
  readonly #options: UpkeepOptions<Kept>;
  #cancel: () => void = () => undefined;
  #stopListening: () => void = () => undefined;
  #working: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** When the last step ended, and when anything else last used the archive, by the monotonic clock. */
  #ended = -Infinity;
  #lastUse = -Infinity;

  constructor(options: UpkeepOptions<Kept>) {
    this.#options = options;
  }

  /** To be called after the start, and after another service was connected. */
  wake(): void {
    this.#after(QUIET_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    this.#stopListening();
    await this.#working;
  }

  #after(ms: number): void {
    this.#cancel();
    if (this.#isClosed) return;
    this.#cancel = this.#options.clock.after(ms, () => {
      const before = this.#working;
      this.#working = before.then(() => this.#work());
    });
  }

  async #work(): Promise<void> {
    const { clock, report } = this.#options;
    try {
      const archive = await this.#options.archive();
      const { count } = archive.changes;
      const began = clock.monotonic();
      // Later than the last step: somebody else's.
      const lastUse = began - archive.idleMs();
      if (lastUse > this.#ended) this.#lastUse = lastUse;
      const after = await this.#step(archive, began);
      this.#ended = clock.monotonic();
      this.#stopListening();
      this.#stopListening = archive.changes.since(count, () => this.#after(QUIET_MS));
      if (after === undefined || archive.changes.count !== count) return;
      // Half of the time is left to everything else.
      this.#after(Math.max(after, this.#ended - began));
    } catch (error) {
      if (!(error instanceof RailbirdError && NO_ARCHIVE.has(error.code))) report(error);
    }
  }

  /** Returns in how many milliseconds there may be more to do; undefined if there is nothing. */
  async #step(archive: Kept, now: number): Promise<number | undefined> {
    const { clock, tasks } = this.#options;
    for (const { restMs, step } of tasks) {
      const rest = this.#lastUse + restMs - now;
      if (rest > 0) return rest;
      if (await step(archive, todayInTokyo(clock.now()))) return 0;
    }
    return undefined;
  }
}
