// Finds out, with one smaller request, whether the service refuses the size of a request or the user; and which form of
// period a service accepts.

import type { Filter } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import { isWeekend, racedatesBetween } from '#shared/racing/racedate.ts';
import type { Answer } from '../../service-client/api-client.ts';
import { ApiError, statusOf, type FailureKind } from '../../service-client/failure.ts';
import { isPassing, kindOf, MAY_BE_OF_ONE_DAY, OF_USER_OR_SPAN, WORTH_HALVING } from './suspicions.ts';
import { DAY_AROUND } from './service-readings.ts';
import type { WindowFetcher } from './window-fetcher.ts';
import { spanOf, type Windows } from '../plan/windows.ts';
import { isReferenceTable } from '../plan/reference-tables.ts';

/** What the service refuses: the length of the period, the rate of requests, or the user. */
type Refused = 'span' | 'rate' | 'user';

export class SpanRefusals {
  readonly #fetcher: WindowFetcher;
  readonly #windows: Windows;
  readonly #settle: (filter: Filter, answer: Answer) => Promise<void>;
  readonly #halve: (filter: Filter) => boolean;
  /** What is refused, by status. */
  readonly #probes = new Map<number, Promise<Refused>>();
  /** Windows that were sent too soon and are requested once more. */
  readonly #putBack = new Set<Filter>();
  #isSwapTried = false;
  #isOneDayTried = false;
  #isBareTried = false;
  #probing = 0;

  constructor(
    fetcher: WindowFetcher,
    parts: {
      /** Handles the answer to a window that was requested in another way. */
      readonly settle: (filter: Filter, answer: Answer) => Promise<void>;
      /** Puts a window back as two, if it can be smaller. */
      readonly halve: (filter: Filter) => boolean;
    },
  ) {
    this.#fetcher = fetcher;
    this.#windows = fetcher.input.windows;
    this.#settle = parts.settle;
    this.#halve = parts.halve;
  }

  /** No further window begins during a probe. */
  get isProbing(): boolean {
    return this.#probing > 0;
  }

  /** Whether a window of several days failed with a status that is known to mean that it is too large. */
  async isKnown(filter: Filter, error: RailbirdError, isWide = false): Promise<boolean> {
    if ((spanOf(filter) === 1 && !isWide) || !(error instanceof ApiError)) return false;
    const reading = await this.#fetcher.reading();
    return reading.knows(`tooMuch ${statusOf(error.failure)}`);
  }

  /**
   * Whether a window that was refused or failed is requested in another way. The last argument says how it was
   * requested.
   */
  async tryLess(
    filter: Filter,
    error: RailbirdError,
    kind: FailureKind,
    { isWide, isWidened }: { readonly isWide: boolean; readonly isWidened: boolean },
  ): Promise<boolean> {
    const { now } = this.#fetcher.input;
    if (isWidened && OF_USER_OR_SPAN.has(kind)) return false;
    if (filter.start_racedate === undefined) return false;
    const mayBeSpan = OF_USER_OR_SPAN.has(kind) && !isPassing(error);
    if (spanOf(filter) === 1) {
      const isMeant = mayBeSpan || kind === 'failed' || kind === 'too_large';
      if (isMeant && isWide && !isWidened) {
        this.#fetcher.isBare = true;
        this.#windows.putBack(filter);
        return true;
      }
      if (!(mayBeSpan || kind === 'failed') || kind === 'throttled') return false;
      return (await this.#tryBare(filter)) || this.#tryWider(filter);
    }
    if (error instanceof ApiError && (mayBeSpan || kind === 'failed')) {
      const refused = await this.#whatIsRefused(filter, error, kind);
      if (refused === 'rate' && !this.#putBack.has(filter)) {
        this.#putBack.add(filter);
        this.#windows.putBack(filter);
        return true;
      }
      if (refused === 'span') {
        if (spanOf(filter) === 2 && (await this.trySwapped(filter))) return true;
        this.#windows.refused(filter, now());
        return this.#halve(filter);
      }
    }
    if (!WORTH_HALVING.has(kind)) return false;
    if (kind === 'too_large') this.#windows.refused(filter, now());
    else this.#windows.failed(filter);
    return this.#halve(filter);
  }

  async #whatIsRefused(filter: Filter, error: ApiError, kind: FailureKind): Promise<Refused> {
    if (await this.isKnown(filter, error)) return 'span';
    const status = statusOf(error.failure);
    const reading = await this.#fetcher.reading();
    const probe = this.#probes.get(status) ?? this.#probe(filter, error, kind);
    this.#probes.set(status, probe);
    const refused = await probe;
    if (refused === 'span') await reading.learn(`tooMuch ${status}`);
    return refused;
  }

  /** Requests one day of a refused window, once for each status, to find out whether its length was the reason. */
  async #probe(filter: Filter, error: ApiError, kind: FailureKind): Promise<Refused> {
    this.#probing += 1;
    try {
      const day = await this.#likelyDay(filter);
      const one = { start_racedate: day, end_racedate: day };
      const reading = await this.#fetcher.reading();
      const answer = await this.#fetcher.request(one, { sent: reading.sentFor(one) });
      if (await this.#fetcher.store(one, answer)) {
        // A rate limit or a failure may have passed meanwhile: the window is too long only if it is refused again.
        if (kind !== 'throttled' && kind !== 'failed') return 'span';
        return (await this.#isRefusedAgain(filter, statusOf(error.failure))) ? 'span' : 'rate';
      }
      // A period of one day may be refused for being one; that says nothing about the user.
      if (!MAY_BE_OF_ONE_DAY.has(kindOf(answer) ?? 'down') || this.#isOneDayTried) return 'user';
      this.#isOneDayTried = true;
      const wider = await this.#fetcher.request(one, { sent: reading.sentFor(one, DAY_AROUND) });
      if (!(await this.#fetcher.store(one, wider))) return 'user';
      await reading.learn('oneDay');
      return 'span';
    } finally {
      this.#probing -= 1;
    }
  }

  async #isRefusedAgain(filter: Filter, status: number): Promise<boolean> {
    const reading = await this.#fetcher.reading();
    const again = await this.#fetcher.request(filter, {
      sent: reading.sentFor(filter, this.#fetcher.usualMargin()),
      refusals: [...reading.refusals, status],
    });
    if (again instanceof RailbirdError)
      return again instanceof ApiError && statusOf(again.failure) === status;
    again.release();
    return false;
  }

  /** A service that needed the days around a single day may have changed: the day is requested alone, once. */
  async #tryBare(filter: Filter): Promise<boolean> {
    const reading = await this.#fetcher.reading();
    if (this.#isBareTried || !reading.knows('oneDay')) return false;
    this.#isBareTried = true;
    const answer = await this.#fetcher.request(filter, {});
    if (answer instanceof RailbirdError) return false;
    await reading.unlearn('oneDay');
    await this.#settle(filter, answer);
    return true;
  }

  /** A single day that is refused may be answered as the middle of three. */
  async #tryWider(filter: Filter): Promise<boolean> {
    const reading = await this.#fetcher.reading();
    if (filter.start_racedate === undefined || this.#isOneDayTried || reading.knows('oneDay')) return false;
    this.#isOneDayTried = true;
    const answer = await this.#fetcher.request(filter, { sent: reading.sentFor(filter, DAY_AROUND) });
    if (answer instanceof RailbirdError) return false;
    await reading.learn('oneDay');
    await this.#settle(filter, answer);
    return true;
  }

  /** Requests the window with its ends swapped. If that brings records, the ends stay swapped from now on. */
  async trySwapped(filter: Filter): Promise<boolean> {
    const reading = await this.#fetcher.reading();
    if (this.#isSwapTried) return false;
    this.#isSwapTried = true;
    const isSwapped = !reading.knows('swapped');
    const answer = await this.#fetcher.request(filter, {
      sent: reading.sentFor(filter, this.#fetcher.usualMargin(), isSwapped),
      refusals: reading.refusals,
    });
    if (answer instanceof RailbirdError) return false;
    if (answer.records === 0) {
      answer.release();
      return false;
    }
    await (isSwapped ? reading.learn('swapped') : reading.unlearn('swapped'));
    await (isSwapped ? reading.unlearn('plain') : reading.learn('plain'));
    for (const status of reading.refusals) await reading.unlearn(`tooMuch ${status}`);
    this.#windows.forgetRefusals();
    await this.#settle(filter, answer);
    return true;
  }

  /** A day of the window that is known to have raced, or one that usually does. */
  async #likelyDay({ start_racedate: from = '', end_racedate: to = '' }: Filter): Promise<string> {
    const days = [...racedatesBetween(from, to)];
    const [raced] = await this.#fetcher.input.archive.rows(
      'select max(last_day) from coverage where records > 0 and last_day between ? and ?',
      [from, to],
    );
    if (typeof raced?.[0] === 'string') return raced[0];
    return days.findLast((day) => isWeekend(day)) ?? days.at(-1) ?? from;
  }

  /**
   * An answer with records for several days shows that the earlier end goes first; an empty one, that the later end
   * may. Returns whether the window was answered with its ends swapped, and is finished.
   */
  async learnOrder(filter: Filter, answer: Answer): Promise<boolean> {
    if (spanOf(filter) === 1 || !isReferenceTable(this.#fetcher.input.table.code)) return false;
    const reading = await this.#fetcher.reading();
    if (answer.records > 0) {
      if (!reading.knows('swapped')) await reading.learn('plain');
      return false;
    }
    const hasWeekend = [...racedatesBetween(filter.start_racedate ?? '', filter.end_racedate ?? '')].some(
      (day) => isWeekend(day),
    );
    return hasWeekend && !reading.knows('plain') && this.trySwapped(filter);
  }
}
