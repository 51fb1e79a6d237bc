// The runners of the last period stay open between runs, with the columns that were loaded: whoever changes a filter and
// runs again waits for that column alone.

import { spanDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { RulePeriod } from '#shared/rules/rule.ts';
import type { Archive } from '../archive/archive.ts';
import type { OpenOptions, Result, Results } from '../results/result.ts';

/** Of fewer days, records may be fetched as they are opened (results/subject-fetch.ts). */
const LONG_DAYS = 8;

interface Kept {
  readonly archive: Archive;
  readonly period: RulePeriod;
  /** How often the archive had been written when they were opened. */
  readonly changes: number;
  /** The day in Japan when they were opened: a day that is over by now lacks its results, a day to come did not. */
  readonly today: string;
  readonly resultId: string;
}

export class KeptRunners {
  readonly #results: Results;
  readonly #now: () => number;
  #kept: Kept | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  /** `now`: epoch milliseconds. */
  constructor(results: Results, now: () => number = Date.now) {
    this.#results = results;
    this.#now = now;
  }

  /**
   * Those of `archive`, one after another, since each run filters the rows anew. Errors: SERVICE_CHANGED, those of opening
   * a result and of `act`.
   */
  use<T>(
    archive: Archive,
    period: RulePeriod,
    options: OpenOptions,
    act: (result: Result) => Promise<T>,
  ): Promise<T> {
    const turn = this.#turn.then(() => this.#use(archive, period, options, act));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #use<T>(
    archive: Archive,
    period: RulePeriod,
    options: OpenOptions,
    act: (result: Result) => Promise<T>,
  ): Promise<T> {
    let isKept = false;
    try {
      const done = await act(this.#open(archive, period) ?? (await this.#openAnew(archive, period, options)));
      isKept = spanDays(period.from, period.to) >= LONG_DAYS;
      return done;
    } finally {
      // After a failure they may be what failed.
      if (!isKept) this.#close();
    }
  }

  async #openAnew(archive: Archive, period: RulePeriod, options: OpenOptions): Promise<Result> {
    this.#close();
    const source = { kind: 'subject', subject: 'runners', ...period } as const;
    const changes = archive.changes.count;
    const today = todayInTokyo(this.#now());
    const result = await this.#results.open(source, { ...options, alone: true, archive });
    this.#kept = { archive, period, changes, today, resultId: result.summary.resultId };
    return result;
  }

  /** The kept runners, unless they are of another period, outdated, or evicted. */
  #open(archive: Archive, { from, to }: RulePeriod): Result | undefined {
    const kept = this.#kept;
    const isSame =
      kept?.archive === archive &&
      kept.changes === archive.changes.count &&
      kept.today === todayInTokyo(this.#now()) &&
      kept.period.from === from &&
      kept.period.to === to;
    if (!isSame) return undefined;
    try {
      return this.#results.get(kept.resultId);
    } catch {
      return undefined;
    }
  }

  #close(): void {
    if (this.#kept !== undefined) this.#results.close(this.#kept.resultId);
    this.#kept = undefined;
  }
}
