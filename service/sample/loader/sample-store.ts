// The store of the sample service. The data is made while it already answers: a question waits for the days that
// it is about, so it is answered as soon as possible and never from half of the data.

import type { TableCode } from '#shared/catalogue/table.ts';
import { addDays, dayNumber, racedateOfDay } from '#shared/racing/racedate.ts';
import type { Records, RecordFilter, Store } from '../../store/store.ts';

/** Who makes the days. */
export interface Loading {
  /**
   * Resolves when every day of the period is there (all days where none is given), as far as the table needs it
   * (all tables where none is given); rejects when that failed.
   */
  ready(from?: string, to?: string, table?: TableCode): Promise<void>;
  /** Whether nothing is waited for. */
  isDone(): boolean;
  /** In Tokyo, YYYYMMDD. */
  today(): string;
  stop(): Promise<void>;
}

/**
 * The past tables with the same columns as one of the day: in the sample they are its records of the days before
 * today, so keeping them twice would only double the file. `d_ky` has a column more and is kept.
 */
const PAST_OF: Partial<Readonly<Record<TableCode, TableCode>>> = {
  d_ra: 't_ra',
  d_ka: 't_ka',
  d_zk: 't_zk',
  d_se: 't_se',
  d_hj: 't_hj',
};

/** Tables that the sample keeps; the others are answered from these. */
export const isKept = (table: TableCode): boolean => PAST_OF[table] === undefined;

export class SampleStore implements Store {
  readonly #kept: Store;
  readonly #loading: Loading;

  constructor(kept: Store, loading: Loading) {
    this.#kept = kept;
    this.#loading = loading;
  }

  async answer(table: TableCode, selection: RecordFilter, limit: number): Promise<Records | 'too many'> {
    const dayTable = PAST_OF[table];
    const meant = dayTable === undefined ? selection : this.#beforeToday(selection);
    const from = dayTable ?? table;
    if (!this.#loading.isDone()) await this.#ready(from, meant);
    return this.#kept.answer(from, meant, limit);
  }

  async newestRaceDate(table: TableCode, upTo?: string): Promise<string | undefined> {
    const dayTable = PAST_OF[table];
    const limit =
      dayTable === undefined ? upTo : this.#beforeToday(upTo === undefined ? {} : { to: upTo }).to;
    const from = dayTable ?? table;
    const newest = () => this.#kept.newestRaceDate(from, limit);
    // The newest days are made first, so the years before them need not be waited for.
    await this.#loading.ready(weeksBefore(limit ?? this.#loading.today()), limit, from);
    const found = await newest();
    if (found !== undefined) return found;
    await this.#loading.ready(undefined, undefined, from);
    return newest();
  }

  #beforeToday(selection: RecordFilter): RecordFilter & { readonly to: string } {
    const yesterday = addDays(this.#loading.today(), -1);
    const { to } = selection;
    return { ...selection, to: to !== undefined && to < yesterday ? to : yesterday };
  }

  /** A day is kept whole, so a race or a horse that is there already need not wait for the other days. */
  async #ready(table: TableCode, selection: RecordFilter): Promise<void> {
    const { from, to, racekey, horse_id } = selection;
    if (racekey !== undefined) {
      const racedate = (await this.#racedateOf(racekey)) ?? (await this.#racedateToCome(racekey));
      // A race that no program has is in no other table.
      return racedate === undefined ? undefined : this.#loading.ready(racedate, racedate, table);
    }
    // Days are made from the newest, so a horse that is there is there as it is now.
    if (horse_id !== undefined && (await this.#isThere('m_uk', { horse_id }))) return;
    return this.#loading.ready(from, to, table);
  }

  /** When the programs of its year are there, which are made before everything else. */
  async #racedateToCome(racekey: string): Promise<string | undefined> {
    const year = `20${racekey.slice(2, 4)}`;
    await this.#loading.ready(`${year}0101`, `${year}1231`, 't_ra');
    return this.#racedateOf(racekey);
  }

  async #racedateOf(racekey: string): Promise<string | undefined> {
    for await (const page of pagesOf(await this.#kept.answer('t_ra', { racekey }, 1))) {
      const { racedate } = JSON.parse(page.toString()) as { readonly racedate?: unknown };
      if (typeof racedate === 'string') return racedate;
    }
    return undefined;
  }

  async #isThere(table: TableCode, selection: RecordFilter): Promise<boolean> {
    for await (const page of pagesOf(await this.#kept.answer(table, selection, 1))) return page.length > 0;
    return false;
  }

  async upsert(): Promise<void> {
    throw new Error('the sample data is made, not loaded');
  }

  async close(): Promise<void> {
    await this.#loading.stop();
    await this.#kept.close();
  }
}

/** No race date has none before it within two weeks. */
const weeksBefore = (racedate: string): string => racedateOfDay((dayNumber(racedate) ?? 0) - 14);

async function* pagesOf(records: Records | 'too many'): AsyncGenerator<Buffer, void> {
  if (records !== 'too many') yield* records.pages;
}
