// What a table's records are held against: the program says which races a day has and how many run in each, the
// meetings how many races there are. Small tables: a year of either is one request. Which of them, of which days. Pure.

import type { Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { EMPTY_DAYS } from '../../archive/final-days.ts';
import { isByDay } from './windows.ts';

export const REFERENCE_TABLES = ['meetings', 'program'] as const;

export type ReferenceTable = (typeof REFERENCE_TABLES)[number];

/** Either table does: that of the past, and that of a day. */
export const REFERENCE_TABLE_CODES = {
  meetings: ['d_ka', 't_ka'],
  program: ['d_ra', 't_ra'],
} as const satisfies { readonly [reference in ReferenceTable]: readonly [TableCode, TableCode] };

/** Both, but that none witnesses for itself, and none for a horse that is asked for by itself. */
export function referenceTablesOf(table: Table): readonly ReferenceTable[] {
  if (table.grain === 'master') return [];
  return REFERENCE_TABLES.filter((reference) => !isOneOf(REFERENCE_TABLE_CODES[reference], table.code));
}

/** Days of a witness, and the table that is asked for them. */
export interface ReferenceDays {
  readonly reference: ReferenceTable;
  readonly table: Table;
  /** In order. */
  readonly days: readonly string[];
}

/**
 * What must be held so that these days of the tables can be checked. Past tables are checked by the past, which is
 * asked for in long windows; the others by the day's own tables as long as the past's may not be out. No meetings of
 * today and later: they say nothing of races that are not run; but for tables that are asked for day by day they can be
 * wanted as the `calendar`. `today` in Tokyo; the days in order.
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
    const called = tables.filter(
      (table) => referenceTablesOf(table).includes(reference) || (isCalendar && isByDay(table)),
    );
    const isPastCalled = called.some((table) => !isByDay(table));
    const isDayCalled = called.some((table) => isByDay(table));
    const isDayAsked = called.some((table) => isByDay(table) && table.code !== ofDay);
    const byPeriod = days.filter((day) => day < today && (isPastCalled || (isDayCalled && day < recently)));
    const byDay = days.filter(
      (day) => isDayAsked && day >= recently && (day < today || isCalendar || reference === 'program'),
    );
    return [
      { reference, table: TABLES[past], days: byPeriod },
      { reference, table: TABLES[ofDay], days: byDay },
    ].filter((part) => part.days.length > 0);
  });
}

/** Whether others are held against it. */
export const isReferenceTable = (code: TableCode): boolean =>
  REFERENCE_TABLES.some((reference) => isOneOf(REFERENCE_TABLE_CODES[reference], code));

const isOneOf = (codes: readonly TableCode[], code: TableCode): boolean => codes.includes(code);
