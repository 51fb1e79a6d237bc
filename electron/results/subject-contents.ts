// The contents of a subject: everything that the archive has of it in a period. A few days are fetched first; of longer
// periods, the days that are not completely stored are reported.

import { z } from 'zod';
import { incompletenessSchema, type Incompleteness } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import { raceNamesBeside } from '#shared/catalogue/race-names.ts';
import { isPeople, type Subject } from '#shared/catalogue/subjects/subject.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import { addDays, isRacedate, todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import { dayUnit, raceUnit } from '../archive/coverage.ts';
import type { Snapshot } from '../archive/snapshot.ts';
import { unsettledDays } from '../archive/final-days.ts';
import { knownDays } from '../downloads/plan/idle-days.ts';
import type { QueryContext } from '../downloads/query-context.ts';
import type { QueryOptions } from '../downloads/query.ts';
import { unique, wheres } from '../downloads/verify/coverage-report.ts';
import type { Contents } from './open-result.ts';
import { fetchSubject } from './subject-fetch.ts';

export type SubjectSource = Extract<ResultSource, { kind: 'subject' }>;

/** Inclusive, YYYYMMDD. */
interface Period {
  readonly from: string;
  readonly to: string;
}

/** Errors: INVALID_FILTER, CANCELLED, ARCHIVE_FAILED; those of the service if there is nothing to show for them. */
export async function subjectContents(
  context: QueryContext,
  source: SubjectSource,
  options: QueryOptions,
): Promise<Contents> {
  checkPart(source);
  const { archive, now } = context;
  const subject = SUBJECTS[source.subject];
  const { requires, uses, namedBy = [] } = subject;
  const records = [...requires, ...uses];
  const { from, to } = source;
  const found =
    from === undefined || to === undefined || source.racekey !== undefined
      ? undefined
      : await fetchSubject(context, subject, { from, to }, options);
  const { changes } = archive;
  const asOf = changes.count;
  await archive.renewSubjects(source);
  const tables = records.flatMap(tablesOfDay);
  const period = source.racekey === undefined ? await periodOf(archive, subject, source) : undefined;
  // What is stored is read before the rows: of a write between the two, only the rows show something.
  const stored = await storedOf(archive, tables, source.racekey, period);
  const missing =
    source.racekey === undefined
      ? period && (await missingDays(archive, subject, period, now()))
      : await missingRace(archive, subject.requires, source.racekey);
  const snapshot = await rowsOf(archive, source);
  if (snapshot.records === 0 && found?.failure !== undefined) {
    snapshot.close();
    throw found.failure;
  }
  const { reasons, ...totals } = stored;
  return {
    columns: subject.columns,
    beside: raceNamesBeside(subject.columns).map(({ column }) => column),
    unknown: new Set(),
    records: snapshot.records,
    rows: snapshot.rows,
    origin: {
      reads: [
        ...tables.map((table) => ({ table, filter: filterOf(source, period) })),
        { table: 'annotations', filter: filterOf(source, period) },
        // A card of any day may name a run.
        ...namedBy.flatMap(tablesOfDay).map((table) => ({ table, filter: {} })),
      ],
      changes,
      asOf,
    },
    release: () => snapshot.close(),
    account: {
      reasons: unique([...reasons, ...(found?.reasons ?? []), ...(missing ?? [])]),
      provisional: snapshot.provisional,
      ...totals,
      windows: found?.windows ?? { fetched: 0, stored: 0 },
    },
  };
}

/** Rows are read as they are needed; people are few enough to be computed at once. */
async function rowsOf(
  archive: Archive,
  source: SubjectSource,
): Promise<Pick<Snapshot, 'records' | 'provisional' | 'rows' | 'close'>> {
  const { subject } = source;
  const { columns: own } = SUBJECTS[subject];
  const names = own.map(({ name }) => name);
  const beside = raceNamesBeside(own).map(({ column }) => column.name);
  if (!isPeople(subject)) return archive.subject(subject, source, [...names, ...beside]);
  const { columns, records } = await archive.people(subject, source);
  const at = new Map(names.map((name, index) => [name, columns[index] ?? []]));
  return {
    records,
    provisional: 0,
    rows: { size: 'small', records, cells: (wanted) => wanted.map((name) => [...(at.get(name) ?? [])]) },
    close: () => undefined,
  };
}

function checkPart({ from, to, subject, horse_id }: SubjectSource): void {
  if (horse_id !== undefined && subject !== 'runs')
    throw new RailbirdError('INVALID_FILTER', {
      problem: 'Only runs are of one horse / 馬を指定できるのは競走成績だけです',
    });
  const isSound = [from, to].every((day) => day === undefined || isRacedate(day));
  if (isSound && (from === undefined || to === undefined || from <= to)) return;
  throw new RailbirdError('INVALID_FILTER', {
    problem:
      'A period of two calendar days, the first not after the last / 実在する日付で、開始日は終了日以前にしてください',
  });
}

const filterOf = ({ racekey }: SubjectSource, period: Period | undefined): Filter => ({
  ...(racekey === undefined ? {} : { racekey }),
  ...(period === undefined ? {} : { start_racedate: period.from, end_racedate: period.to }),
});

/** An absent end is the first or last day of the subject's records or rows; undefined if there are none. */
async function periodOf(
  archive: Archive,
  { requires, uses, namedBy }: Subject,
  { from, to }: SubjectSource,
): Promise<Period | undefined> {
  if (from !== undefined && to !== undefined) return { from, to };
  const codes = [...requires, ...uses].flatMap(tablesOfDay).map((code) => `'${code}'`);
  const days = `select last_day as day from coverage where table_code in (${codes.join(', ')}) and records > 0`;
  // Cards name runs of days of which nothing else is stored.
  const named = namedBy === undefined ? '' : 'union all select racedate from subject_runs';
  const [ends = []] = await archive.rows(`select min(day), max(day) from (${days} ${named})`);
  const [first, last] = ends.map((day) => (typeof day === 'string' && isRacedate(day) ? day : undefined));
  const period = { from: from ?? first, to: to ?? last };
  return period.from !== undefined && period.to !== undefined && period.from <= period.to
    ? { from: period.from, to: period.to }
    : undefined;
}

const reasonsSchema = z.array(incompletenessSchema);

/** Sums over the coverage of the period or the race, with every anomaly that was recorded when it was fetched. */
async function storedOf(
  archive: Archive,
  tables: readonly TableCode[],
  racekey: string | undefined,
  period: Period | undefined,
) {
  const codes = tables.map((code) => `'${code}'`).join(', ');
  const [condition, values] =
    racekey === undefined
      ? ['last_day between ? and ?', [period?.from ?? '', period?.to ?? '']]
      : ['unit = ?', [raceUnit(racekey)]];
  const where = `table_code in (${codes}) and ${condition}`;
  const [sums = []] = await archive.rows(
    `select coalesce(sum(set_aside), 0)::INTEGER, coalesce(sum(drift), 0)::INTEGER,
        coalesce(sum(repeated), 0)::INTEGER, min(fetched_at)::DOUBLE
      from coverage where ${where}`,
    values,
  );
  const lists = await archive.rows(
    `select distinct reasons from coverage where reasons <> '[]' and ${where}`,
    values,
  );
  const [quarantined, drift, repeated, fetchedAt] = sums;
  return {
    quarantined: Number(quarantined ?? 0),
    drift: Number(drift ?? 0),
    repeated: Number(repeated ?? 0),
    ...(typeof fetchedAt === 'number' ? { fetchedAt } : {}),
    reasons: lists.flatMap(([list]) => reasonsSchema.parse(JSON.parse(String(list)))),
  };
}

/** A day to come has a program and a card at most. */
const BEFORE_THE_RACE: ReadonlySet<DayRecord> = new Set(['race', 'entry', 'training']);

/** Days of the period that lack one of the records, unless they are known to be without racing. */
async function missingDays(
  archive: Archive,
  { requires, isOfOutcomes }: Subject,
  { from, to }: Period,
  now: number,
): Promise<Incompleteness[]> {
  const today = todayInTokyo(now);
  const yesterday = addDays(today, -1);
  const found = new Set<string>();
  for (const record of requires) {
    const tables = tablesOfDay(record);
    const last = to < yesterday ? to : yesterday;
    if (from <= last) {
      const past = await unsettledDays(archive, { tables, from, to: last }, now);
      for (const day of past) found.add(day);
    }
    const first = from > today ? from : today;
    if (first > to || isOfOutcomes || !BEFORE_THE_RACE.has(record)) continue;
    for (const day of await daysWithout(archive, tables, { from: first, to })) found.add(day);
  }
  const days = [...found].toSorted();
  const { idle } = await knownDays(archive, days, now);
  const missing = days.filter((day) => !idle.has(day)).map(dayUnit);
  return wheres(missing).map((where) => ({ reason: 'not_fetched', where }));
}

/** Days of the period that none of the tables has. */
async function daysWithout(
  archive: Archive,
  tables: readonly TableCode[],
  { from, to }: Period,
): Promise<string[]> {
  const codes = tables.map((code) => `'${code}'`).join(', ');
  const found = await archive.rows(
    `select day from (
       select strftime(unnest(generate_series(strptime(?, '%Y%m%d'), strptime(?, '%Y%m%d'), interval 1 day)), '%Y%m%d') as day)
     where day not in (select last_day from coverage
       where table_code in (${codes}) and starts_with(unit, 'day:') and last_day is not null)`,
    [from, to],
  );
  return found.map(([day]) => String(day));
}

/** Whether the race, or its day, was fetched for every record. */
async function missingRace(
  archive: Archive,
  required: readonly DayRecord[],
  racekey: string,
): Promise<Incompleteness[]> {
  for (const record of required) {
    const codes = tablesOfDay(record);
    const stored = await archive.rows(
      `select 1 from coverage where table_code in (${codes.map((code) => `'${code}'`).join(', ')})
         and (unit = ? or unit in (select 'day:' || racedate from subject_races where racekey = ?)) limit 1`,
      [raceUnit(racekey), racekey],
    );
    if (stored.length === 0) return [{ reason: 'not_fetched', where: racekey }];
  }
  return [];
}
