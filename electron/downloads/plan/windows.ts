// The windows that are still to be requested, cut one at a time, so that what is learned about the service takes effect
// at once. A window begins and ends on a requested day, and may span days without racing; the parts of an answered one
// cover all of its days, so that nothing is left of what was said against the whole.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { addDays, racedatesBetween, spanDays } from '#shared/racing/racedate.ts';
import { afterAnswer, afterFailure, afterRefusal, type WindowSize } from './window-size.ts';

/** What to request: requests as they are, or days to be cut into windows. */
export type ToRequest =
  | { readonly kind: 'requests'; readonly requests: readonly Filter[] }
  | {
      readonly kind: 'days';
      /** In order, each once. */
      readonly days: readonly string[];
      /** Days known to be without racing: including them costs nothing. */
      readonly idle: ReadonlySet<string>;
    };

const NO_DAYS: ReadonlySet<string> = new Set();

export class Windows {
  readonly #table: Table;
  /** Halves of windows that were refused, and requests that are not cut. */
  readonly #first: Filter[];
  #days: readonly string[];
  readonly #idle: ReadonlySet<string>;
  readonly #requested: ReadonlySet<string>;
  #size: WindowSize;
  /** By answers and refusals alone, without the failures since. */
  #proven: WindowSize;
  /** The number of windows that the remaining days make at the current size; undefined until it is needed. */
  #uncut: number | undefined;

  constructor(table: Table, toRequest: ToRequest, size: WindowSize) {
    this.#table = table;
    this.#first = toRequest.kind === 'requests' ? [...toRequest.requests] : [];
    this.#days = toRequest.kind === 'days' ? toRequest.days : [];
    this.#idle = toRequest.kind === 'days' ? toRequest.idle : NO_DAYS;
    this.#requested = new Set(this.#days);
    this.#size = size;
    this.#proven = size;
  }

  get size(): WindowSize {
    return this.#size;
  }

  /** Windows not taken yet, at the current size. */
  get left(): number {
    this.#uncut ??= cut(this.#days, this.#size.days, this.#idle).length;
    return this.#first.length + this.#uncut;
  }

  take(): Filter | undefined {
    const first = this.#first.shift();
    if (first) return first;
    if (this.#days.length === 0) return undefined;
    const count = firstRun(this.#days, 0, this.#size.days, this.#idle);
    const days = this.#days.slice(0, count);
    this.#days = this.#days.slice(count);
    if (this.#uncut !== undefined) this.#uncut -= 1;
    return this.#request(days);
  }

  /** Puts the window back as two; none if it is a single day. */
  halve(filter: Filter): Filter[] {
    const halves = this.#halves(filter);
    this.#first.unshift(...halves);
    return halves;
  }

  /** Puts a window back as it was. */
  putBack(filter: Filter): void {
    this.#first.unshift(filter);
  }

  /** Puts an answered window back as two with about half of its records each, which cover each of its days. */
  parts(filter: Filter, recordsOf: (day: string) => number): Filter[] {
    const days = this.daysOf(filter);
    if (days.length < 2) return [];
    const total = days.reduce((sum, day) => sum + recordsOf(day), 0);
    let before = 0;
    let middle = 0;
    // The second part begins where the first has half of the records; each has at least one day.
    while (middle < days.length - 1 && (middle === 0 || before < total / 2)) {
      before += recordsOf(days[middle] ?? '');
      middle += 1;
    }
    if (total === 0) middle = Math.ceil(days.length / 2);
    const { start_racedate: from = '', end_racedate: to = '' } = filter;
    const second = days[middle] ?? to;
    const parts = [this.#request([from, addDays(second, -1)]), this.#request([second, to])];
    this.#first.unshift(...parts);
    return parts;
  }

  /** Puts days of an answered window back: one or two as single days, more as two windows. In order. */
  only(days: readonly string[]): Filter[] {
    const middle = Math.ceil(days.length / 2);
    const parts = [days.slice(0, middle), days.slice(middle)].filter((some) => some.length > 0);
    const requests = parts.map((some) => this.#request(some));
    this.#first.unshift(...requests);
    return requests;
  }

  /** Puts days back as windows of one day. */
  each(days: readonly string[]): Filter[] {
    const requests = days.map((day) => this.#request([day]));
    this.#first.unshift(...requests);
    return requests;
  }

  /** All windows that were not taken. */
  takeAll(): Filter[] {
    const all: Filter[] = [];
    for (let next = this.take(); next; next = this.take()) all.push(next);
    return all;
  }

  answered(filter: Filter): void {
    this.#resize(afterAnswer(this.#size, spanOf(filter)));
    this.#proven = this.#size;
  }

  refused(filter: Filter, now: number): void {
    this.#resize(afterRefusal(this.#size, spanOf(filter), now));
    this.#proven = afterRefusal(this.#proven, spanOf(filter), now);
  }

  failed(filter: Filter): void {
    this.#resize(afterFailure(this.#size, spanOf(filter)));
  }

  /** The windows were refused for another reason than their length. */
  forgetRefusals(): void {
    const { refused: _, ...size } = this.#size;
    this.#resize({ ...size, days: size.most });
    this.#proven = this.#size;
  }

  /** The service was down; the windows were not too long. */
  forgetFailures(): void {
    this.#resize(this.#proven);
  }

  #resize(size: WindowSize): void {
    if (size.days !== this.#size.days) this.#uncut = undefined;
    this.#size = size;
  }

  #request(days: readonly string[]): Filter {
    const [from = '', to = from] = [days[0], days.at(-1)];
    if (isByDay(this.#table)) return { racedate: from };
    return { start_racedate: from, end_racedate: to };
  }

  #halves(filter: Filter): Filter[] {
    const days = this.daysOf(filter);
    if (days.length < 2) return [];
    const middle = Math.ceil(days.length / 2);
    return [this.#request(days.slice(0, middle)), this.#request(days.slice(middle))];
  }

  /**
   * The days to request when a window is cut: without days that it only spans, unless it has at most one requested day.
   * None for a single day.
   */
  daysOf({ start_racedate: from, end_racedate: to }: Filter): string[] {
    if (from === undefined || to === undefined || from >= to) return [];
    const days = [...racedatesBetween(from, to)];
    const requested = days.filter((day) => this.#requested.has(day));
    return requested.length > 1 ? requested : days;
  }
}

/** Whether it is requested one day at a time. */
export const isByDay = (table: Table): boolean => !table.filters.includes('start_racedate');

/** Days that a window covers; 1 for a request without a period. */
export const spanOf = (filter: Filter): number =>
  filter.start_racedate === undefined || filter.end_racedate === undefined
    ? 1
    : spanDays(filter.start_racedate, filter.end_racedate);

/** One window from the first to the last of these days. */
export const spanning = (windows: readonly Filter[]): Filter => ({
  start_racedate: windows.map(({ start_racedate: from = '' }) => from).toSorted()[0] ?? '',
  end_racedate:
    windows
      .map(({ end_racedate: to = '' }) => to)
      .toSorted()
      .at(-1) ?? '',
});

export const isWithin = (
  day: string,
  { start_racedate: from = '', end_racedate: to = '' }: Filter,
): boolean => from <= day && day <= to;

/**
 * The fewest windows of at most `longest` days that cover each of the days once, and besides them only idle days. The
 * days in order.
 */
export function cut(
  days: readonly string[],
  longest: number,
  idle: ReadonlySet<string> = NO_DAYS,
): readonly (readonly string[])[] {
  const windows: string[][] = [];
  for (let at = 0; at < days.length;) {
    const count = firstRun(days, at, longest, idle);
    windows.push(days.slice(at, at + count));
    at += count;
  }
  return windows;
}

/** How many days from `at` on fit into one window: taking the most each time makes the fewest windows. */
function firstRun(days: readonly string[], at: number, longest: number, idle: ReadonlySet<string>): number {
  const from = days[at];
  if (from === undefined) return 0;
  let count = 1;
  let day = from;
  for (let span = 2; span <= longest && at + count < days.length; span += 1) {
    day = addDays(day, 1);
    if (day === days[at + count]) count += 1;
    else if (!idle.has(day)) break;
  }
  return count;
}
