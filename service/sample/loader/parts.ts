// A day of sample racing is generated in two parts, so that a calendar or a month's payoffs need not wait for every
// runner's past runs: first the quick part of all days, then each day completely. This tracks which query waits for
// which part.

import type { TableCode } from '#shared/catalogue/table.ts';
import { PendingDays } from './pending-days.ts';

export type DayPart = 'quick' | 'whole';

/** A twentieth of a day's bytes, with the programs, results and payoffs that are queried for many days at once. */
export const QUICK_TABLES: readonly TableCode[] = ['t_ra', 't_ka', 't_se', 't_hj'];

/** Generated with them: a horse of a result is then found, while only all days can tell that a horse is unknown. */
export const QUICKLY_MADE: readonly TableCode[] = [...QUICK_TABLES, 'm_uk'];

/** The days that queries wait for, by the part that they need. */
export type Awaited = Readonly<Record<DayPart, readonly string[]>>;

export class PendingParts {
  readonly #quick: PendingDays;
  readonly #whole: PendingDays;

  /** @param quick those of the days whose quick part is generated already */
  constructor(racedates: readonly string[], quick: readonly string[] = []) {
    this.#quick = new PendingDays(racedates.filter((racedate) => !quick.includes(racedate)));
    this.#whole = new PendingDays(racedates);
  }

  /** Whether nothing is pending. */
  isEmpty(): boolean {
    return this.#whole.isEmpty();
  }

  /** Days that are not complete yet. */
  get size(): number {
    return this.#whole.size;
  }

  /** The newest day that is not complete yet. */
  newest(): string | undefined {
    return this.#whole.newest();
  }

  /** Like `PendingDays.ready`, for the part of the days that the table needs; without a table, for all parts. */
  ready(table?: TableCode, from?: string, to?: string, enough?: AbortSignal): Promise<void> {
    const isQuick = table !== undefined && QUICK_TABLES.includes(table);
    return (isQuick ? this.#quick : this.#whole).ready(from, to, enough);
  }

  awaited(): Awaited {
    return { quick: this.#quick.awaited(), whole: this.#whole.awaited() };
  }

  arrived(racedate: string, part: DayPart): void {
    this.#quick.arrived(racedate);
    if (part === 'whole') this.#whole.arrived(racedate);
  }

  /** Like `PendingDays.follow`. */
  follow(next: PendingParts): void {
    this.#quick.follow(next.#quick);
    this.#whole.follow(next.#whole);
  }

  failed(reason: Error): void {
    this.#quick.failed(reason);
    this.#whole.failed(reason);
  }
}
