// Fetches windows through the client into the archive. Windows that cannot be fetched are returned with their errors,
// and what the answers reveal about the service is stored at once.
//
// A window is requested again in parts if it is refused, fails or takes too long, and also if its answer is suspicious
// (a count that differs, a round number, days that are short by what else is stored), for as long as the parts bring
// records that the whole lacked. If they bring none, this is how the service answers: the rechecks stop and the anomaly
// is reported. Other windows with the same anomaly wait for that result, in most cases those of other tables and
// queries too (recheck.ts).

import type { Filter } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Answer } from '../../service-client/api-client.ts';
import {
  causesIn,
  isPassing,
  isRacingWeekend,
  kindOf,
  NO_CAUSES,
  NO_SUSPICIONS,
  OF_USER_OR_SPAN,
  OF_THE_WINDOW,
  type Cut,
  type Suspicions,
  type Cause,
  type PartialAnswer,
} from './suspicions.ts';
import type { Fetched, FetchFigures, FetchInput, ShortDays } from './fetched.ts';
import { DAY_AROUND, NO_MARGIN } from './service-readings.ts';
import { Rechecks, type Recheck } from './recheck.ts';
import { SpanRefusals } from './span-refusals.ts';
import { WindowFetcher } from './window-fetcher.ts';
import { sizeNote, writeSize } from '../plan/window-size.ts';
import { isWithin, spanning, spanOf, type Windows } from '../plan/windows.ts';

/** After this many failures in a row the service counts as down: the windows are not the cause. */
const FAILURES_IN_A_ROW = 6;
/** A web page in place of records counts as three failures: the client has requested it three times already. */
const PAGE_WEIGHT = 3;

const AT_ONCE = 4;

/** Fetches the windows of one table. Call `end` when nothing more is needed of it. */
export class WindowFetch {
  readonly #input: FetchInput;
  readonly #windows: Windows;
  readonly #fetcher: WindowFetcher;
  readonly #refusals: SpanRefusals;
  readonly #rechecks: Rechecks;
  readonly #running = new Set<Promise<void>>();
  /** Windows that were answered and wait for the result of another window's recheck. */
  readonly #waiting = new Set<Promise<void>>();
  readonly #over = new AbortController();
  readonly #parts = new Map<Filter, PartialAnswer>();
  /** Answered windows that `crossCheck` has still to check. An answer with repeats is not released until then. */
  readonly #unchecked: { readonly filter: Filter; readonly isPart: boolean; readonly answer?: Answer }[] = [];
  /** Windows whose days were requested one by one. */
  readonly #requestedEach = new Set<Filter>();
  #shortDays: ShortDays | undefined;
  #noted: Windows['size'];
  #stopped: Promise<void> | undefined;
  #figures = { begun: 0, windowsDone: 0, answered: 0, records: 0, bytes: 0 };
  #ended: RailbirdError | undefined;
  #failuresInARow = 0;

  constructor(input: FetchInput) {
    this.#input = input;
    this.#windows = input.windows;
    this.#shortDays = input.shortDays;
    this.#noted = input.windows.size;
    this.#fetcher = new WindowFetcher(input);
    this.#rechecks = new Rechecks(input.findings, input.now);
    this.#refusals = new SpanRefusals(this.#fetcher, {
      settle: (filter, answer) => this.#settle(filter, answer),
      halve: (filter) => this.#halve(filter),
    });
  }

  /**
   * Ends when every window is done, or at the first error of the service as a whole; what was stored before stays
   * stored. Errors: CANCELLED, ARCHIVE_FAILED; those of the service are in `failed`.
   */
  async fetch(): Promise<Fetched> {
    try {
      return await this.#fetchAll();
    } finally {
      this.#rechecks.endAll();
    }
  }

  /**
   * Checks what was fetched against the reference tables, which are stored by now, and requests short days again.
   * Returns the figures of the whole fetch. Errors: as `fetch`, and those of `shortDays`.
   */
  async crossCheck(shortDays: ShortDays): Promise<Fetched> {
    this.#shortDays = shortDays;
    const unchecked = this.#unchecked.splice(0);
    try {
      if (this.#ended || this.#input.stop?.aborted === true) return this.#fetched();
      const windows = unchecked.filter(({ filter }) => filter.start_racedate !== undefined);
      const short =
        windows.length === 0 ? NO_DAYS : await shortDays(spanning(windows.map(({ filter }) => filter)));
      for (const { filter, isPart, answer } of unchecked) {
        const isWindow = filter.start_racedate !== undefined;
        const days = [...(isWindow ? short : await shortDays(filter))]
          .filter((day) => !isWindow || isWithin(day, filter))
          .toSorted();
        if (days.length === 0) continue;
        if (answer) await this.#fetcher.writeRepeats(filter, answer);
        if (!isPart && !this.#requestedEach.has(filter))
          await this.#cut(filter, { causes: SHORT, shortDays: days });
      }
      return await this.fetch();
    } finally {
      for (const { answer } of unchecked) answer?.release();
    }
  }

  end(): void {
    this.#over.abort();
    for (const { answer } of this.#unchecked.splice(0)) answer?.release();
  }

  async #fetchAll(): Promise<Fetched> {
    const { onProgress } = this.#input;
    onProgress?.(this.#progress());
    for (;;) {
      // A window that is cut is put back, so the loop checks again whenever one has ended.
      while (this.#mayBegin()) {
        const filter = this.#windows.take();
        if (!filter) break;
        const run: Promise<void> = this.#fetchOne(filter).finally(() => this.#running.delete(run));
        this.#running.add(run);
      }
      if (this.#running.size === 0 && this.#waiting.size === 0) break;
      try {
        await Promise.race([...this.#running, ...this.#waiting]);
        await this.#noteSize();
      } catch (error) {
        await Promise.allSettled(this.#running);
        throw error;
      }
      onProgress?.(this.#progress());
    }
    const ended = this.#ended;
    if (ended) {
      this.#windows.forgetFailures();
      await this.#noteSize();
      for (const filter of this.#windows.takeAll()) this.#fail(filter, ended);
    }
    return this.#fetched();
  }

  #fetched(): Fetched {
    const ended = this.#ended;
    const { answered } = this.#figures;
    return { ...this.#progress(), answered, failed: this.#fetcher.failed, ...(ended ? { ended } : {}) };
  }

  #mayBegin(): boolean {
    const { stop } = this.#input;
    return (
      !this.#ended && stop?.aborted !== true && this.#running.size < AT_ONCE && !this.#refusals.isProbing
    );
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

  async #fetchOne(filter: Filter): Promise<void> {
    const figures = this.#figures;
    figures.begun += 1;
    // The first windows were planned a moment ago and need no check.
    const mayBeStored = figures.begun > AT_ONCE && !this.#parts.has(filter);
    if (mayBeStored && (await this.#input.isStored?.(filter)) === true) {
      figures.windowsDone += 1;
      figures.answered += 1;
      return;
    }
    const reading = await this.#fetcher.reading();
    if (reading.knows('oneByOne') && spanOf(filter) > 1) {
      this.#requestEach(filter, this.#windows.daysOf(filter), this.#parts.get(filter)?.cut);
      return;
    }
    const isWidened = this.#parts.get(filter)?.isWidened === true;
    const margin = isWidened ? DAY_AROUND : this.#fetcher.usualMargin();
    const sent = reading.knows('oneByOne') ? undefined : reading.sentFor(filter, margin);
    const isWide = sent !== undefined && margin.before > 0;
    await this.#settle(
      filter,
      await this.#fetcher.request(filter, { sent, refusals: reading.refusals }),
      isWide,
    );
  }

  /** Puts days of a window back as windows of one day. */
  #requestEach(whole: Filter, days: readonly string[], within?: Cut): void {
    this.#requestedEach.add(whole);
    const requests = this.#windows.each(days);
    const own: Cut = within ?? {
      whole,
      causes: NO_CAUSES,
      open: 0,
      hadRecords: false,
      hasBrought: false,
      suspicious: [],
    };
    own.open += requests.length - (within ? 1 : 0);
    for (const request of requests) this.#parts.set(request, { cut: own, had: new Map(), isWidened: false });
  }

  /** Handles the outcome of a request. `isWide`: days beyond its ends were requested as well. */
  async #settle(filter: Filter, answer: Answer | RailbirdError, isWide = false): Promise<void> {
    if (!(answer instanceof RailbirdError)) {
      let isStillNeeded = false;
      try {
        isStillNeeded = await this.#keep(filter, answer);
      } finally {
        if (!isStillNeeded) answer.release();
      }
      return;
    }
    const kind = kindOf(answer);
    const isPage = isPassing(answer);
    if (isPage) this.#failuresInARow += PAGE_WEIGHT;
    else if (kind !== 'failed') this.#failuresInARow = 0;
    // While windows shrink, a known refusal of their size comes often in a row.
    else if (!(await this.#refusals.isKnown(filter, answer, isWide))) this.#failuresInARow += 1;
    const isDown = this.#failuresInARow >= FAILURES_IN_A_ROW;
    const part = this.#parts.get(filter);
    const mayTry = kind !== undefined && !this.#ended && !isDown;
    const sent = { isWide, isWidened: part?.isWidened === true };
    if (mayTry && (await this.#refusals.tryLess(filter, answer, kind, sent))) return;
    this.#fail(filter, answer);
    const isOfTheWindow =
      kind !== undefined &&
      (OF_THE_WINDOW.has(kind) ||
        isPassing(answer) ||
        (part?.isWidened === true && OF_USER_OR_SPAN.has(kind)));
    if (isDown || !isOfTheWindow) this.#ended ??= answer;
    this.#figures.windowsDone += 1;
    if (part) await this.#settlePart(filter, part, NO_SUSPICIONS);
  }

  /** The window could not be fetched. If it is a part, the records of the whole stay stored. */
  #fail(filter: Filter, error: RailbirdError): void {
    this.#fetcher.failed.push({ filter, error, ...(this.#parts.has(filter) ? { isUnconfirmed: true } : {}) });
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

  /** Stores an answer and rechecks it if necessary. Returns whether the answer is needed any longer. */
  async #keep(filter: Filter, answer: Answer): Promise<boolean> {
    const figures = this.#figures;
    this.#failuresInARow = 0;
    this.#windows.answered(filter);
    const part = this.#parts.get(filter);
    if (answer.nothing !== undefined)
      await (await this.#fetcher.reading()).learn(`nothing ${answer.nothing}`);
    await this.#fetcher.write(filter, answer, part && sumOf(part.had.values()));
    if (await this.#refusals.learnOrder(filter, answer)) return false;
    figures.answered += 1;
    figures.records += answer.records;
    figures.bytes += answer.bytes;
    figures.windowsDone += 1;
    const suspicions = this.#ended ? NO_SUSPICIONS : await this.#suspicionsOf(filter, answer);
    const isShort = suspicions.causes.has('short');
    const hasRepeats = answer.allRepeated > 0;
    if (hasRepeats && isShort) await this.#fetcher.writeRepeats(filter, answer);
    const isUnchecked = this.#shortDays === undefined && !isShort && this.#mayBeShort(filter, answer);
    if (isUnchecked)
      this.#unchecked.push({ filter, isPart: part !== undefined, ...(hasRepeats ? { answer } : {}) });
    if (part) await this.#settlePart(filter, part, suspicions);
    else await this.#cut(filter, suspicions);
    return isUnchecked && hasRepeats;
  }

  /** A single race or day has no parts to request, so for it only repeats matter: they may replace other records. */
  #mayBeShort(filter: Filter, answer: Answer): boolean {
    return filter.start_racedate !== undefined || answer.allRepeated > 0;
  }

  async #suspicionsOf(filter: Filter, answer: Answer): Promise<Suspicions> {
    const causes = causesIn(answer);
    // Before everything else: other running windows are requested in the way that is learned here.
    const isOfAnotherDay = await this.#isOfAnotherDay(filter, answer);
    if (await this.#hasQuietDayWithRacing(filter)) causes.add('quiet');
    const short = this.#mayBeShort(filter, answer)
      ? [...((await this.#shortDays?.(filter)) ?? [])].toSorted()
      : [];
    if (isOfAnotherDay) short.push(filter.start_racedate ?? '');
    // A day whose stored records the service no longer returns may come when it is requested alone.
    if (spanOf(filter) > 1) short.push(...this.#fetcher.daysLeftOut(filter));
    if (short.length > 0) causes.add('short');
    return { causes, shortDays: [...new Set(short)].toSorted() };
  }

  /** If a service answers a day with the records of another, the days around it must be requested as well. */
  async #isOfAnotherDay(filter: Filter, { records, quarantined }: Answer): Promise<boolean> {
    const reading = await this.#fetcher.reading();
    const isOne = filter.start_racedate !== undefined && spanOf(filter) === 1;
    if (!isOne || records > 0 || quarantined === 0 || reading.knows('oneDay')) return false;
    if (!(await this.#fetcher.hasOtherDays(filter))) return false;
    await reading.learn('oneDay');
    return true;
  }

  /**
   * There is racing on nearly every weekend day. The first and the last weekend day without a meeting are requested
   * again, alone and with the days around them: this reveals a service that cuts periods short, and costs four small
   * requests otherwise.
   */
  async #hasQuietDayWithRacing(filter: Filter): Promise<boolean> {
    const { table, now } = this.#input;
    if (table.code !== 'd_ka' || spanOf(filter) === 1 || this.#ended) return false;
    const coverage = await this.#fetcher.coverageOf(filter);
    const today = todayInTokyo(now());
    const leftOut = new Set(this.#fetcher.daysLeftOut(filter));
    const isAnswered = (day: string) => (coverage.get(day)?.records ?? 0) > 0 && !leftOut.has(day);
    const quiet = this.#windows
      .daysOf(filter)
      .filter((day) => isRacingWeekend(day) && day < today && !isAnswered(day));
    const reading = await this.#fetcher.reading();
    await reading.recheck();
    for (const day of new Set([quiet.at(-1), quiet[0]])) {
      if (day === undefined || this.#ended) continue;
      const one = { start_racedate: day, end_racedate: day };
      // A service with other day boundaries has the day's records in the wider request.
      for (const margin of [NO_MARGIN, DAY_AROUND]) {
        const answer = await this.#fetcher.request(one, { sent: reading.sentFor(one, margin) });
        const hasRaced = !(answer instanceof RailbirdError) && answer.records > 0;
        await this.#fetcher.store(one, answer);
        if (hasRaced) return true;
      }
    }
    return false;
  }

  /** Requests the window again in parts if its answer is suspicious and there is something smaller to request. */
  async #cut(filter: Filter, suspicions: Suspicions): Promise<void> {
    if (this.#ended || this.#over.signal.aborted) return;
    const causes = new Set([...suspicions.causes].filter((cause) => !this.#rechecks.isFutile(cause)));
    if (causes.size === 0 || (!isOnlyShort(filter, causes) && spanOf(filter) === 1)) return;
    if (filter.start_racedate === undefined) return;
    const { signal, stop } = this.#input;
    const hasLeft = signal?.aborted === true || stop?.aborted === true;
    const finding = this.#rechecks.finding(causes);
    if (finding && !hasLeft) {
      this.#wait(finding, () => this.#cut(filter, suspicions));
      return;
    }
    const recheck = this.#rechecks.begin(causes);
    if (!(await this.#putParts(filter, { causes, shortDays: suspicions.shortDays }, recheck)))
      this.#rechecks.end(recheck);
  }

  /** A waiting window occupies no slot, because the recheck that it waits for may be the next window of this fetch. */
  #wait(finding: Promise<void>, then: () => Promise<void>): void {
    const wait: Promise<void> = Promise.race([finding, this.#whenStopped()])
      .then(then)
      .finally(() => this.#waiting.delete(wait));
    this.#waiting.add(wait);
    // If something else fails first, nobody handles this failure.
    wait.catch(() => undefined);
  }

  /** Resolves when the caller cancels or stops. */
  #whenStopped(): Promise<void> {
    return (this.#stopped ??= new Promise((resolve) => {
      for (const signal of [this.#input.signal, this.#input.stop])
        signal?.addEventListener('abort', () => resolve(), { once: true, signal: this.#over.signal });
    }));
  }

  /**
   * Puts the window back in parts. False if no recheck is under way then: there are no parts, or its days are requested
   * one by one.
   */
  async #putParts(filter: Filter, { causes, shortDays }: Suspicions, recheck: Recheck): Promise<boolean> {
    const onlyShort = isOnlyShort(filter, causes);
    // Other fetches may have learned meanwhile how to request from this service.
    const reading = await this.#fetcher.reading();
    await reading.recheck();
    if (onlyShort && reading.knows('oneByOne')) {
      if (spanOf(filter) > 1) this.#requestEach(filter, shortDays);
      return false;
    }
    const coverage = await this.#fetcher.coverageOf(filter);
    // Counted before the parts are put back: a part that is fetched at once would already be included.
    const had = await this.#fetcher.keysOf(filter);
    const parts = onlyShort
      ? this.#windows.only(shortDays)
      : this.#windows.parts(filter, (day) => coverage.get(day)?.records ?? 0);
    if (parts.length === 0) return false;
    const own: Cut = {
      whole: filter,
      causes,
      recheck,
      open: parts.length,
      hadRecords: had.size > 0,
      hasBrought: false,
      suspicious: [],
    };
    for (const part of parts) this.#parts.set(part, { cut: own, had, isWidened: onlyShort });
    return true;
  }

  /** A part was stored or failed. After the last one it is known whether the parts brought new records. */
  async #settlePart(filter: Filter, part: PartialAnswer, suspicions: Suspicions): Promise<void> {
    const own = part.cut;
    const keys = await this.#fetcher.keysOf(filter);
    const brought = [...keys].filter(([day, count]) => count > (part.had.get(day) ?? 0));
    if (brought.length > 0) own.hasBrought = true;
    if (part.isWidened && own.hadRecords)
      await this.#learnEnds(
        own.whole,
        brought.map(([day]) => day),
      );
    if (suspicions.causes.size > 0 && !(part.isWidened && spanOf(filter) === 1))
      own.suspicious.push({ filter, suspicions });
    own.open -= 1;
    if (own.open > 0) return;
    this.#endRecheck(own);
    if (own.hasBrought) {
      if (own.causes.has('round') || own.causes.has('paging'))
        this.#windows.refused(own.whole, this.#input.now());
      for (const each of own.suspicious) await this.#cut(each.filter, each.suspicions);
      return;
    }
    if (own.causes.has('quiet')) {
      await (await this.#fetcher.reading()).learn('oneByOne');
      this.#requestEach(own.whole, this.#windows.daysOf(own.whole));
    }
  }

  /** Ends a recheck. If the parts brought nothing and have the same anomaly, this is how the service answers. */
  #endRecheck({ recheck, hasBrought, suspicious }: Cut): void {
    if (recheck === undefined) return;
    const found = recheck.causes.filter(
      (cause) => hasBrought || suspicious.some(({ suspicions }) => suspicions.causes.has(cause)),
    );
    this.#rechecks.end(recheck, new Map(found.map((cause) => [cause, !hasBrought])));
  }

  /** Days at an end that came only with a wider request show that this service leaves that end out. */
  async #learnEnds(whole: Filter, brought: readonly string[]): Promise<void> {
    const reading = await this.#fetcher.reading();
    const { start_racedate: from = '', end_racedate: to = '' } = whole;
    const margin = reading.marginOf(whole);
    const isWide = this.#fetcher.usualMargin().before > 0;
    if (brought.includes(from) && margin.before === 0 && !isWide) await reading.learn('before');
    if (brought.includes(to) && margin.after === 0 && !isWide) await reading.learn('after');
  }

  /** Stores the size for the next plan, whatever happens to this fetch. */
  async #noteSize(): Promise<void> {
    const { archive, table } = this.#input;
    const { size } = this.#windows;
    if (size.days === this.#noted.days && size.refused?.days === this.#noted.refused?.days) return;
    this.#noted = size;
    await archive.setNote(sizeNote(table), writeSize(size));
  }
}

/** A single day has no parts, but requesting it again may bring what it lacks. */
const isOnlyShort = (filter: Filter, causes: ReadonlySet<Cause>): boolean =>
  causes.has('short') && (causes.size === 1 || spanOf(filter) === 1);

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, number) => sum + number, 0);

const NO_DAYS: ReadonlySet<string> = new Set();
const SHORT: ReadonlySet<Cause> = new Set<Cause>(['short']);
