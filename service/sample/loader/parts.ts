// A day of sample racing is made in two parts, so that a calendar or a month's payoffs need not wait for every
// runner's past: first the quick part of all days, then each day whole. This tracks who waits for which part.

import type { TableCode } from '#shared/catalogue/table.ts';
import { PendingDays } from './pending-days.ts';

export type DayPart = 'quick' | 'whole';

/** A twentieth of a day's bytes, and what programs, results and payoffs of many days are read from. */
export const QUICK_TABLES: readonly TableCode[] = ['t_ra', 't_ka', 't_se', 't_hj'];

export class PendingParts {
  readonly #quick: PendingDays;
  readonly #whole: PendingDays;

  constructor(racedates: readonly string[]) {
    this.#quick = new PendingDays(racedates);
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

  /** As `DaysToCome.ready`, for what the table needs of the days; without a table for all of it. */
  ready(table?: TableCode, from?: string, to?: string, enough?: AbortSignal): Promise<void> {
    const isQuick = table !== undefined && QUICK_TABLES.includes(table);
    return (isQuick ? this.#quick : this.#whole).ready(from, to, enough);
  }

  arrived(racedate: string, part: DayPart): void {
    this.#quick.arrived(racedate);
    if (part === 'whole') this.#whole.arrived(racedate);
  }

  /** As `DaysToCome.follow`. */
  follow(next: PendingParts): void {
    this.#quick.follow(next.#quick);
    this.#whole.follow(next.#whole);
  }

  failed(reason: Error): void {
    this.#quick.failed(reason);
    this.#whole.failed(reason);
  }
}
