// When the subjects' rows are computed: a write notes, in its own transaction, which rows it outdates, and they are
// computed again before anything reads them. No reader sees an outdated row, and a kill loses no note. Computing them with
// every write would double the time of loading (bench/subjects.ts).

import type { Connection } from '../connection.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { computeSubjects, SUBJECT_SOURCES } from './subject-tables.ts';

export const CREATE_OUTDATED =
  'create table if not exists subject_outdated (table_code VARCHAR, first_day VARCHAR, last_day VARCHAR, racekey VARCHAR)';

/** Race dates, inclusive; `FIRST` and `LAST` are open ends. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Before and after every race date. */
export const FIRST = '';
export const LAST = '99999999';

/** Notes that all rows are outdated. */
export async function outdateAll(connection: Connection): Promise<void> {
  await connection.run('delete from subject_outdated');
  for (const code of SUBJECT_SOURCES) await outdate(connection, code, {});
}

/** Notes that records of the table under this filter have changed. */
export async function outdate(connection: Connection, code: TableCode, filter: Filter): Promise<void> {
  if (!SUBJECT_SOURCES.includes(code)) return;
  const { racekey, racedate, start_racedate: from = racedate, end_racedate: to = racedate } = filter;
  await connection.run('insert into subject_outdated values (?, ?, ?, ?)', [
    code,
    from ?? FIRST,
    to ?? LAST,
    racekey ?? null,
  ]);
}

interface Note extends Days {
  readonly code: TableCode;
}

/** A step of bringing rows up to date, for a transaction of its own. */
export type Step = (connection: Connection) => Promise<void>;

/**
 * The steps after which no row of these days is outdated; none if none is now. Races that were fetched by themselves
 * come with them, whatever their day. A step covers a year at most, so that writes need not wait long.
 */
export async function stepsFor(connection: Connection, days: Days): Promise<Step[]> {
  const races = await connection.runAndReadAll(
    'select distinct racekey from subject_outdated where racekey is not null',
  );
  const racekeys = races.getRows().map(([racekey]) => String(racekey));
  const spans = spansOf(await notesOf(connection, days), days);
  const years = spans.length > 0 ? yearsOf(spans, await boundsOf(connection)) : [];
  return [
    ...(racekeys.length > 0 ? [(writer: Connection) => renewRaces(writer, racekeys)] : []),
    ...years.map((span) => (writer: Connection) => renewDays(writer, span)),
  ];
}

/** The days on which a race has records. */
export async function daysOfRace(connection: Connection, racekey: string): Promise<string[]> {
  return daysOf(connection, [racekey]);
}

async function notesOf(connection: Connection, { from, to }: Days): Promise<Note[]> {
  const read = await connection.runAndReadAll(
    'select table_code, first_day, last_day from subject_outdated where racekey is null and first_day <= ? and last_day >= ?',
    [to, from],
  );
  return read.getRows().map(([code, first, last]) => ({
    code: String(code) as TableCode,
    from: String(first),
    to: String(last),
  }));
}

/** The notes' days within the given ones; overlapping and consecutive ones are one span. */
function spansOf(notes: readonly Note[], days: Days): Days[] {
  const spans: Days[] = [];
  for (const note of notes.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const from = note.from > days.from ? note.from : days.from;
    const to = note.to < days.to ? note.to : days.to;
    const last = spans.at(-1);
    if (last && from <= dayAfter(last.to))
      spans[spans.length - 1] = { from: last.from, to: to > last.to ? to : last.to };
    else spans.push({ from, to });
  }
  return spans;
}

const dayAfter = (day: string): string => (day === LAST ? LAST : addDays(day, 1));

/** The first and last race day of any record or row; undefined without one. */
async function boundsOf(connection: Connection): Promise<Days | undefined> {
  const ends = [...SUBJECT_SOURCES, 'subject_races'].map(
    (table) => `select min(racedate) as first_day, max(racedate) as last_day from ${table}`,
  );
  const read = await connection.runAndReadAll(
    `select min(first_day), max(last_day) from (${ends.join(' union all ')})`,
  );
  const [from, to] = read.getRows()[0] ?? [];
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined;
}

/** The spans cut at the end of each year with records; the open ends stay open. */
function yearsOf(spans: readonly Days[], bounds: Days | undefined): Days[] {
  return spans.flatMap((span) => {
    const first = yearOf(bounds && bounds.from > span.from ? bounds.from : span.from);
    const last = yearOf(bounds && bounds.to < span.to ? bounds.to : span.to);
    const years = Array.from({ length: Math.max(1, last - first + 1) }, (_, at) => first + at);
    if (bounds === undefined) return [span];
    return years.map((year, at) => ({
      from: at === 0 ? span.from : `${year}0101`,
      to: at === years.length - 1 ? span.to : `${year}1231`,
    }));
  });
}

const yearOf = (day: string): number => Number(day.slice(0, 4));

async function renewDays(connection: Connection, days: Days): Promise<void> {
  // Read again within the transaction: a write may have added notes meanwhile.
  const notes = await notesOf(connection, days);
  if (notes.length === 0) return;
  const codes = new Set(notes.map(({ code }) => code));
  await computeSubjects(connection, codes, `racedate >= '${days.from}' and racedate <= '${days.to}'`);
  await connection.run(
    'delete from subject_outdated where racekey is null and first_day <= ? and last_day >= ?',
    [days.to, days.from],
  );
  // What a note says of the days around these still holds.
  for (const { code, from, to } of notes) {
    if (from < days.from)
      await outdate(connection, code, { start_racedate: from, end_racedate: addDays(days.from, -1) });
    if (to > days.to)
      await outdate(connection, code, { start_racedate: addDays(days.to, 1), end_racedate: to });
  }
}

async function renewRaces(connection: Connection, racekeys: readonly string[]): Promise<void> {
  const days = await daysOf(connection, racekeys);
  if (days.length > 0)
    await computeSubjects(
      connection,
      new Set(SUBJECT_SOURCES),
      `racedate in (${days.map((day) => literal(day)).join(', ')})`,
    );
  await connection.run(`delete from subject_outdated where racekey in (${racekeys.map(literal).join(', ')})`);
}

/** The days of these races: where their records are now, and where their rows were when they were last computed. */
async function daysOf(connection: Connection, racekeys: readonly string[]): Promise<string[]> {
  const keys = racekeys.map(literal).join(', ');
  const meetings = [...new Set(racekeys.map((racekey) => literal(racekey.slice(0, 6))))].join(', ');
  const selects = SUBJECT_SOURCES.map((code) =>
    code === 't_ka' || code === 'd_ka'
      ? `select racedate from ${code} where holdingkey in (${meetings})`
      : `select racedate from ${code} where racekey in (${keys})`,
  );
  const read = await connection.runAndReadAll(
    [...selects, `select racedate from subject_races where racekey in (${keys})`].join(' union '),
  );
  return read.getRows().flatMap(([day]) => (typeof day === 'string' ? [day] : []));
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
