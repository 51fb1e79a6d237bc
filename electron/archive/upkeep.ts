// Makes ready what is read often, once nothing has been written for a while: the blocks of past days and the rows of
// subjects. A download leaves them all to its end, and an archive of an earlier version gets them after the first start.

import { RailbirdError } from '#shared/errors.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Clock } from '../service-client/clock.ts';
import type { Archive } from './archive.ts';

/** Long enough to be no part of a start, nor of a download that waits for its next answer. */
const QUIET_MS = 20_000;

export interface UpkeepOptions<Kept> {
  readonly archive: () => Promise<Kept>;
  readonly clock: Clock;
  /** Does a part of what there is to do. Returns whether there may be more. `today`: in Tokyo. */
  readonly step: (archive: Kept, today: string) => Promise<boolean>;
  readonly report: (error: unknown) => void;
}

/** Not there yet, or gone: the next start or connection tries again. */
const NO_ARCHIVE: ReadonlySet<string> = new Set(['NOT_CONNECTED', 'RESULT_CLOSED']);

export class Upkeep<Kept extends Pick<Archive, 'changes'>> {
  readonly #options: UpkeepOptions<Kept>;
  #cancel: () => void = () => undefined;
  #stopListening: () => void = () => undefined;
  #working: Promise<void> = Promise.resolve();
  #isClosed = false;

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
    const { clock, step, report } = this.#options;
    try {
      const archive = await this.#options.archive();
      const began = clock.monotonic();
      const { count } = archive.changes;
      const isMore = await step(archive, todayInTokyo(clock.now()));
      this.#stopListening();
      this.#stopListening = archive.changes.since(count, () => this.#after(QUIET_MS));
      // Half of the time is left to everything else.
      if (isMore && archive.changes.count === count) this.#after(clock.monotonic() - began);
    } catch (error) {
      if (!(error instanceof RailbirdError && NO_ARCHIVE.has(error.code))) report(error);
    }
  }
}
