// Records for tests: valid by the catalogue, with no more of a race than a test needs.

import type { Column } from '#shared/catalogue/column.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';

export type Fields = Readonly<Record<string, string | number | null>>;

/** A record with every column of the table, and the given fields. */
export function recordOf(table: TableCode, fields: Fields): Fields {
  const record: Record<string, string | number | null> = {};
  for (const column of tableOf(table).columns)
    record[column.name] = fields[column.name] ?? plainValue(column);
  return record;
}

function plainValue({ type, name }: Column): string | number | null {
  switch (type) {
    case 'S':
      return `${name}の値`;
    case 'I':
      return 7;
    case 'N':
      return 1.5;
    case 'S?':
    case 'I?':
    case 'N?':
      return null;
  }
}

/** Two days of racing at one course, with two races of three runners each, and one horse of the master. */
export const RACE_DATES = ['20261107', '20261108'] as const;
export const RACEKEYS = ['05264101', '05264102', '05264201', '05264202'] as const;
export const HORSE_ID = '12E345678901';

export function smallStable(): Map<TableCode, Fields[]> {
  return new Map(TABLE_CODES.map((table) => [table, recordsOf(table)]));
}

function recordsOf(table: TableCode): Fields[] {
  const { grain } = tableOf(table);
  if (grain === 'master') return [recordOf(table, { horse_id: HORSE_ID, kettonum: '19104567' })];
  const races = RACEKEYS.map((racekey, index) => ({
    racekey,
    racedate: RACE_DATES[index < 2 ? 0 : 1],
    holdingkey: racekey.slice(0, 6),
    updated_at: '2026-11-08T09:00:00.000Z',
  }));
  if (grain === 'meeting') return [0, 2].map((race) => recordOf(table, races[race] ?? {}));
  if (grain === 'race') return races.map((race) => recordOf(table, race));
  // Written in a different order from the answer's.
  return races.flatMap((race) =>
    ['10', '2', '1'].map((horse_number) =>
      recordOf(table, { ...race, horse_number, horse_id: HORSE_ID, resultkey: `19104567${race.racedate}` }),
    ),
  );
}
