// What the page of a past race shows, in one answer, as far as it is stored whole and final. The page asked for the
// program first and for everything else when that had come, and drew its table anew for each answer.

import type { RacePage } from '#shared/bridge/races.ts';
import type { WantedSheet } from '#shared/bridge/wanted-sheets.ts';
import type { Sheet } from '#shared/bridge/results.ts';
import { RUNS_BACK, prefixOf } from '#shared/catalogue/records/runs-back.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';
import type { Archive } from '../archive/archive.ts';
import { readSheet } from './read-sheet.ts';
import { conditionsOf, versionTimesOf } from './races.ts';
import type { Results } from './result.ts';
import { storedSheets } from './stored-sheets.ts';

export interface RacePageParts {
  readonly archive: () => Promise<Pick<Archive, 'blocks' | 'changes' | 'rows'>>;
  readonly results: Results;
}

export interface WantedPage {
  readonly racekey: string;
  readonly sheets: readonly WantedSheet[];
  /** Without the races of the day, those of past runs, and the times of versions. */
  readonly isSheetsOnly?: boolean | undefined;
}

/** Errors: NOT_CONNECTED, SERVICE_CHANGED, ARCHIVE_FAILED. */
export async function racePage(
  { archive: opened, results }: RacePageParts,
  { racekey, sheets: wanted, isSheetsOnly = false }: WantedPage,
  signal?: AbortSignal,
): Promise<RacePage> {
  const archive = await opened();
  const racedate = await archive.blocks.dayOf(racekey);
  if (racedate === undefined) return { sheets: [] };
  const readSheets = storedSheets(
    archive,
    results,
    { filter: { racekey }, sourceOf: (record) => ({ kind: 'race', record, racekey }), sheets: wanted },
    signal,
  );
  if (isSheetsOnly) return { racedate, sheets: await readSheets };
  const [sheets, day, versionTimes] = await Promise.all([
    readSheets,
    readSheet(results, { source: { kind: 'day', record: 'race', racedate }, archive }, signal),
    versionTimesOf(archive, racekey),
  ]);
  const previous = sheets.find(({ record }) => record === 'previous')?.sheet;
  const racekeys = previous && racesOfRuns(previous);
  const runs = racekeys && { racekeys, conditions: await conditionsOf(archive, racekeys) };
  return { racedate, sheets, day, runs, versionTimes };
}

/** The keys of the national races that past-run records name, in order. */
function racesOfRuns({ columns, cells }: Pick<Sheet, 'columns' | 'cells'>): string[] {
  const names = new Set(RUNS_BACK.map((back) => `${prefixOf(back)}racekey`));
  const keys = columns.flatMap(({ name }, at) => (names.has(name) ? (cells[at] ?? []) : []));
  const national = keys.flatMap((key) => {
    const racekey = key?.trim() ?? '';
    return parseRacekey(racekey)?.elsewhere === false ? racekey : [];
  });
  return [...new Set(national)].toSorted();
}
