// The calendar of stored days for the screen: race days, or months if the period is long.

import type { CalendarDay, DayState, TableCalendar } from '#shared/bridge/downloads.ts';
import type { Incompleteness } from '#shared/bridge/results.ts';

/** Most columns of days; a longer period is shown by month. */
export const MOST_DAYS = 220;

/** The glyph of a day: states differ by shape as well as by color. */
export const GLYPHS: Readonly<Record<DayState, string>> = {
  complete: '■',
  provisional: '◐',
  incomplete: '!',
  missing: '□',
  future: '·',
  no_racing: '',
};

/** A cell: one race day, or those of a month. */
export interface StoredCell {
  /** YYYYMMDD, or YYYYMM for a month. */
  readonly when: string;
  readonly state: DayState;
  /** Its past race days, and how many of them are stored complete. */
  readonly days: number;
  readonly complete: number;
  readonly records: number;
  readonly fetchedAt?: number;
  /** Why it is incomplete, each once. */
  readonly reasons: readonly Incompleteness['reason'][];
}

export interface StoredRow {
  readonly table: TableCalendar['table'];
  readonly cells: readonly StoredCell[];
  readonly days: number;
  readonly complete: number;
}

export interface StoredPicture {
  readonly by: 'day' | 'month';
  /** The same for every row. */
  readonly columns: readonly string[];
  readonly rows: readonly StoredRow[];
}

/** The state of several days: the one that needs action most; complete only if all days are. */
const WORST_FIRST: readonly DayState[] = [
  'incomplete',
  'missing',
  'provisional',
  'complete',
  'future',
  'no_racing',
];

const isPast = ({ state }: CalendarDay): boolean => state !== 'future' && state !== 'no_racing';

/** Days without racing in any table have no column. */
export function storedPicture(calendars: readonly TableCalendar[]): StoredPicture {
  const raced = new Set<string>();
  for (const { days } of calendars) {
    for (const day of days) if (day.state !== 'no_racing') raced.add(day.racedate);
  }
  const by = raced.size > MOST_DAYS ? 'month' : 'day';
  const columnOf = (racedate: string): string => (by === 'day' ? racedate : racedate.slice(0, 6));
  const columns = [...new Set([...raced].map(columnOf))].toSorted();
  const rows = calendars.map(({ table, days }): StoredRow => {
    const byColumn = Map.groupBy(
      days.filter(({ racedate }) => raced.has(racedate)),
      ({ racedate }) => columnOf(racedate),
    );
    const cells = columns.map((when) => cellOf(when, byColumn.get(when) ?? []));
    const sum = (count: 'days' | 'complete') => cells.reduce((so, cell) => so + cell[count], 0);
    return { table, cells, days: sum('days'), complete: sum('complete') };
  });
  return { by, columns, rows };
}

function cellOf(when: string, days: readonly CalendarDay[]): StoredCell {
  const past = days.filter(isPast);
  const fetched = days.flatMap(({ fetchedAt }) => fetchedAt ?? []);
  return {
    when,
    state: WORST_FIRST.find((state) => days.some((day) => day.state === state)) ?? 'no_racing',
    days: past.length,
    complete: past.filter(({ state }) => state === 'complete').length,
    records: days.reduce((so, { records }) => so + records, 0),
    reasons: [...new Set(days.flatMap(({ reasons }) => reasons ?? []))],
    ...(fetched.length === 0 ? {} : { fetchedAt: Math.min(...fetched) }),
  };
}

/** Days of one table that are incomplete for one reason. */
export interface WhyIncomplete {
  readonly table: TableCalendar['table'];
  readonly reason: Incompleteness['reason'];
  /** In order. */
  readonly days: readonly string[];
}

/** Why days are incomplete, table by table. A day with several reasons is among the days of each. */
export const whyIncomplete = (calendars: readonly TableCalendar[]): readonly WhyIncomplete[] =>
  calendars.flatMap(({ table, days }) =>
    [...new Set(days.flatMap(({ reasons }) => reasons ?? []))].map((reason) => ({
      table,
      reason,
      days: days.filter(({ reasons }) => reasons?.includes(reason) === true).map(({ racedate }) => racedate),
    })),
  );

/** Runs of columns of the same year with their lengths: the headers above them. */
export function yearsOf(
  columns: readonly string[],
): readonly { readonly label: string; readonly span: number }[] {
  const length = (columns[0]?.length ?? 0) === 6 ? 4 : 6;
  const heads = Map.groupBy(columns, (column) => column.slice(0, length));
  return [...heads].map(([head, members]) => ({
    label: length === 4 ? head : `${head.slice(0, 4)}-${head.slice(4)}`,
    span: members.length,
  }));
}
