// What is stored of a race: read at once for its card.

import { createContext, useMemo } from 'react';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { stageOf } from '#shared/racing/race-facts.ts';
import { recordsOf } from '#shared/racing/race-rows.ts';
import { useStoredSheets, type StoredSheets } from '../../client/stored-sheets.ts';
import { useToday } from '../../client/use-today.ts';
import { FINISH_COLUMNS } from './past-runs.ts';

interface Part {
  readonly record: DayRecord;
  readonly columns?: readonly string[];
}

/** What the card shows; the program comes first, because its day tells the keys of the others. */
const CARD: readonly Part[] = [
  { record: 'race' },
  { record: 'entry' },
  { record: 'result' },
  { record: 'previous', columns: FINISH_COLUMNS },
];

/** `isPast`: whether the race's day is over; the past table is read then, which has more fields. */
export const raceSheetKey = (
  record: DayRecord,
  racekey: string,
  isPast: boolean,
  columns: readonly string[] | undefined,
) => ['race-sheet', record, racekey, isPast, columns] as const;

const storedRace = (racekey: string, today: string | undefined): StoredSheets => ({
  key: ['race', racekey, today],
  reads: CARD.map(({ record, columns }) => ({ source: { kind: 'race', record, racekey }, columns })),
  keysOf: ([program]) => {
    const [race] = program == null ? [] : recordsOf(program);
    if (race === undefined || today === undefined) return [];
    const isPast = stageOf(race['racedate']?.trim(), today) === 'past';
    return CARD.map(({ record, columns }) =>
      raceSheetKey(record, racekey, isPast && record !== 'race', columns),
    );
  },
  enabled: today !== undefined,
});

/** Whether the archive was asked, whatever it had: `useRaceSheet` then reads what is missing. */
export const StoredRaceContext = createContext(true);

/** The value for StoredRaceContext. */
export function useStoredRace(racekey: string): boolean {
  const today = useToday();
  return useStoredSheets(useMemo(() => storedRace(racekey, today), [racekey, today]));
}
