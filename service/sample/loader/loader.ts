// Keeps the sample data up to date: finds the days that are missing or stale and has them generated. The first query
// after a change of date in Tokyo, or after a while on a race day, triggers it.

import type { TableCode } from '#shared/catalogue/table.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import { isDiskFull } from '../../store/store.ts';
import type { ServiceLog } from '../../log.ts';
import { Refusal } from '../../http/error-response.ts';
import type { DayPart } from './parts.ts';
import { PendingParts } from './parts.ts';
import type { DayPlan, Moment } from './plan.ts';
import { isMinutesAgo, momentKey, momentOf, planDays, slotOf } from './plan.ts';
import type { Recipe } from './recipe.ts';
import { SampleFile } from './sample-file.ts';
import type { Loading } from './sample-store.ts';
import type { Make, Making } from './thread.ts';

interface LoaderDeps {
  readonly make: Make;
  readonly now: () => Date;
  readonly log: ServiceLog;
  /** Ends one query's wait for pending days. */
  readonly patience?: () => AbortSignal;
}

/** The longest wait of a query; a later retry finds its days. */
const usualPatience = () => AbortSignal.timeout(20_000);

/** How often progress is logged. */
const REPORTS = 20;

export class Loader implements Loading {
  readonly #path: string;
  readonly #recipe: Recipe;
  readonly #around: LoaderDeps;
  /** The moment that the plan is for. */
  #plannedFor: Moment | undefined;
  /** Whether the days of the plan are being generated. */
  #isAtWork = false;
  /** The slot of the last check: every query checks, and nothing changes before the next slot. */
  #plannedIn = -1;
  #today = { slot: -1, racedate: '' };
  #days = new PendingParts([]);
  #making: Making | undefined;
  #stopped = false;

  /** @param path of the file of sample data */
  constructor(path: string, recipe: Recipe, around: LoaderDeps) {
    this.#path = path;
    this.#recipe = recipe;
    this.#around = around;
  }

  today(): string {
    const now = this.#around.now();
    const slot = slotOf(now);
    if (this.#today.slot !== slot) this.#today = { slot, racedate: todayInTokyo(now.getTime()) };
    return this.#today.racedate;
  }

  isDone(): boolean {
    try {
      this.keepUp();
    } catch {
      // The queries that wait get the reason.
      return false;
    }
    return this.#days.isEmpty();
  }

  async ready(from?: string, to?: string, table?: TableCode): Promise<void> {
    try {
      this.keepUp();
      if (this.#days.isEmpty()) return;
      const { patience = usualPatience } = this.#around;
      const ready = this.#days.ready(table, from, to, patience());
      this.#making?.want(this.#days.awaited());
      await ready;
    } catch (error) {
      throw refusalAfter(error);
    }
  }

  /**
   * Plans what this moment needs, unless that was done before, and has it generated.
   * @throws if the file cannot be read; the next query tries again
   */
  keepUp(): void {
    const now = this.#around.now();
    const slot = slotOf(now);
    if (this.#stopped || slot === this.#plannedIn) return;
    const isRaceDay = (today: string) => this.#recipe.raceDates(today).includes(today);
    const moment = momentOf(now, isRaceDay);
    this.#plannedIn = slot;
    const before = this.#plannedFor;
    if (before !== undefined && momentKey(moment) === momentKey(before)) return;
    // Where generating takes longer than a moment lasts, it would otherwise never be finished.
    if (before !== undefined && this.#isAtWork && isMinutesAgo(before, moment)) return;
    try {
      this.#follow(moment);
      this.#plannedFor = moment;
    } catch (error) {
      this.#plannedIn = -1;
      throw error;
    }
  }

  #follow(moment: Moment): void {
    const plan = this.#plan(moment);
    const before = this.#making?.stop();
    const wasAtWork = this.#isAtWork;
    this.#isAtWork = false;
    const days = new PendingParts(
      plan.make.filter((racedate) => !plan.served.includes(racedate)),
      plan.quick,
    );
    // A day that a query awaits from the previous plan is in this one too, or is no longer stored.
    this.#days.follow(days);
    this.#days = days;
    // Whoever shows the progress of the previous plan learns that there is none any more.
    if (wasAtWork && days.isEmpty()) this.#around.log.info({ made: 0, of: 0 }, 'sample days');
    if (plan.make.length + plan.remove.length > 0) void this.#makeAfter(before, days, plan, moment);
  }

  /** Stops generating; queries that wait for a day are refused. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#days.failed(new Error('the service is stopping'));
    await this.#making?.stop();
  }

  #plan(moment: Moment): DayPlan {
    const file = new SampleFile(this.#path);
    try {
      const { name, raceDates, minutesKept } = this.#recipe;
      if (file.storedDays().some((day) => day.recipe !== name)) file.clear();
      return planDays(raceDates(moment.today), file.storedDays(), moment, minutesKept);
    } finally {
      file.close();
    }
  }

  async #makeAfter(
    before: Promise<void> | undefined,
    days: PendingParts,
    { make: racedates, quick, remove }: DayPlan,
    moment: Moment,
  ): Promise<void> {
    const { make, log } = this.#around;
    // Nobody waits for what is answered meanwhile, so it is no progress to show.
    const total = days.size;
    const arrived = (racedate: string, part: DayPart) => {
      const before = days.size;
      days.arrived(racedate, part);
      if (days.size === before) return;
      const made = total - days.size;
      const isDue = made === total || made % Math.ceil(total / REPORTS) === 0;
      if (isDue) log.info({ made, of: total, racedate }, 'sample days');
    };
    const started = performance.now();
    this.#isAtWork = true;
    if (total > 0) log.info({ made: 0, of: total }, 'sample days');
    try {
      await before;
      if (this.#stopped || this.#days !== days) return;
      const { name: recipe, seed, packs = false } = this.#recipe;
      const historyBefore = this.#recipe.historyBefore?.(moment.today) ?? '';
      const job = { file: this.#path, seed, recipe, moment, racedates, historyBefore, packs, quick, remove };
      this.#making = make(job, arrived);
      this.#making.want(days.awaited());
      await this.#making.done;
      log.info(
        { days: racedates.length, milliseconds: Math.round(performance.now() - started) },
        'sample data generated',
      );
      // More may have become known meanwhile.
      if (this.#days === days) this.#plannedIn = -1;
    } catch (error) {
      log.error({ failure: error instanceof Error ? error.stack : typeof error }, 'sample data failed');
      days.failed(error instanceof Error ? error : new Error('sample data failed'));
      if (this.#days !== days) return;
      this.#plannedFor = undefined;
      // The next query tries again; if only history finds the disk too full, which few queries need, the next slot.
      const isHistory = (days.newest() ?? '99999999') < (this.#recipe.historyBefore?.(moment.today) ?? '');
      if (!isHistory || !isDiskFull(error)) this.#plannedIn = -1;
    } finally {
      if (this.#days === days) this.#isAtWork = false;
    }
  }
}

/** A full disk stays full until the user acts, so a retry within seconds would only fail again. */
const refusalAfter = (error: unknown): Refusal =>
  isDiskFull(error)
    ? new Refusal('STORAGE_FULL', { headers: { 'retry-after': '60' } })
    : new Refusal('SERVICE_UNAVAILABLE', { headers: { 'retry-after': '5' } });
