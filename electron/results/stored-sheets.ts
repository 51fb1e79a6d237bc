// The sheets of a past race or day that are stored whole and final: reading them sends no request.

import type { ReadSheet, WantedSheet } from '#shared/bridge/wanted-sheets.ts';
import { tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import type { Filter } from '#shared/catalogue/table.ts';
import type { RecordSource } from '#shared/bridge/source.ts';
import type { Archive } from '../archive/archive.ts';
import { readSheet } from './read-sheet.ts';
import type { Results } from './result.ts';

interface Wanted {
  /** The race or the day. */
  readonly filter: Filter;
  readonly sourceOf: (record: DayRecord) => RecordSource;
  readonly sheets: readonly WantedSheet[];
}

/** In the order of `sheets`, without those that are not stored whole. Errors: SERVICE_CHANGED, ARCHIVE_FAILED. */
export async function storedSheets(
  archive: Pick<Archive, 'blocks' | 'changes'>,
  results: Results,
  { filter, sourceOf, sheets }: Wanted,
  signal?: AbortSignal,
): Promise<ReadSheet[]> {
  const isStored = async ({ record }: WantedSheet): Promise<boolean> => {
    const [past] = tablesOfDay(record);
    return past !== undefined && archive.blocks.isFinal(past, filter);
  };
  const read = await Promise.all(
    sheets.map(async (wanted) => {
      if (!(await isStored(wanted))) return [];
      const { record, columns } = wanted;
      const sheet = await readSheet(results, { source: sourceOf(record), columns, archive }, signal);
      return [{ record, columns, sheet }];
    }),
  );
  return read.flat();
}
