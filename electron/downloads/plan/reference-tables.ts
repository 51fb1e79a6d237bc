// The tables that others are checked against: the program has the races of a day and the number of runners in each, the
// meetings have the number of races. Both are small: a year of either is one request. Decides which of them to use, and
// for which days. Pure.

import { pairOfDay } from '#shared/catalogue/day-tables.ts';
import type { Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { EMPTY_DAYS } from '../../archive/final-days.ts';
import { isByDay } from './windows.ts';

export const REFERENCE_TABLES = ['meetings', 'program'] as const;

export type ReferenceTable = (typeof REFERENCE_TABLES)[number];

/** Either table of a pair will do: the past one, or the one of the day. */
export const REFERENCE_TABLE_CODES = {
  meetings: pairOfDay('meeting'),
  program: pairOfDay('race'),
} as const satisfies { readonly [reference in ReferenceTable]: readonly [TableCode, TableCode] };

/** Both, but a table is not checked against itself, and a horse requested by its id against none. */
export function referenceTablesOf(table: Table): readonly ReferenceTable[] {
  if (table.grain === 'master') return [];
  return REFERENCE_TABLES.filter((reference) => !isOneOf(REFERENCE_TABLE_CODES[reference], table.code));
}

/** Days of a reference table, and from which of its two tables they are requested. */
export interface ReferenceDays {
  readonly reference: ReferenceTable;
  readonly table: Table;
  /** In order. */
  readonly days: readonly string[];
}

/**
 * What must be stored so that these days of the tables can be checked. Past tables are checked against past tables,
 * which are requested in long windows; the others against the tables of the day, until the past ones are sure to be
 * published. Meetings of today and later are left out, since they say nothing about races that are not run yet, unless
 * they are needed as the `calendar` of tables that are requested day by day. `today` in Tokyo; the days in order.
 */
export function partsOf(
  tables: readonly Table[],
  days: readonly string[],
  today: string,
  use?: 'calendar',
): ReferenceDays[] {
  const recently = addDays(today, -EMPTY_DAYS);
  return REFERENCE_TABLES.flatMap((reference) => {
    const [past, ofDay] = REFERENCE_TABLE_CODES[reference];
    const isCalendar = use === 'calendar' && reference === 'meetings';
    const checked = tables.filter(
      (table) => referenceTablesOf(table).includes(reference) || (isCalendar && isByDay(table)),
    );
    const isPastNeeded = checked.some((table) => !isByDay(table));
    const isDayNeeded = checked.some((table) => isByDay(table));
    const isDayRequested = checked.some((table) => isByDay(table) && table.code !== ofDay);
    const byPeriod = days.filter((day) => day < today && (isPastNeeded || (isDayNeeded && day < recently)));
    const byDay = days.filter(
      (day) => isDayRequested && day >= recently && (day < today || isCalendar || reference === 'program'),
    );
    return [
      { reference, table: TABLES[past], days: byPeriod },
      { reference, table: TABLES[ofDay], days: byDay },
    ].filter((part) => part.days.length > 0);
  });
}

/** Whether other tables are checked against it. */
export const isReferenceTable = (code: TableCode): boolean =>
  REFERENCE_TABLES.some((reference) => isOneOf(REFERENCE_TABLE_CODES[reference], code));

const isOneOf = (codes: readonly TableCode[], code: TableCode): boolean => codes.includes(code);
