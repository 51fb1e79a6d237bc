// A horse's runs, newest first: its stored results, with race and jockey, and the earlier runs that its entries
// mention. The results of those are fetched first, if the entries name their races.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { DERIVED } from '#shared/catalogue/derived.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';
import type { Archive } from '../archive/archive.ts';
import type { CoverageReport } from '../downloads/verify/coverage-report.ts';
import type { QueryContext } from '../downloads/query-context.ts';
import { isOfTheService, runQuery, type QueryOptions } from '../downloads/query.ts';
import { memoryContents } from './memory-contents.ts';
import type { Contents } from './open-result.ts';
import { runGaps } from './run-gaps.ts';
import { lastFive, readRuns } from './run-rows.ts';
import { totals } from './table-contents.ts';

export type RunsSource = Extract<ResultSource, { kind: 'runs' }>;

/** For each race: the result, and the program with its name and distance. */
const TABLES_OF_A_RUN: readonly TableCode[] = ['t_se', 't_ra'];

/** Errors: INVALID_FILTER, CANCELLED, ARCHIVE_FAILED. What the service does not provide is reported as a reason. */
export async function runContents(
  context: QueryContext,
  source: RunsSource,
  options: QueryOptions,
): Promise<Contents> {
  const rule = FILTER_RULES.horse_id;
  if (!rule.pattern.test(source.horse_id)) {
    const problem = `${rule.label.en}: ${rule.form.en} / ${rule.label.ja}: ${rule.form.ja}`;
    throw new RailbirdError('INVALID_FILTER', { problem });
  }
  const named = await lastFive(context.archive, source.horse_id);
  const { reports, reasons } = await fetchNamed(context, source.horse_id, named ?? [], options);
  const { changes } = context.archive;
  const origin = {
    reads: TABLES_OF_RUNS.map((table) => ({ table, filter: { horse_id: source.horse_id } })),
    changes,
    asOf: changes.count,
  };
  const { rows, earlier, provisional } = await readRuns(context.archive, source.horse_id);
  const account = {
    reasons: [...reasons, ...runGaps({ rows, earlier, named, failed: reasons.map(({ where }) => where) })],
    provisional,
    ...totals(reports.flatMap((each) => each.stored)),
    windows: {
      fetched: reports.reduce((sum, each) => sum + each.windows.fetched, 0),
      stored: reports.reduce((sum, each) => sum + each.windows.stored, 0),
    },
  };
  return memoryContents(DERIVED.run.columns, rows, account, origin);
}

/** The tables that mention runs (run-rows.ts). */
const TABLES_OF_RUNS = (['result', 'entry', 'race', 'previous', 'previousNotes'] as const).flatMap(
  tablesOfDay,
);

async function fetchNamed(
  context: QueryContext,
  horseId: string,
  named: readonly string[],
  options: QueryOptions,
) {
  // Local and overseas runs have keys too; only those in the form of a race key are requested.
  const races = [...new Set(named.filter((key) => FILTER_RULES.racekey.pattern.test(key)))];
  const wanted = races.flatMap((racekey) => TABLES_OF_A_RUN.map((table) => ({ racekey, table })));
  const reports: CoverageReport[] = [];
  const reasons: Incompleteness[] = [];
  const report = (windowsDone: number) =>
    options.onProgress?.({ windowsDone, windowsTotal: wanted.length, records: 0, bytes: 0 });
  let done = 0;
  report(0);
  await Promise.all(
    wanted.map(async ({ racekey, table }) => {
      try {
        const { onProgress: _, ...rest } = options;
        reports.push(await runQuery(context, table, { racekey }, rest));
      } catch (error) {
        if (!isOfTheService(error)) throw error;
        // The run still appears, with what the entry says about it.
        if (!(await holdsRun(context.archive, horseId, racekey)))
          reasons.push({ reason: 'not_fetched', where: racekey });
      }
      done += 1;
      report(done);
    }),
  );
  return { reports, reasons: [...new Map(reasons.map((each) => [each.where, each])).values()] };
}

async function holdsRun(archive: Pick<Archive, 'rows'>, horseId: string, racekey: string): Promise<boolean> {
  const found = await archive.rows(
    `select 1 from t_se where horse_id = ? and racekey = ? union all select 1 from d_se where horse_id = ? and racekey = ?`,
    [horseId, racekey, horseId, racekey],
  );
  return found.length > 0;
}
