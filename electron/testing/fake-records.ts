// Records for tests: every field of the catalogue, with values of the right type, and the fields that a test sets.

import type { Column } from '#shared/catalogue/column.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';

/** A record of the table: text is empty and numbers are 0 unless given. */
export function recordOf(table: TableCode, given: WireRecord = {}): WireRecord {
  return {
    ...Object.fromEntries(TABLES[table].columns.map((column) => [column.name, plain(column)])),
    ...given,
  };
}

const plain = ({ type }: Column): string | number | null =>
  type.endsWith('?') ? null : type === 'S' ? '' : 0;

export interface Card {
  readonly racedate: string;
  /** `05264101` and up: one course, races counted from 1. */
  readonly races: number;
  readonly runners: number;
}

export const racekeyOf = (racedate: string, race: number): string =>
  `0526${racedate.slice(-2)}${String(race).padStart(2, '0')}`;

export const horseIdOf = (race: number, runner: number): string =>
  `HX${String(race * 100 + runner).padStart(10, '0')}`;

/** A day of racing in one table of a kind, `as` being the table's code. */
export function racesOf(as: TableCode, { racedate, races, runners }: Card): WireRecord[] {
  return counted(races).map((race) =>
    recordOf(as, {
      racedate,
      racekey: racekeyOf(racedate, race),
      racecourse_cd: '05',
      distance: '1600',
      race_name: `レース${race}`,
      headcount: runners,
    }),
  );
}

export function runnersOf(
  as: TableCode,
  { racedate, races, runners }: Card,
  given: WireRecord = {},
): WireRecord[] {
  return counted(races).flatMap((race) =>
    counted(runners).map((runner) =>
      recordOf(as, {
        racedate,
        racekey: racekeyOf(racedate, race),
        horse_number: String(runner).padStart(2, '0'),
        horse_id: horseIdOf(race, runner),
        horse_name: `馬${race}の${runner}`,
        resultkey: `${String(race * 100 + runner).padStart(8, '0')}${racedate}`,
        order_of_finish: String(runner),
        idm: '40.5',
        ...given,
      }),
    ),
  );
}

export const meetingOf = (as: TableCode, racedate: string): WireRecord =>
  recordOf(as, { racedate, holdingkey: racekeyOf(racedate, 1).slice(0, 6) });

const counted = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
