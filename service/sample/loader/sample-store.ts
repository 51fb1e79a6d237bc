// The store of the sample service. It answers while data is still being generated: a query waits for its own days, so
// it is answered as soon as possible and never from incomplete data.

import type { TableCode } from '#shared/catalogue/table.ts';
import { addDays, dayNumber, racedateOfDay } from '#shared/racing/racedate.ts';
import type { Records, RecordFilter, Store } from '../../store/store.ts';

/** Generates the days. */
export interface Loading {
  /**
   * Resolves when every day of the period (by default all days) is generated, as far as the table needs it (by default
   * for all tables); rejects on failure.
   */
  ready(from?: string, to?: string, table?: TableCode): Promise<void>;
  /** Whether nothing is pending. */
  isDone(): boolean;
  /** Today in Tokyo, YYYYMMDD. */
  today(): string;
  stop(): Promise<void>;
}

/**
 * The past tables with the same columns as a table of the day. In the sample they are its records before today, and
 * storing them again would only double the file. `d_ky` has one more column and is stored.
 */
const PAST_OF: Partial<Readonly<Record<TableCode, TableCode>>> = {
  d_ra: 't_ra',
  d_ka: 't_ka',
  d_zk: 't_zk',
  d_se: 't_se',
  d_hj: 't_hj',
};

/** Tables that the sample stores; the others are answered from these. */
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
    // The newest days are generated first, so there is no need to wait for earlier years.
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

  /** A day is stored as a whole, so a query for a stored race or horse does not wait for other days. */
  async #ready(table: TableCode, selection: RecordFilter): Promise<void> {
    const { from, to, racekey, horse_id } = selection;
    if (racekey !== undefined) {
      const racedate = (await this.#racedateOf(racekey)) ?? (await this.#racedateToCome(racekey));
      // A race that is not in the program is in no other table.
      return racedate === undefined ? undefined : this.#loading.ready(racedate, racedate, table);
    }
    // Days are generated from the newest back, so a stored horse is up to date.
    if (horse_id !== undefined && (await this.#isThere('m_uk', { horse_id }))) return;
    return this.#loading.ready(from, to, table);
  }

  /** Waits for the programs of its year, which are generated before everything else. */
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
    throw new Error('sample data is generated and cannot be imported');
  }

  async close(): Promise<void> {
    await this.#loading.stop();
    await this.#kept.close();
  }
}

/** Every race date has an earlier one within two weeks. */
const weeksBefore = (racedate: string): string => racedateOfDay((dayNumber(racedate) ?? 0) - 14);

async function* pagesOf(records: Records | 'too many'): AsyncGenerator<Buffer, void> {
  if (records !== 'too many') yield* records.pages;
}
