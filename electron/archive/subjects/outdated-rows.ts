// When the subjects' rows are computed: a write notes, in its own transaction, which rows it outdates, and they are
// computed again before anything reads them. No reader sees an outdated row, and a kill loses no note. Computing them with
// every write would double the time of loading (bench/subjects.ts).

import type { Connection } from '../connection.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { ID, isStatedSql } from './record-sql.ts';
import { addDays, isRacedate } from '#shared/racing/racedate.ts';
import { RUNS_BACK, prefixOf } from '#shared/catalogue/records/runs-back.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { CARD_RECORDS } from '#shared/catalogue/subjects/subject.ts';
import { CARD_TABLES } from './run-rows.ts';
import { computeSubjects, SUBJECT_SOURCES, type OutdatedBy } from './subject-tables.ts';
import { literal } from '../filter-sql.ts';
import type { SubjectPart } from './subject-part.ts';

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
  for (const code of [...SUBJECT_SOURCES, ...CARD_TABLES]) await outdate(connection, code, {});
}

/** Notes that records of the table under this filter have changed. A note on cards has the days of the cards. */
export async function outdate(connection: Connection, code: TableCode, filter: Filter): Promise<void> {
  if (!SUBJECT_SOURCES.includes(code) && !CARD_TABLES.includes(code)) return;
  const { racekey, racedate, start_racedate: from = racedate, end_racedate: to = racedate } = filter;
  await connection.run('insert into subject_outdated values (?, ?, ?, ?)', [
    code,
    from ?? FIRST,
    to ?? LAST,
    racekey ?? null,
  ]);
}

interface Note extends Days {
  readonly code: OutdatedBy;
}

/** How the archive is read, and how a step is carried out. */
export interface SubjectAccess {
  readonly read: <T>(act: (connection: Connection) => Promise<T>) => Promise<T>;
  readonly run: (step: Step) => Promise<void>;
}

/** Computes the outdated rows of these days, or of a race's, a year at a time. Errors: those of `read` and `run`. */
export async function bringUpToDate(part: SubjectPart, { read, run }: SubjectAccess): Promise<void> {
  const all = await read((reader) => daysIn(reader, part));
  for (const step of await read(cardSteps)) await run(step);
  for (const days of all) for (const step of await read((reader) => stepsFor(reader, days))) await run(step);
}

/** The same within a transaction. Errors: those of DuckDB. */
export const bringUpToDateIn = (connection: Connection, part: SubjectPart): Promise<void> =>
  bringUpToDate(part, { read: (act) => act(connection), run: (step) => step(connection) });

/** Whether nothing is left to compute of this part, as the connection reads it. Errors: those of DuckDB. */
export async function isUpToDate(connection: Connection, part: SubjectPart): Promise<boolean> {
  const notes = await connection.runAndReadAll('select 1 from subject_outdated limit 1');
  if (notes.currentRowCount === 0) return true;
  if ((await cardSteps(connection)).length > 0) return false;
  for (const days of await daysIn(connection, part))
    if ((await stepsFor(connection, days)).length > 0) return false;
  return true;
}

async function daysIn(
  connection: Connection,
  { from = FIRST, to = LAST, racekey }: SubjectPart,
): Promise<readonly Days[]> {
  if (racekey === undefined) return [{ from, to }];
  return (await daysOfRace(connection, racekey)).map((day) => ({ from: day, to: day }));
}

/** Computes the rows of the latest outdated quarter. Returns whether there were any. Errors: those of `read` and `run`. */
export async function bringLatestUpToDate(access: SubjectAccess): Promise<boolean> {
  const latest = await access.read(latestOutdated);
  if (latest === undefined) return false;
  await bringUpToDate(latest, access);
  return true;
}

/**
 * The last quarter of a year with outdated rows, or all that are left before the first record; undefined if no row is
 * outdated. Bringing them up to date leaves fewer notes, or shorter ones.
 */
async function latestOutdated(connection: Connection): Promise<Days | undefined> {
  const read = await connection.runAndReadAll(
    'select first_day, last_day from subject_outdated order by last_day desc, first_day desc limit 1',
  );
  const [note] = read.getRows();
  if (note === undefined) return undefined;
  const [first = FIRST, to = LAST] = note.map(String);
  const bounds = await boundsOf(connection);
  const last = bounds !== undefined && bounds.to < to ? bounds.to : to;
  const from = isRacedate(last) ? addDays(last, 1 - DAYS_AT_ONCE) : FIRST;
  return { from: bounds !== undefined && from > first && from > bounds.from ? from : first, to };
}

/** Fewer would take as long: each time, all cards are searched for the runs that they name. */
const DAYS_AT_ONCE = 91;

/** A step of bringing rows up to date, for a transaction of its own. */
type Step = (connection: Connection) => Promise<void>;

/** The step after which the notes on cards have become notes on the runs that they name; none if there are none. */
async function cardSteps(connection: Connection): Promise<Step[]> {
  const notes = await connection.runAndReadAll(`select 1 from subject_outdated where ${OF_CARDS} limit 1`);
  return notes.currentRowCount === 0 ? [] : [outdateRuns];
}

/**
 * The steps, after those for cards, after which no row of these days is outdated; none if none is now. Races that were
 * fetched by themselves come with them, whatever their day. A step covers a year at most, so that writes need not wait
 * long.
 */
async function stepsFor(connection: Connection, days: Days): Promise<Step[]> {
  const races = await connection.runAndReadAll(
    `select distinct racekey from subject_outdated where racekey is not null and not ${OF_CARDS}`,
  );
  const racekeys = races.getRows().map(([racekey]) => String(racekey));
  const notes = await notesOf(connection, days);
  const spans = spansOf(
    notes.filter(({ code }) => code !== 'runs'),
    days,
  );
  const years = spans.length > 0 ? yearsOf(spans, await boundsOf(connection)) : [];
  const runYears = new Set(notes.flatMap(({ code, from }) => (code === 'runs' ? [from.slice(0, 4)] : [])));
  return [
    ...(racekeys.length > 0 ? [(writer: Connection) => renewRaces(writer, racekeys)] : []),
    ...years.map((span) => (writer: Connection) => renewDays(writer, span)),
    // Those of the days above are up to date by then.
    ...[...runYears].map((year) => (writer: Connection) => renewRuns(writer, days, year)),
  ];
}

const OF_CARDS = `table_code in (${CARD_TABLES.map((code) => `'${code}'`).join(', ')})`;

/** Notes each day with a run that a changed card names, or named when its row was computed. */
async function outdateRuns(connection: Connection): Promise<void> {
  const days: string[] = [];
  for (const code of CARD_TABLES) {
    const where = await changedCards(connection, code);
    for (const back of RUNS_BACK)
      days.push(`select ${prefixOf(back)}racedate as day from ${code} where ${where}`);
  }
  for (const record of CARD_RECORDS) {
    const stored = tablesOfDay(record).map((code) => `select ${ID} from ${code}`);
    days.push(
      `select racedate from subject_runs anti join (${stored.join(' union all ')}) stored on stored.${ID} = ${record}
         where ${record} is not null`,
    );
  }
  await connection.run(
    `insert into subject_outdated select distinct 'runs', day, day, null::VARCHAR
       from (${days.join(' union all ')}) where ${isStatedSql('day')}`,
  );
  await connection.run(`delete from subject_outdated where ${OF_CARDS}`);
}

/** A condition on the table: the record is under one of the filters that notes have. */
async function changedCards(connection: Connection, code: TableCode): Promise<string> {
  const read = await connection.runAndReadAll(
    'select first_day, last_day, racekey from subject_outdated where table_code = ?',
    [code],
  );
  const notes = read
    .getRows()
    .map(([from, to, racekey]) => ({ from: String(from), to: String(to), racekey }));
  const racekeys = notes.flatMap(({ racekey }) => (typeof racekey === 'string' ? [literal(racekey)] : []));
  const everything = { from: FIRST, to: LAST };
  const spans = spansOf(
    notes.flatMap((note) => (note.racekey === null ? [note] : [])),
    everything,
  );
  // A card without a day counts as one of all days.
  const conditions = spans.map(({ from, to }) => `coalesce(racedate, '') between '${from}' and '${to}'`);
  if (racekeys.length > 0) conditions.push(`racekey in (${racekeys.join(', ')})`);
  return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
}

async function renewRuns(connection: Connection, { from, to }: Days, year: string): Promise<void> {
  const condition = `table_code = 'runs' and first_day between '${from}' and '${to}' and starts_with(first_day, ${literal(year)})`;
  const read = await connection.runAndReadAll(
    `select distinct first_day from subject_outdated where ${condition} order by 1`,
  );
  const days = read.getRows().map(([day]) => literal(String(day)));
  if (days.length === 0) return;
  await computeSubjects(connection, new Set(['runs'] as const), `racedate in (${days.join(', ')})`);
  await connection.run(`delete from subject_outdated where ${condition}`);
}

/** The days on which a race has records, or was run according to cards. */
async function daysOfRace(connection: Connection, racekey: string): Promise<string[]> {
  const named = CARD_TABLES.flatMap((code) =>
    RUNS_BACK.map(
      (back) =>
        `select ${prefixOf(back)}racedate as day from ${code} where ${prefixOf(back)}racekey = ${literal(racekey)}`,
    ),
  );
  const read = await connection.runAndReadAll(
    `select distinct day from (${named.join(' union all ')}) where ${isStatedSql('day')}`,
  );
  const days = await daysOf(connection, [racekey]);
  return [...new Set([...days, ...read.getRows().map(([day]) => String(day))])];
}

async function notesOf(connection: Connection, { from, to }: Days): Promise<Note[]> {
  const read = await connection.runAndReadAll(
    `select table_code, first_day, last_day from subject_outdated
       where racekey is null and first_day <= ? and last_day >= ? and not ${OF_CARDS}`,
    [to, from],
  );
  return read.getRows().map(([code, first, last]) => ({
    code: String(code) as OutdatedBy,
    from: String(first),
    to: String(last),
  }));
}

/** The notes' days within the given ones; overlapping and consecutive ones are one span. */
function spansOf(notes: readonly Days[], days: Days): Days[] {
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

/** `LAST`, and a day that there is not, have none. */
const dayAfter = (day: string, days = 1): string => (isRacedate(day) ? addDays(day, days) : day);

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
    `delete from subject_outdated where racekey is null and first_day <= ? and last_day >= ? and not ${OF_CARDS}`,
    [days.to, days.from],
  );
  // What a note says of the days around these still holds.
  for (const { code, from, to } of notes) {
    if (code === 'runs') continue;
    // No day is before the first that there is, nor after the last.
    const [before, after] = [dayAfter(days.from, -1), dayAfter(days.to)];
    if (from < days.from && before < days.from)
      await outdate(connection, code, { start_racedate: from, end_racedate: before });
    if (to > days.to && after > days.to)
      await outdate(connection, code, { start_racedate: after, end_racedate: to });
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
  await connection.run(
    `delete from subject_outdated where racekey in (${racekeys.map(literal).join(', ')}) and not ${OF_CARDS}`,
  );
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
    [
      ...selects,
      ...['subject_races', 'subject_runs'].map(
        (table) => `select racedate from ${table} where racekey in (${keys})`,
      ),
    ].join(' union '),
  );
  return read.getRows().flatMap(([day]) => (typeof day === 'string' ? [day] : []));
}
