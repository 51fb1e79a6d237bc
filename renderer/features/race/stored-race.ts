// What is stored of a race: read at once for its card.

import { createContext, useMemo } from 'react';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { stageOf } from '#shared/racing/race-facts.ts';
import { recordsOf } from '#shared/racing/race-rows.ts';
import { useBridge, type Bridge } from '../../client/bridge.tsx';
import { daySheetKey } from '../../client/use-day-sheet.ts';
import { useStoredAhead, useStoredSheets, type StoredSheets } from '../../client/stored-sheets.ts';
import { useToday } from '../../client/use-today.ts';
import { FINISH_COLUMNS } from './past-runs.ts';
import type { NeighborRaces } from './race-day.ts';

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

/** What the other tabs show. */
const TABS: readonly Part[] = [
  { record: 'prerace' },
  { record: 'training' },
  { record: 'previous' },
  { record: 'previousNotes' },
  { record: 'payoff' },
];

interface Wanted {
  readonly racekey: string;
  /** In Tokyo, YYYYMMDD. */
  readonly today: string | undefined;
  /** The race's day if it is known; otherwise the program, which is then read first, tells it. */
  readonly racedate?: string | undefined;
}

function storedParts(parts: readonly Part[], { racekey, today, racedate }: Wanted): StoredSheets {
  return {
    key: ['race', racekey, today, parts],
    reads: parts.map(({ record, columns }) => ({ source: { kind: 'race', record, racekey }, columns })),
    keysOf: ([first]) => {
      const [race] = first == null || racedate !== undefined ? [] : recordsOf(first);
      const day = racedate ?? race?.['racedate']?.trim();
      if (day === undefined || today === undefined) return [];
      const isPast = stageOf(day, today) === 'past';
      return parts.map(({ record, columns }) =>
        raceSheetKey(record, racekey, isPast && record !== 'race', columns),
      );
    },
    enabled: today !== undefined,
  };
}

/** The card, and the programs of the race's day for the strip above it: those are there if a race next to it was open. */
function storedPage(queries: Bridge['queries'], wanted: Wanted): StoredSheets {
  const card = storedParts(CARD, wanted);
  const { racekey, today } = wanted;
  return {
    ...card,
    reads: [...card.reads, { source: { kind: 'dayOfRace', record: 'race', racekey } }],
    keysOf: (sheets) => {
      const own = card.keysOf(sheets);
      const racedate = sheets[0] == null ? undefined : recordsOf(sheets[0])[0]?.['racedate']?.trim();
      if (own.length === 0 || racedate === undefined || today === undefined) return own;
      return [...own, daySheetKey(queries, { record: 'race', racedate }, today)];
    },
  };
}

/** Whether the archive was asked, whatever it had: `useRaceSheet` then reads what is missing. */
export const StoredRaceContext = createContext(true);

/** The value for StoredRaceContext. */
export function useStoredRace(racekey: string): boolean {
  const { queries } = useBridge();
  const today = useToday();
  return useStoredSheets(useMemo(() => storedPage(queries, { racekey, today }), [queries, racekey, today]));
}

/** Reads ahead: the race's other tabs, then the cards of the races that one key leads to. */
export function useStoredAround(
  racekey: string,
  racedate: string | undefined,
  { next, previous, nextCourse, previousCourse }: NeighborRaces,
): void {
  const today = useToday();
  const around = [next, previous, nextCourse, previousCourse]
    .flatMap((race) => race?.racekey ?? [])
    .join(' ');
  const ahead = useMemo(() => {
    if (racedate === undefined) return [];
    const keys = around === '' ? [] : around.split(' ');
    return [
      storedParts(TABS, { racekey, today, racedate }),
      ...keys.map((key) => storedParts(CARD, { racekey: key, today })),
    ];
  }, [racekey, racedate, today, around]);
  useStoredAhead(ahead);
}
