// Records to query: the document's examples, spread over days, races and runners, with unusual keys.

import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { EXAMPLES } from '../../http/openapi/examples.ts';
import type { Fields } from '../records.ts';
import type { Stable } from './naive.ts';

/** Across the ends of a month and a year and a leap day, with letters as days of a meeting. */
const MEETINGS = [
  { racedate: '20231231', holdingkey: '062358' },
  { racedate: '20240228', holdingkey: '05241a' },
  { racedate: '20240229', holdingkey: '05241b' },
  { racedate: '20240229', holdingkey: '092411' },
  { racedate: '20240301', holdingkey: '05241A' },
] as const;
const RACES = ['01', '02', '12'] as const;
/** Deliberately not in the order of an answer. */
const HORSE_NUMBERS = ['10', '9', '1', '2', '18'] as const;

export function exampleStable(): Stable {
  return new Map(TABLE_CODES.map((code) => [code, recordsOf(code)]));
}

function recordsOf(code: TableCode): Fields[] {
  const { grain } = tableOf(code);
  const changed = (fields: Fields): Fields => ({ ...EXAMPLES[code], ...fields });
  if (grain === 'master') {
    return HORSE_NUMBERS.map((number) =>
      changed({ horse_id: horseId(number), kettonum: `191000${number.padStart(2, '0')}` }),
    );
  }
  if (grain === 'meeting') return MEETINGS.map(changed).toReversed();
  const races = MEETINGS.flatMap(({ racedate, holdingkey }) =>
    RACES.map((race) => ({ racedate, racekey: `${holdingkey}${race}` })),
  ).toReversed();
  if (grain === 'race') return races.map(changed);
  return races.flatMap((race) =>
    HORSE_NUMBERS.map((horse_number) => changed({ ...race, horse_number, horse_id: horseId(horse_number) })),
  );
}

const horseId = (number: string): string => `a1B2c3D4e5${number.padStart(2, '0')}`;
