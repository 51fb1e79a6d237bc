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
import { momentKey, momentOf, planDays, slotOf } from './plan.ts';
import type { Recipe } from './recipe.ts';
import { SampleFile } from './sample-file.ts';
import type { Loading } from './sample-store.ts';
import type { Make, Making, WorkerJob } from './thread.ts';

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
  #plannedFor = '';
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
      const { patience = usualPatience } = this.#around;
      await this.#days.ready(table, from, to, this.#days.isEmpty() ? undefined : patience());
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
    if (momentKey(moment) !== this.#plannedFor) this.#follow(moment);
    this.#plannedFor = momentKey(moment);
    this.#plannedIn = slot;
  }

  #follow(moment: Moment): void {
    const { make: racedates, remove } = this.#plan(moment);
    const before = this.#making?.stop();
    const days = new PendingParts(racedates);
    // A day that a query awaits from the previous plan is in this one too, or is no longer stored.
    this.#days.follow(days);
    this.#days = days;
    if (racedates.length + remove.length > 0)
      void this.#makeAfter(before, days, { moment, racedates, remove });
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
      const { name, raceDates } = this.#recipe;
      if (file.storedDays().some((day) => day.recipe !== name)) file.clear();
      return planDays(raceDates(moment.today), file.storedDays(), moment);
    } finally {
      file.close();
    }
  }

  async #makeAfter(
    before: Promise<void> | undefined,
    days: PendingParts,
    plan: Pick<WorkerJob, 'moment' | 'racedates' | 'remove'>,
  ): Promise<void> {
    const { make, log } = this.#around;
    const total = plan.racedates.length;
    const arrived = (racedate: string, part: DayPart) => {
      days.arrived(racedate, part);
      if (part !== 'whole') return;
      const made = total - days.size;
      const isDue = made === total || made % Math.ceil(total / REPORTS) === 0;
      if (isDue) log.info({ made, of: total, racedate }, 'sample days');
    };
    const started = performance.now();
    log.info({ made: 0, of: total }, 'sample days');
    try {
      await before;
      if (this.#stopped) return;
      const { name: recipe, seed } = this.#recipe;
      this.#making = make({ file: this.#path, seed, recipe, ...plan }, arrived);
      await this.#making.done;
      log.info(
        { days: total, milliseconds: Math.round(performance.now() - started) },
        'sample data generated',
      );
    } catch (error) {
      log.error({ failure: error instanceof Error ? error.stack : typeof error }, 'sample data failed');
      days.failed(error instanceof Error ? error : new Error('sample data failed'));
      // The next query tries again.
      if (this.#days !== days) return;
      this.#plannedFor = '';
      this.#plannedIn = -1;
    }
  }
}

/** A full disk stays full until the user acts, so a retry within seconds would only fail again. */
const refusalAfter = (error: unknown): Refusal =>
  isDiskFull(error)
    ? new Refusal('STORAGE_FULL', { headers: { 'retry-after': '60' } })
    : new Refusal('SERVICE_UNAVAILABLE', { headers: { 'retry-after': '5' } });
