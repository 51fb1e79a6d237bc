// Runs windows through the client into the archive, as they come. What cannot be had is said, day by day, and what is
// learnt of the service on the way is noted at once.
//
// A window is asked for in parts where it is refused, fails or takes too long; and where its answer gives cause for
// doubt (a count that differs, a round number, days that are short by what else is held), as long as the parts bring
// records that the whole lacked. Where they bring none, asking stops: it is the service's way, and is said.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, Table } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import { isWeekend, racedatesBetween, todayInTokyo } from '#shared/racing/racedate.ts';
import type { Answer, ApiClient } from '../api/api-client.ts';
import { ApiError, statusOf, type FailureKind } from '../api/failure.ts';
import type { Priority } from '../api/priority.ts';
import type { Archive } from '../archive/archive.ts';
import { dayOf, dayUnit, unitsOf, type Held } from '../archive/coverage.ts';
import { DAY_AROUND, NO_MARGIN, ServiceReading } from './service-reading.ts';
import { sizeNote, writeSize } from './window-size.ts';
import { cut, spanOf, type Windows } from './windows.ts';
import { isWitness } from './witnesses.ts';

export interface FetchInput {
  readonly client: Pick<ApiClient, 'query'>;
  readonly archive: Pick<Archive, 'write' | 'setNote' | 'rows' | 'coverage'>;
  readonly table: Table;
  readonly windows: Windows;
  readonly priority: Priority;
  /** Whether a window, when its turn comes, has been had by somebody else meanwhile. */
  readonly isHeld?: (filter: Filter) => Promise<boolean>;
  /** Days of a window just kept that, by what else is held, are not all there. */
  readonly shortDays?: (filter: Filter) => Promise<ReadonlySet<string>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Gives up what is on its way. */
  readonly signal?: AbortSignal;
  /** Begins no further window; what is on its way still arrives. */
  readonly stop?: AbortSignal;
  readonly onProgress?: (progress: FetchFigures) => void;
}

export interface FetchProgress {
  readonly windowsDone: number;
  readonly windowsTotal: number;
  readonly records: number;
}

export interface FetchFigures extends FetchProgress {
  /** Of the answers' bodies. */
  readonly bytes: number;
}

export interface FailedWindow {
  readonly filter: Filter;
  readonly error: RailbirdError;
  /** Its days are held, and it could not be found out whether that is all there is of them. */
  readonly isDoubted?: true;
}

export interface Fetched extends FetchFigures {
  /** Windows that are held now. */
  readonly answered: number;
  /** Windows that could not be had, with the error of each. */
  readonly failed: readonly FailedWindow[];
  /** The error that concerned the service as a whole and ended it, if one did. */
  readonly ended?: RailbirdError;
}

/** Records that a server which silently cuts an answer off would stop at. */
const ROUND_NUMBERS: ReadonlySet<number> = new Set([
  50, 100, 200, 250, 500, 1_000, 2_000, 2_500, 5_000, 10_000, 20_000, 25_000, 50_000, 100_000,
]);

/** Numbers that are round enough for a second look, though not for a doubt that stays. */
const isRoundish = (records: number): boolean =>
  ROUND_NUMBERS.has(records) ||
  (records >= 100 && records % 100 === 0) ||
  (records >= 64 && (records & (records - 1)) === 0);

/** The same window again would fail for the same reason; half of it may not. */
const WORTH_HALVING: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'too_large',
  'timeout',
  'cut_short',
  'failed',
]);

/** It may be the person that is refused, or the length of the period: less will tell. */
const OF_PERSON_OR_SPAN: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'refused',
  'forbidden',
  'throttled',
  'not_the_service',
]);

/** A period of one day may be refused for being one. */
const MAY_BE_OF_ONE_DAY: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'refused',
  'not_the_service',
  'failed',
]);

/** One window failing says nothing of the next; of others, all would fail alike. */
const OF_THE_WINDOW: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'too_large',
  'refused',
  'out_of_bounds',
  'cut_short',
  'failed',
]);

/** A service that fails this often in a row is down, not troubled by a window. */
const FAILURES_IN_A_ROW = 6;
/** A page where records belong was asked for three times already. */
const PAGE_WEIGHT = 3;

const AT_ONCE = 4;

/** Why an answer is looked at again in parts. */
type Cause =
  | 'count'
  | 'paging'
  | 'round'
  | 'repeated'
  | 'duplicate'
  | 'other'
  /** Days are short by what else is held. */
  | 'short'
  /** A day that had no meeting has one when it is asked for by itself. */
  | 'quiet';

/** What a refusal was of: the length of the period, the rate of requests, or whoever asks. */
type Refused = 'span' | 'rate' | 'person';

/** A window that is asked for again in parts. */
interface Cut {
  readonly whole: Filter;
  readonly causes: ReadonlySet<Cause>;
  /** Parts that are not settled yet. */
  open: number;
  /** Some part brought records that the whole lacked. */
  hasBrought: boolean;
  /** Parts that give cause for doubt themselves. */
  readonly doubtful: { readonly filter: Filter; readonly doubts: Doubts }[];
}

interface Part {
  readonly cut: Cut;
  /** Records that the whole had of its days, by day. */
  readonly had: ReadonlyMap<string, number>;
  /** A day more is asked for at either end. */
  readonly isWidened: boolean;
}

interface Doubts {
  readonly causes: ReadonlySet<Cause>;
  readonly shortDays: readonly string[];
}

/**
 * Ends when every window is done, or at the first error that concerns the service as a whole; what was answered
 * before is kept either way. Errors: CANCELLED, ARCHIVE_FAILED; those of the service are in `failed`.
 */
export const fetchWindows = (input: FetchInput): Promise<Fetched> => new WindowFetch(input).run();

class WindowFetch {
  readonly #input: FetchInput;
  readonly #windows: Windows;
  #failed: FailedWindow[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #parts = new Map<Filter, Part>();
  /** Doubts that parts shared with the whole, without bringing anything: this service's way of answering. */
  readonly #futile = new Set<Cause>();
  /** By status, what was refused with it. */
  readonly #probes = new Map<number, Promise<Refused>>();
  /** Windows that came too soon, and are asked for once more. */
  readonly #putBack = new Set<Filter>();
  #isSwapTried = false;
  /** Not even three days are answered: nothing is asked for beyond the ends. */
  #isBare = false;
  #isOneDayTried = false;
  /** While less is being tried nothing further is begun. */
  #probing = 0;
  #opening: Promise<ServiceReading> | undefined;
  #noted: Windows['size'];
  #figures = { begun: 0, windowsDone: 0, answered: 0, records: 0, bytes: 0 };
  #ended: RailbirdError | undefined;
  #failuresInARow = 0;

  constructor(input: FetchInput) {
    this.#input = input;
    this.#windows = input.windows;
    this.#noted = input.windows.size;
  }

  async run(): Promise<Fetched> {
    const { onProgress } = this.#input;
    onProgress?.(this.#progress());
    for (;;) {
      // A window that is cut comes back, so the loop looks again whenever one has ended.
      while (this.#mayBegin()) {
        const filter = this.#windows.take();
        if (!filter) break;
        const run: Promise<void> = this.#fetchOne(filter).finally(() => this.#running.delete(run));
        this.#running.add(run);
      }
      if (this.#running.size === 0) break;
      try {
        await Promise.race(this.#running);
        await this.#noteSize();
      } catch (error) {
        await Promise.allSettled(this.#running);
        throw error;
      }
      onProgress?.(this.#progress());
    }
    const last = this.#progress();
    const ended = this.#ended;
    if (ended) {
      this.#windows.forgetFailures();
      await this.#noteSize();
      for (const filter of this.#windows.takeAll()) this.#fail(filter, ended);
    }
    const { answered } = this.#figures;
    return { ...last, answered, failed: this.#failed, ...(ended ? { ended } : {}) };
  }

  #mayBegin(): boolean {
    const { stop } = this.#input;
    return !this.#ended && stop?.aborted !== true && this.#running.size < AT_ONCE && this.#probing === 0;
  }

  #progress(): FetchFigures {
    const { windowsDone, records, bytes } = this.#figures;
    return {
      windowsDone,
      windowsTotal: windowsDone + this.#running.size + this.#windows.left,
      records,
      bytes,
    };
  }

  #reading(): Promise<ServiceReading> {
    return (this.#opening ??= ServiceReading.of(this.#input.archive, this.#input.now));
  }

  async #fetchOne(filter: Filter): Promise<void> {
    const figures = this.#figures;
    figures.begun += 1;
    // What was planned a moment ago needs no second look.
    const mayBeHeld = figures.begun > AT_ONCE && !this.#parts.has(filter);
    if (mayBeHeld && (await this.#input.isHeld?.(filter)) === true) {
      figures.windowsDone += 1;
      figures.answered += 1;
      return;
    }
    const reading = await this.#reading();
    if (reading.knows('oneByOne') && spanOf(filter) > 1) {
      this.#askEach(filter, this.#windows.daysOf(filter), this.#parts.get(filter)?.cut);
      return;
    }
    const isWidened = this.#parts.get(filter)?.isWidened === true;
    const sent = reading.sentFor(filter, isWidened ? DAY_AROUND : this.#usualMargin());
    await this.#settle(filter, await this.#ask(filter, { sent, refusals: reading.refusals }));
  }

  /** Puts days of a window back, each by itself. */
  #askEach(whole: Filter, days: readonly string[], within?: Cut): void {
    const requests = this.#windows.each(days);
    const own: Cut = within ?? { whole, causes: NO_CAUSES, open: 0, hasBrought: false, doubtful: [] };
    own.open += requests.length - (within ? 1 : 0);
    for (const request of requests) this.#parts.set(request, { cut: own, had: new Map(), isWidened: false });
  }

  /** What others are held against is asked for beyond both ends, so as not to lack what they lack. */
  #usualMargin() {
    return isWitness(this.#input.table.code) && !this.#isBare ? DAY_AROUND : NO_MARGIN;
  }

  async #ask(
    filter: Filter,
    how: { readonly sent?: Filter | undefined; readonly refusals?: readonly number[] },
  ): Promise<Answer | RailbirdError> {
    const { client, table, priority, signal } = this.#input;
    try {
      return await client.query(table.code, filter, {
        priority,
        ...(signal ? { signal } : {}),
        ...(how.sent ? { sent: how.sent } : {}),
        // Of one day there is no less to ask for.
        ...(how.refusals && isOfDays(how.sent ?? filter) ? { refusals: how.refusals } : {}),
      });
    } catch (error) {
      // Neither says anything of the service: the person left, or the disk takes no answer.
      const isOurs = error instanceof RailbirdError && ['CANCELLED', 'ARCHIVE_FAILED'].includes(error.code);
      if (error instanceof RailbirdError && !isOurs) return error;
      throw error;
    }
  }

  async #settle(filter: Filter, answer: Answer | RailbirdError): Promise<void> {
    if (!(answer instanceof RailbirdError)) {
      try {
        await this.#keep(filter, answer);
      } finally {
        answer.release();
      }
      return;
    }
    const kind = kindOf(answer);
    const isPage = answer instanceof ApiError && answer.failure.kind === 'not_the_service';
    if (kind === 'failed' || isPage) this.#failuresInARow += isPage ? PAGE_WEIGHT : 1;
    else this.#failuresInARow = 0;
    const isDown = this.#failuresInARow >= FAILURES_IN_A_ROW;
    if (kind !== undefined && !this.#ended && !isDown && (await this.#tryLess(filter, answer, kind))) return;
    const part = this.#parts.get(filter);
    this.#fail(filter, answer);
    const isOfTheWindow =
      kind !== undefined &&
      (OF_THE_WINDOW.has(kind) ||
        isPassing(answer) ||
        (part?.isWidened === true && OF_PERSON_OR_SPAN.has(kind)));
    if (isDown || !isOfTheWindow) this.#ended ??= answer;
    this.#figures.windowsDone += 1;
    if (part) await this.#settlePart(filter, part, NO_DOUBTS);
  }

  /** What a part did not bring, the whole has. */
  #fail(filter: Filter, error: RailbirdError): void {
    this.#failed.push({ filter, error, ...(this.#parts.has(filter) ? { isDoubted: true } : {}) });
  }

  /** Whether a window that was refused, or failed, is asked for in another way. */
  async #tryLess(filter: Filter, error: RailbirdError, kind: FailureKind): Promise<boolean> {
    const { now } = this.#input;
    if (this.#parts.get(filter)?.isWidened && OF_PERSON_OR_SPAN.has(kind)) return false;
    if (kind === 'too_large') this.#windows.refused(filter, now());
    else if (WORTH_HALVING.has(kind)) this.#windows.failed(filter);
    if (WORTH_HALVING.has(kind) && this.#halve(filter)) return true;
    const isMeant = OF_PERSON_OR_SPAN.has(kind) || WORTH_HALVING.has(kind);
    if (isMeant && !isPassing(error) && this.#usualMargin().before > 0 && spanOf(filter) === 1) {
      this.#isBare = true;
      this.#windows.putBack(filter);
      return true;
    }
    if (spanOf(filter) === 1 && kind === 'failed') return this.#tryWider(filter);
    if (!(error instanceof ApiError) || !OF_PERSON_OR_SPAN.has(kind) || isPassing(error)) return false;
    if (filter.start_racedate === undefined || filter.end_racedate === undefined) return false;
    const status = statusOf(error.failure);
    if (spanOf(filter) === 1) return this.#tryWider(filter);
    const reading = await this.#reading();
    if (!reading.knows(`tooMuch ${status}`)) {
      const probe = this.#probes.get(status) ?? this.#probe(filter, error, kind);
      this.#probes.set(status, probe);
      const refused = await probe;
      if (refused === 'rate' && !this.#putBack.has(filter)) {
        this.#putBack.add(filter);
        this.#windows.putBack(filter);
        return true;
      }
      if (refused !== 'span') return false;
      await reading.learn(`tooMuch ${status}`);
    }
    if (spanOf(filter) === 2 && (await this.#trySwapped(filter))) return true;
    this.#windows.refused(filter, now());
    return this.#halve(filter);
  }

  /** Asks for one day of what was refused, once: whether it was refused for its length. */
  async #probe(filter: Filter, error: ApiError, kind: FailureKind): Promise<Refused> {
    this.#probing += 1;
    try {
      const day = await this.#likelyDay(filter);
      const one = { start_racedate: day, end_racedate: day };
      const reading = await this.#reading();
      const answer = await this.#ask(one, { sent: reading.sentFor(one) });
      if (await this.#hasKept(one, answer)) {
        // A limit of the rate may have passed meanwhile: only what is refused again is too long.
        if (kind !== 'throttled') return 'span';
        return (await this.#isRefusedAgain(filter, statusOf(error.failure))) ? 'span' : 'rate';
      }
      // A period of one day may be refused for being one, which is no word on who asks.
      if (!MAY_BE_OF_ONE_DAY.has(kindOf(answer) ?? 'down') || this.#isOneDayTried) return 'person';
      this.#isOneDayTried = true;
      const wider = await this.#ask(one, { sent: reading.sentFor(one, DAY_AROUND) });
      if (!(await this.#hasKept(one, wider))) return 'person';
      await reading.learn('oneDay');
      return 'span';
    } finally {
      this.#probing -= 1;
    }
  }

  async #isRefusedAgain(filter: Filter, status: number): Promise<boolean> {
    const reading = await this.#reading();
    const again = await this.#ask(filter, {
      sent: reading.sentFor(filter, this.#usualMargin()),
      refusals: [...reading.refusals, status],
    });
    if (again instanceof RailbirdError)
      return again instanceof ApiError && statusOf(again.failure) === status;
    again.release();
    return false;
  }

  /** A period of one day that is refused may be answered as the middle of three. */
  async #tryWider(filter: Filter): Promise<boolean> {
    const reading = await this.#reading();
    if (filter.start_racedate === undefined || this.#isOneDayTried || reading.knows('oneDay')) return false;
    this.#isOneDayTried = true;
    const answer = await this.#ask(filter, { sent: reading.sentFor(filter, DAY_AROUND) });
    if (answer instanceof RailbirdError) return false;
    await reading.learn('oneDay');
    await this.#settle(filter, answer);
    return true;
  }

  /** Whether the window brings records with its ends the other way round; then they go that way from now on. */
  async #trySwapped(filter: Filter): Promise<boolean> {
    const reading = await this.#reading();
    if (this.#isSwapTried) return false;
    this.#isSwapTried = true;
    const isSwapped = !reading.knows('swapped');
    const answer = await this.#ask(filter, {
      sent: reading.sentFor(filter, this.#usualMargin(), isSwapped),
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

  /** A day of the window that is known to have raced, or one on which there is racing as a rule. */
  async #likelyDay({ start_racedate: from = '', end_racedate: to = '' }: Filter): Promise<string> {
    const days = [...racedatesBetween(from, to)];
    const [raced] = await this.#input.archive.rows(
      'select max(last_day) from coverage where records > 0 and last_day between ? and ?',
      [from, to],
    );
    if (typeof raced?.[0] === 'string') return raced[0];
    return days.findLast((day) => isWeekend(day)) ?? days.at(-1) ?? from;
  }

  /** Keeps an answer beside the windows. */
  async #hasKept(filter: Filter, answer: Answer | RailbirdError): Promise<boolean> {
    if (answer instanceof RailbirdError) return false;
    try {
      await this.#write(filter, answer);
    } finally {
      answer.release();
    }
    return true;
  }

  #halve(filter: Filter): boolean {
    const halves = this.#windows.halve(filter);
    const part = this.#parts.get(filter);
    if (part) {
      part.cut.open += Math.max(0, halves.length - 1);
      for (const half of halves) this.#parts.set(half, part);
    }
    return halves.length > 0;
  }

  async #keep(filter: Filter, answer: Answer): Promise<void> {
    const figures = this.#figures;
    this.#failuresInARow = 0;
    this.#windows.answered(filter);
    const part = this.#parts.get(filter);
    if (answer.nothing !== undefined) await (await this.#reading()).learn(`nothing ${answer.nothing}`);
    await this.#write(filter, answer);
    if (await this.#learnOrder(filter, answer)) return;
    figures.answered += 1;
    figures.records += answer.records;
    figures.bytes += answer.bytes;
    figures.windowsDone += 1;
    const doubts = this.#ended ? NO_DOUBTS : await this.#doubtsOf(filter, answer);
    if (part) await this.#settlePart(filter, part, doubts);
    else await this.#cut(filter, doubts);
  }

  /**
   * Writes an answer. One without any record does not replace records of the past that are held: they were there, and
   * nothing says where they went.
   */
  async #write(filter: Filter, answer: Answer): Promise<void> {
    const { archive, table, now } = this.#input;
    const reasons = reasonsOf(filter, answer);
    const books =
      answer.records > 0 ? [] : [...(await archive.coverage(table.code, unitsOf(filter))).values()];
    const today = todayInTokyo(now());
    const kept = books.filter(({ records, lastDay }) => records > 0 && (lastDay ?? '') < today);
    if (kept.length === 0) {
      await archive.write({ table: table.code, filter, answer, reasons });
      const units = new Set(unitsOf(filter));
      this.#failed = this.#failed.filter(
        (failed) =>
          failed.error.code !== 'RECORDS_GONE' || !unitsOf(failed.filter).every((unit) => units.has(unit)),
      );
      return;
    }
    const isGone = new Set(kept.map(({ unit }) => unit));
    const days = unitsOf(filter).flatMap((unit) => (isGone.has(unit) ? [] : (dayOf(unit) ?? [])));
    for (const run of cut(days, Infinity)) {
      const own = { start_racedate: run[0] ?? '', end_racedate: run.at(-1) ?? '' };
      await archive.write({ table: table.code, filter: own, answer, reasons });
    }
    for (const { unit } of kept) {
      const day = dayOf(unit);
      const own = day === undefined ? filter : { start_racedate: day, end_racedate: day };
      this.#failed.push({ filter: own, error: new RailbirdError('RECORDS_GONE') });
    }
  }

  /**
   * Several days that were answered tell that the earlier end goes first; none at all, that it may be the later.
   * Whether the window was answered so, and is settled.
   */
  async #learnOrder(filter: Filter, answer: Answer): Promise<boolean> {
    if (spanOf(filter) === 1 || !isWitness(this.#input.table.code)) return false;
    const reading = await this.#reading();
    if (answer.records > 0) {
      if (!reading.knows('swapped')) await reading.learn('plain');
      return false;
    }
    const hasWeekend = [...racedatesBetween(filter.start_racedate ?? '', filter.end_racedate ?? '')].some(
      (day) => isWeekend(day),
    );
    return hasWeekend && !reading.knows('plain') && this.#trySwapped(filter);
  }

  async #doubtsOf(filter: Filter, answer: Answer): Promise<Doubts> {
    const causes = new Set<Cause>();
    if (answer.countDiffers) causes.add('count');
    if (answer.pagingHint) causes.add('paging');
    if (isRoundish(answer.records + answer.setAside)) causes.add('round');
    if (answer.repeated > 0) causes.add('repeated');
    if (answer.doubts.includes('duplicate_keys')) causes.add('duplicate');
    if (answer.doubts.includes('other_question')) causes.add('other');
    for (const cause of this.#futile) causes.delete(cause);
    if (await this.#hasQuietDayWithRacing(filter)) causes.add('quiet');
    const short = [...((await this.#input.shortDays?.(filter)) ?? [])].toSorted();
    if (short.length > 0) causes.add('short');
    return { causes, shortDays: short };
  }

  /**
   * There is racing on nearly every day of a weekend. Of those without a meeting the first and the last are asked for
   * by themselves: a service that cuts periods short gives itself away, and else two small requests are lost.
   */
  async #hasQuietDayWithRacing(filter: Filter): Promise<boolean> {
    const { table, now } = this.#input;
    if (table.code !== 'd_ka' || spanOf(filter) === 1 || this.#ended) return false;
    const books = await this.#booksOf(filter);
    const today = todayInTokyo(now());
    const quiet = this.#windows
      .daysOf(filter)
      .filter((day) => isRacingWeekend(day) && day < today && (books.get(day)?.records ?? 0) === 0);
    const reading = await this.#reading();
    for (const day of new Set([quiet.at(-1), quiet[0]])) {
      if (day === undefined || this.#ended) continue;
      const one = { start_racedate: day, end_racedate: day };
      const answer = await this.#ask(one, { sent: reading.sentFor(one) });
      const hasRaced = !(answer instanceof RailbirdError) && answer.records > 0;
      await this.#hasKept(one, answer);
      if (hasRaced) return true;
    }
    return false;
  }

  /** Asks for the window again in parts, where something speaks against its answer and there is less to ask for. */
  async #cut(filter: Filter, { causes, shortDays }: Doubts): Promise<void> {
    if (this.#ended || causes.size === 0) return;
    const isOnlyShort = causes.size === 1 && causes.has('short');
    if (!isOnlyShort && spanOf(filter) === 1) return;
    if (filter.start_racedate === undefined) return;
    // Others may have learnt meanwhile how this service is asked.
    const reading = await this.#reading();
    await reading.look();
    if (isOnlyShort && reading.knows('oneByOne')) {
      if (spanOf(filter) > 1) this.#askEach(filter, shortDays);
      return;
    }
    const books = await this.#booksOf(filter);
    const parts = isOnlyShort
      ? this.#windows.only(shortDays)
      : this.#windows.parts(filter, (day) => books.get(day)?.records ?? 0);
    if (parts.length === 0) return;
    const own: Cut = { whole: filter, causes, open: parts.length, hasBrought: false, doubtful: [] };
    for (const part of parts) {
      const days = unitsOf(part).flatMap((unit) => dayOf(unit) ?? []);
      const had = new Map(days.map((day) => [day, books.get(day)?.records ?? 0]));
      this.#parts.set(part, { cut: own, had, isWidened: isOnlyShort });
    }
  }

  async #booksOf(filter: Filter): Promise<ReadonlyMap<string, Held>> {
    const { archive, table } = this.#input;
    const held = await archive.coverage(table.code, unitsOf(filter));
    return new Map([...held.values()].map((own) => [dayOf(own.unit) ?? '', own]));
  }

  /** A part is there, or cannot be had. With the last of them it is known whether they brought anything. */
  async #settlePart(filter: Filter, part: Part, doubts: Doubts): Promise<void> {
    const own = part.cut;
    const books = await this.#booksOf(filter);
    const brought = [...books].filter(([day, { records }]) => records > (part.had.get(day) ?? 0));
    if (brought.length > 0) own.hasBrought = true;
    if (part.isWidened)
      await this.#learnEnds(
        own.whole,
        brought.map(([day]) => day),
      );
    if (doubts.causes.size > 0 && !(part.isWidened && spanOf(filter) === 1))
      own.doubtful.push({ filter, doubts });
    own.open -= 1;
    if (own.open > 0) return;
    if (own.hasBrought) {
      if (own.causes.has('round') || own.causes.has('paging'))
        this.#windows.refused(own.whole, this.#input.now());
      for (const each of own.doubtful) await this.#cut(each.filter, each.doubts);
      return;
    }
    if (own.causes.has('quiet')) {
      await (await this.#reading()).learn('oneByOne');
      this.#askEach(own.whole, this.#windows.daysOf(own.whole));
    }
    for (const cause of own.causes)
      if (
        cause !== 'short' &&
        cause !== 'quiet' &&
        own.doubtful.some((each) => each.doubts.causes.has(cause))
      )
        this.#futile.add(cause);
  }

  /** Days at the ends that came only when more was asked for: this service leaves them out. */
  async #learnEnds(whole: Filter, brought: readonly string[]): Promise<void> {
    const reading = await this.#reading();
    const { start_racedate: from = '', end_racedate: to = '' } = whole;
    const margin = reading.marginOf(whole);
    const isWide = this.#usualMargin().before > 0;
    if (brought.includes(from) && margin.before === 0 && !isWide) await reading.learn('before');
    if (brought.includes(to) && margin.after === 0 && !isWide) await reading.learn('after');
  }

  /** Keeps what was learnt of the size where the next plan finds it, whatever happens to this one. */
  async #noteSize(): Promise<void> {
    const { archive, table } = this.#input;
    const { size } = this.#windows;
    if (size.days === this.#noted.days && size.refused?.days === this.#noted.refused?.days) return;
    this.#noted = size;
    await archive.setNote(sizeNote(table), writeSize(size));
  }
}

const isOfDays = ({ start_racedate: from, end_racedate: to }: Filter): boolean =>
  from !== undefined && from !== to;

const NO_CAUSES: ReadonlySet<Cause> = new Set();
const NO_DOUBTS: Doubts = { causes: NO_CAUSES, shortDays: [] };

/** There is none at New Year's. */
const isRacingWeekend = (day: string): boolean => {
  const date = day.slice(4);
  return isWeekend(day) && date < '1229' && date > '0104';
};

const kindOf = (answer: Answer | RailbirdError): FailureKind | undefined =>
  answer instanceof ApiError ? answer.failure.kind : undefined;

const isPassing = (error: RailbirdError): boolean =>
  error instanceof ApiError && error.failure.kind === 'not_the_service' && error.failure.passing === true;

function reasonsOf(filter: Filter, answer: Answer): readonly Incompleteness[] {
  const where = nameOfWindow(filter);
  const reasons: Incompleteness[] = [];
  if (answer.countDiffers) reasons.push({ reason: 'count_differs', where });
  if (answer.pagingHint) reasons.push({ reason: 'paging_hint', where });
  if (ROUND_NUMBERS.has(answer.records + answer.setAside)) reasons.push({ reason: 'round_number', where });
  for (const reason of answer.doubts) reasons.push({ reason, where });
  return reasons;
}

/** A window as the person knows it. */
export function nameOfWindow(filter: Filter): string {
  const { start_racedate: from, end_racedate: to } = filter;
  if (from !== undefined && to !== undefined) return from === to ? from : `${from}-${to}`;
  return filter.racekey ?? filter.horse_id ?? filter.kettonum ?? filter.racedate ?? '';
}
