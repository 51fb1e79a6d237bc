// The contents of a SQL query: its rows, as the archive is now, and what is lacking of what it read.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { isSubjectName, type BrowsableCode } from '#shared/catalogue/browsable.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { sqlColumns } from '#shared/catalogue/sql-column.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { TABLE_CODES, type TableCode } from '#shared/catalogue/table.ts';
import type { Archive } from '../archive/archive.ts';
import type { ArchiveContext } from '../downloads/query-context.ts';
import type { QueryOptions } from '../downloads/query.ts';
import { unique } from '../downloads/verify/coverage-report.ts';
import type { SqlRows } from '../sql/query-rows.ts';
import type { Contents } from './open-result.ts';
import { periodOf, storedOf } from './stored-days.ts';
import { missingOfSubject, missingOfTable } from './missing-records.ts';

export type SqlSource = Extract<ResultSource, { kind: 'sql' }>;

/** Errors: SQL_REFUSED, SQL_TOO_LONG, SQL_TOO_LARGE, CANCELLED, those of the archive. */
export type RunSql = (archive: Archive, sql: string, signal: AbortSignal | undefined) => Promise<SqlRows>;

/** Errors: as RunSql. */
export async function sqlContents(
  context: ArchiveContext,
  { sql }: SqlSource,
  { signal }: QueryOptions,
  runSql: RunSql,
): Promise<Contents> {
  const { archive } = context;
  const { changes } = archive;
  const asOf = changes.count;
  const { fields, reads, readsNotes, snapshot, cutAt } = await runSql(archive, sql, signal);
  try {
    const { reasons, ...totals } = await storedOfAll(context, reads);
    const cut: Incompleteness[] = cutAt === undefined ? [] : [{ reason: 'rows_cut', where: String(cutAt) }];
    // Each write changes what the archive notes of itself.
    const tables = readsNotes ? TABLE_CODES : [...new Set(reads.flatMap(sourcesOf))];
    return {
      columns: sqlColumns(fields),
      sqlFields: fields,
      unknown: new Set(),
      records: snapshot.records,
      rows: snapshot.rows,
      origin: {
        reads: [...tables, 'annotations' as const].map((table) => ({ table, filter: {} })),
        changes,
        asOf,
      },
      release: () => snapshot.close(),
      account: {
        reasons: [...cut, ...reasons],
        ...totals,
        provisional: 0,
        windows: { fetched: 0, stored: 0 },
      },
    };
  } catch (error) {
    snapshot.close();
    throw error;
  }
}

/** What is stored of the tables and subjects that a query reads, and what each lacks between its own first and last day. */
export async function storedOfAll(context: ArchiveContext, reads: readonly BrowsableCode[]) {
  const stored: Awaited<ReturnType<typeof storedIn>>[] = [];
  for (const code of reads) stored.push(await storedIn(context, code));
  const sum = (count: 'quarantined' | 'drift' | 'repeated') =>
    stored.reduce((total, each) => total + each[count], 0);
  const ages = stored.flatMap(({ fetchedAt }) => (fetchedAt === undefined ? [] : [fetchedAt]));
  return {
    reasons: unique(stored.flatMap(({ reasons }) => reasons)),
    quarantined: sum('quarantined'),
    drift: sum('drift'),
    repeated: sum('repeated'),
    ...(ages.length === 0 ? {} : { fetchedAt: Math.min(...ages) }),
  };
}

/** The tables that a subject is built from, or the table itself. */
function tablesOf(code: BrowsableCode): readonly TableCode[] {
  if (!isSubjectName(code)) return [code];
  const { requires, uses } = SUBJECTS[code];
  return [...requires, ...uses].flatMap(tablesOfDay);
}

/** With the cards of any day that may name its rows. */
const sourcesOf = (code: BrowsableCode): readonly TableCode[] =>
  isSubjectName(code)
    ? [...tablesOf(code), ...(SUBJECTS[code].namedBy ?? []).flatMap(tablesOfDay)]
    : tablesOf(code);

/** Records of horses belong to no day. */
async function countStored(archive: Archive, tables: readonly TableCode[]): Promise<number> {
  const codes = tables.map((code) => `'${code}'`).join(', ');
  const [[count] = []] = await archive.rows(
    `select coalesce(sum(records), 0)::INTEGER from coverage where table_code in (${codes})`,
  );
  return Number(count);
}

/** What is stored of it, and what it lacks between its first day and the last. */
async function storedIn(context: ArchiveContext, code: BrowsableCode) {
  const { archive } = context;
  const tables = tablesOf(code);
  const period = await periodOf(archive, tables, {});
  const { reasons, ...stored } = await storedOf(context, tables, period);
  if (period === undefined) {
    const isEmpty = (await countStored(archive, tables)) === 0;
    return {
      ...stored,
      reasons: isEmpty ? [...reasons, { reason: 'not_fetched' as const, where: code }] : reasons,
    };
  }
  const missing = isSubjectName(code)
    ? await missingOfSubject(context, SUBJECTS[code], period)
    : await missingOfTable(context, code, period);
  return { ...stored, reasons: [...reasons, ...missing] };
}
