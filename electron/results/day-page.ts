// What the page of a past day shows, in one answer, as far as it is stored whole and final. The page waited for the calendar
// of the weeks around it, which may request days from the service, before it read the day.

import type { ReadSheet, WantedSheet } from '#shared/bridge/wanted-sheets.ts';
import type { Archive } from '../archive/archive.ts';
import type { Results } from './result.ts';
import { storedSheets } from './stored-sheets.ts';

export interface DayPageParts {
  readonly archive: () => Promise<Pick<Archive, 'blocks' | 'changes'>>;
  readonly results: Results;
}

export interface WantedDay {
  /** YYYYMMDD. */
  readonly racedate: string;
  readonly sheets: readonly WantedSheet[];
}

/**
 * No sheet of a day that is not over, and none if its races are not stored whole. Errors: NOT_CONNECTED, SERVICE_CHANGED,
 * ARCHIVE_FAILED.
 */
export async function dayPage(
  { archive: opened, results }: DayPageParts,
  { racedate, sheets }: WantedDay,
  signal?: AbortSignal,
): Promise<{ sheets: ReadSheet[] }> {
  const archive = await opened();
  if (!(await archive.blocks.isFinal('d_ra', { racedate }))) return { sheets: [] };
  return {
    sheets: await storedSheets(
      archive,
      results,
      { filter: { racedate }, sourceOf: (record) => ({ kind: 'day', record, racedate }), sheets },
      signal,
    ),
  };
}
