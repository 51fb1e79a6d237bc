// The runs of one horse, newest first. The races that its newest entry names are fetched first, and that entry shows
// which runs may be missing.

import type { Incompleteness } from '#shared/bridge/results.ts';
import { pairOfDay, tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { RUNS } from '#shared/catalogue/subjects/runs.ts';
import { CARD_RECORDS } from '#shared/catalogue/subjects/subject.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { isStated } from '#shared/catalogue/reading.ts';
import { RailbirdError } from '#shared/errors.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import { dayUnit, raceUnit } from '../archive/coverage.ts';
import { dayOfRace } from '../archive/race-day.ts';
import type { Snapshot } from '../archive/snapshot.ts';
import type { CoverageReport } from '../downloads/verify/coverage-report.ts';
import type { QueryContext } from '../downloads/query-context.ts';
import { isOfTheService, type QueryOptions } from '../downloads/query.ts';
import { NEWEST_ENTRY, newestEntriesSql } from '../archive/horse-records.ts';
import type { RowsSource } from '../query-engine/query-engine.ts';
import type { Contents } from './open-result.ts';
import { queryUntilFound } from './record-tables.ts';
import { runGaps, type KnownRun, type NewestEntry } from './run-gaps.ts';
import type { SubjectSource } from './subject-contents.ts';
import { totals, type Extent } from './table-contents.ts';

/** For each race: the result, and the program with its name and distance. */
const RECORDS_OF_A_RUN = ['result', 'race'] as const;

/** Errors: INVALID_FILTER, CANCELLED, ARCHIVE_FAILED. What the service does not provide is reported as a reason. */
export async function horseRuns(
  context: QueryContext,
  source: SubjectSource & { readonly horse_id: string },
  options: QueryOptions,
  { only }: Extent = {},
): Promise<Contents> {
  const { horse_id } = source;
  const rule = FILTER_RULES.horse_id;
  if (!rule.pattern.test(horse_id)) {
    const problem = `${rule.label.en}: ${rule.form.en} / ${rule.label.ja}: ${rule.form.ja}`;
    throw new RailbirdError('INVALID_FILTER', { problem });
  }
  const { archive } = context;
  const { changes } = archive;
  const columns = only === undefined ? RUNS.columns : RUNS.columns.filter(({ name }) => only.includes(name));
  const names = [...new Set([...columns.map(({ name }) => name), ...OF_KNOWN_RUN])];
  const { found, snapshot, asOf } = await readBeside(
    archive,
    async () => {
      const entry = await newestEntry(archive, horse_id);
      return { entry, ...(await fetchNamed(context, horse_id, entry?.named ?? [], options)) };
    },
    () => archive.subject('runs', source, names),
  );
  const { entry, reports, reasons } = found;
  const runs = await knownRuns(archive, source, snapshot.rows);
  return {
    columns,
    unknown: new Set(),
    records: snapshot.records,
    rows: snapshot.rows,
    origin: { reads: READS.map((table) => ({ table, filter: { horse_id } })), changes, asOf },
    release: () => snapshot.close(),
    account: {
      reasons: [...reasons, ...runGaps({ runs, entry, failed: reasons.map(({ where }) => where) })],
      provisional: snapshot.provisional,
      ...totals(reports.flatMap((each) => each.stored)),
      windows: {
        fetched: reports.reduce((sum, each) => sum + each.windows.fetched, 0),
        stored: reports.reduce((sum, each) => sum + each.windows.stored, 0),
      },
    },
  };
}

const READS = [
  ...[...RUNS.requires, ...RUNS.uses, ...CARD_RECORDS].flatMap(tablesOfDay),
  'annotations' as const,
];

const ARE_READ: ReadonlySet<TableCode | 'annotations'> = new Set(READS);

/**
 * Reads the rows while `fetch` finds out what is missing, which is nearly always nothing, and again if it stored anything
 * that they are made of. `asOf`: the changes that the snapshot is sure to have.
 */
async function readBeside<T>(
  { changes }: Pick<Archive, 'changes'>,
  fetch: () => Promise<T>,
  read: () => Promise<Snapshot>,
): Promise<{ readonly found: T; readonly snapshot: Snapshot; readonly asOf: number }> {
  let asOf = changes.count;
  let isOutdated = false;
  const unsubscribe = changes.since(asOf, ({ table }) => {
    isOutdated ||= ARE_READ.has(table);
  });
  const early = read();
  try {
    const [found, snapshot] = await Promise.all([fetch(), early]);
    if (!isOutdated) return { found, snapshot, asOf };
    snapshot.close();
    asOf = changes.count;
    return { found, snapshot: await read(), asOf };
  } catch (error) {
    early.then(
      (snapshot) => snapshot.close(),
      () => undefined,
    );
    throw error;
  } finally {
    unsubscribe();
  }
}

/** With the race keys of the horse's last five runs; undefined without an entry. */
async function newestEntry(
  archive: Pick<Archive, 'rows' | 'blocks'>,
  horseId: string,
): Promise<NewestEntry | undefined> {
  const known = (await archive.blocks.ofHorse(horseId))?.cells('newestEntry', NEWEST_ENTRY);
  if (known !== undefined) return entryIn(known[0]);
  const [found] = await archive.rows(newestEntriesSql('horse_id = ?'), [horseId, horseId]);
  return entryIn(found?.slice(1));
}

/** Of the cells of `NEWEST_ENTRY`. A field without a run may be padded with zeros. */
function entryIn(cells: readonly unknown[] | undefined): NewestEntry | undefined {
  if (cells === undefined) return undefined;
  const [racedate, ...lastFive] = cells;
  return {
    racedate: typeof racedate === 'string' ? racedate : undefined,
    named: lastFive.flatMap((value) => (typeof value === 'string' && isStated(value) ? value.trim() : [])),
  };
}

/** The columns that a `KnownRun` is read from. */
const OF_KNOWN_RUN = ['racekey', 'racedate', 'known_from'] as const;

/** All runs of the horse, of which the result may show a part. */
async function knownRuns(
  archive: Pick<Archive, 'subject'>,
  { horse_id, from, to, racekey }: SubjectSource,
  shown: RowsSource,
): Promise<KnownRun[]> {
  const isPart = from !== undefined || to !== undefined || racekey !== undefined;
  const whole = isPart ? await archive.subject('runs', { horse_id }, OF_KNOWN_RUN) : undefined;
  const runs = await runsIn(whole?.rows ?? shown);
  whole?.close();
  return runs;
}

async function runsIn(rows: RowsSource): Promise<KnownRun[]> {
  const [keys = [], days = [], sources = []] =
    rows.size === 'small'
      ? rows.cells(OF_KNOWN_RUN)
      : await rows.reader.cells(OF_KNOWN_RUN, rows.reader.rowids);
  return keys.map((racekey, at) => ({
    racekey: racekey ?? undefined,
    racedate: days[at] ?? undefined,
    hasResult: sources[at] === 'result',
  }));
}

async function fetchNamed(
  context: QueryContext,
  horseId: string,
  named: readonly string[],
  options: QueryOptions,
) {
  // The service never has local and overseas races.
  const races = [...new Set(named.filter((key) => parseRacekey(key)?.elsewhere === false))];
  const wanted = (await Promise.all(races.map((racekey) => tablesOfRun(context, racekey)))).flat();
  const reports: CoverageReport[] = [];
  const reasons: Incompleteness[] = [];
  const report = (windowsDone: number) =>
    options.onProgress?.({ windowsDone, windowsTotal: wanted.length, records: 0, bytes: 0 });
  let done = 0;
  report(0);
  /** Whether every request was answered. */
  const isAnswered = async (racekey: string, tables: readonly TableCode[]): Promise<boolean> => {
    const { onProgress: _, ...rest } = options;
    try {
      const found = await queryUntilFound(context, tables, { racekey }, rest);
      reports.push(...found);
      // What is stored stands in for a failed request, but it may be a day that was still empty.
      return found.every(({ failure }) => failure === undefined);
    } catch (error) {
      if (!isOfTheService(error)) throw error;
      return false;
    }
  };
  await Promise.all(
    wanted.map(async ({ racekey, tables }) => {
      // The run still appears, with what a card says about it.
      if (!(await isAnswered(racekey, tables)) && !(await holdsRun(context.archive, horseId, racekey)))
        reasons.push({ reason: 'not_fetched', where: racekey });
      done += 1;
      report(done);
    }),
  );
  return { reports, reasons: [...new Map(reasons.map((each) => [each.where, each])).values()] };
}

/** The tables to read of a race in order: the past one first where it is stored, so that nothing is requested for it. */
async function tablesOfRun(
  { archive, now }: QueryContext,
  racekey: string,
): Promise<readonly { readonly racekey: string; readonly tables: readonly TableCode[] }[]> {
  const day = await dayOfRace(archive, racekey);
  return Promise.all(
    RECORDS_OF_A_RUN.map(async (record) => {
      const [past, present] = pairOfDay(record);
      if (day === undefined) return { racekey, tables: [present, past] };
      if (day >= todayInTokyo(now())) return { racekey, tables: [present] };
      const stored = await archive.coverage(past, [dayUnit(day), raceUnit(racekey)]);
      // An empty day may not have been published yet when it was fetched.
      const isStored = [...stored.values()].some(({ records }) => records > 0);
      return { racekey, tables: isStored ? [past, present] : [present, past] };
    }),
  );
}

async function holdsRun(archive: Pick<Archive, 'rows'>, horseId: string, racekey: string): Promise<boolean> {
  const found = await archive.rows(
    `select 1 from t_se where horse_id = ? and racekey = ? union all select 1 from d_se where horse_id = ? and racekey = ?`,
    [horseId, racekey, horseId, racekey],
  );
  return found.length > 0;
}
