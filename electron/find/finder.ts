// Finds what the archive of the connected service stores, by name. The names are read when they are first needed.

import type { EntryNameKind, FoundAnswer, FoundKind } from '#shared/bridge/find.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import type { Clock } from '../service-client/clock.ts';
import { textOf } from '../results/memory-contents.ts';
import { LiveNames } from './live-names.ts';
import { searchNames } from './search.ts';
import { SOURCES } from './sightings.ts';

export interface Finder {
  /** What the text can mean among what is stored. Errors: NOT_CONNECTED, ARCHIVE_FAILED. */
  search(text: string, limit: number, kinds?: readonly FoundKind[]): Promise<FoundAnswer>;
  /** Reads the names before they are needed. Errors: as for `search`. */
  prepare(): Promise<void>;
  /** The last year of the stored entries with a name, without gaps; undefined if there are none. Errors: as for `search`. */
  entries(kind: EntryNameKind, name: string): Promise<StoredEntries | undefined>;
  /** Follows the archive no longer. */
  close(): void;
}

export interface StoredEntries {
  readonly table: TableCode;
  readonly filter: Filter;
}

export interface FinderOptions {
  readonly archive: () => Promise<Archive>;
  readonly clock: Pick<Clock, 'now'>;
}

export function createFinder({ archive, clock }: FinderOptions): Finder {
  let followed: { readonly archive: Archive; readonly names: LiveNames } | undefined;
  const names = async () => {
    const opened = await archive();
    if (followed?.archive !== opened) {
      followed?.names.close();
      followed = { archive: opened, names: new LiveNames(opened) };
    }
    return followed.names.current();
  };
  return {
    search: async (text, limit, kinds) =>
      searchNames(await names(), { text, limit, kinds, today: todayInTokyo(clock.now()) }),
    prepare: async () => {
      await names();
    },
    entries: async (kind, name) => storedEntries(await archive(), kind, name),
    close: () => {
      followed?.names.close();
      followed = undefined;
    },
  };
}

/** The longest period that opens without being asked for. */
const DAYS = 366;

/** Past entries if there are some, because a period says more than a day. */
async function storedEntries(
  archive: Pick<Archive, 'rows'>,
  kind: EntryNameKind,
  name: string,
): Promise<StoredEntries | undefined> {
  const lastIn = async (table: 'd_ky' | 't_ky'): Promise<string | undefined> => {
    const [row] = await archive.rows(`select max(racedate) from ${table} where ${SOURCES[kind].name} = ?`, [
      name,
    ]);
    return textOf(row?.[0] ?? null) ?? undefined;
  };
  const past = await lastIn('d_ky');
  if (past === undefined) {
    const racedate = await lastIn('t_ky');
    return racedate === undefined ? undefined : { table: 't_ky', filter: { racedate } };
  }
  const rows = await archive.rows(
    `select distinct last_day from coverage
       where table_code = 'd_ky' and starts_with(unit, 'day:') and last_day between ? and ?`,
    [addDays(past, -DAYS), addDays(past, DAYS)],
  );
  const stored = new Set(rows.map(([day]) => textOf(day ?? null)));
  let [from, to] = [past, past];
  while (stored.has(addDays(to, 1))) to = addDays(to, 1);
  while (stored.has(addDays(from, -1)) && from > addDays(to, -DAYS + 1)) from = addDays(from, -1);
  return { table: 'd_ky', filter: { start_racedate: from, end_racedate: to } };
}
