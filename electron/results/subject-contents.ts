// The contents of a subject: everything that the archive has of it in a period. A few days are fetched first; of longer
// periods, the days that are not completely stored are reported.

import type { ResultSource } from '#shared/bridge/source.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { raceNamesBeside } from '#shared/catalogue/race-names.ts';
import { isPeople } from '#shared/catalogue/subjects/subject.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { Filter } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import { isRacedate } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import type { Snapshot } from '../archive/snapshot.ts';
import type { QueryContext } from '../downloads/query-context.ts';
import type { QueryOptions } from '../downloads/query.ts';
import { unique } from '../downloads/verify/coverage-report.ts';
import type { Contents } from './open-result.ts';
import { periodOf, storedOf, type Period } from './stored-days.ts';
import { storedOfRace } from './stored-race.ts';
import { fetchSubject } from './subject-fetch.ts';
import { missingOfSubject } from './missing-records.ts';
import { namesFrom } from './table-contents.ts';

export type SubjectSource = Extract<ResultSource, { kind: 'subject' }>;

/** Errors: INVALID_FILTER, CANCELLED, ARCHIVE_FAILED; those of the service if there is nothing to show for them. */
export async function subjectContents(
  context: QueryContext,
  source: SubjectSource,
  options: QueryOptions,
): Promise<Contents> {
  checkPart(source);
  const { archive } = context;
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
  const wanted = { from, to, isNamed: namedBy.length > 0 };
  const { racekey } = source;
  const period = racekey === undefined ? await periodOf(archive, tables, wanted) : undefined;
  // What is stored is read before the rows: of a write between the two, only the rows show something.
  const stored =
    racekey === undefined
      ? await storedOf(context, tables, period)
      : await storedOfRace(context, subject, racekey);
  const missing = period && (await missingOfSubject(context, subject, period, found?.missing));
  const snapshot = await rowsOf(archive, source);
  if (snapshot.records === 0 && found?.failure !== undefined) {
    snapshot.close();
    throw found.failure;
  }
  const { reasons, ...totals } = stored;
  const beside = raceNamesBeside(subject.columns).map(({ column }) => column);
  return {
    columns: subject.columns,
    beside,
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
      beside: namesFrom(beside),
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
