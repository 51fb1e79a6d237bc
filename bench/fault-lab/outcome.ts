// The outcome of one query in the app's core: a result with its reservations, or an error.

import type { Summary } from '#shared/bridge/results.ts';
import type { Table } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Archive } from '../../electron/archive/archive.ts';
import { unitsOf } from '../../electron/archive/coverage.ts';
import { quoted, whereOf } from '../../electron/archive/filter-sql.ts';
import type { DataCore } from '../../electron/data-core.ts';
import { writtenOfCells, type Written } from './compare.ts';
import type { Question } from './scenario.ts';

export interface Reason {
  readonly reason: string;
  /** The day, period, race or meeting. */
  readonly where: string;
}

export type Outcome =
  | {
      readonly kind: 'shown';
      /** The reasons why it is incomplete; none if it claims to be complete. */
      readonly reasons: readonly Reason[];
      readonly drift: number;
      /** A column of the catalogue is not shown: no record has it. */
      readonly lacksColumns: boolean;
      readonly written: Written;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

export const failed = (error: unknown): Outcome => ({ kind: 'failed', error });

/** Opens a table as the window does; an error is an outcome. */
export async function openResult(
  core: DataCore,
  { table, filter }: Pick<Question, 'table' | 'filter'>,
  options: { readonly signal?: AbortSignal; readonly refresh?: boolean } = {},
): Promise<Outcome> {
  try {
    const result = await core.results.open({ kind: 'table', table, filter }, { alone: true, ...options });
    const { summary } = result;
    const names = summary.columns.map(({ name }) => name);
    const cells = await result.cells(names, 0, summary.records);
    core.results.close(summary.resultId);
    return {
      kind: 'shown',
      reasons: reasonsOf(summary),
      drift: summary.drift,
      lacksColumns: lacks(TABLES[table], names),
      written: writtenOfCells(TABLES[table], names, cells, summary.records),
    };
  } catch (error) {
    return failed(error);
  }
}

function reasonsOf({ complete, reasons }: Summary): readonly Reason[] {
  if (!complete && reasons.length === 0) throw new Error('incomplete without a reason');
  if (complete && reasons.length > 0) throw new Error('complete despite reasons');
  return reasons;
}

/** The records that the archive has stored for the query, whatever was reported about them. */
export async function storedSet(
  archive: Archive,
  { table, filter }: Pick<Question, 'table' | 'filter'>,
): Promise<Extract<Outcome, { kind: 'shown' }>> {
  const { sql, values } = whereOf(TABLES[table], filter);
  const names = TABLES[table].columns.map(({ name }) => name);
  const columns = await archive.columns(
    `select ${names.map(quoted).join(', ')} from ${quoted(table)} where ${sql}`,
    values,
  );
  const cells = columns.map((column) => column.map((value) => (value === null ? null : String(value))));
  const stored = [...(await archive.coverage(table, unitsOf(filter))).values()];
  const present = new Set(stored.flatMap((each) => each.present));
  return {
    kind: 'shown',
    reasons: stored.flatMap(({ reasons }) => reasons),
    drift: stored.reduce((sum, { drift }) => sum + drift, 0),
    lacksColumns: present.size > 0 && lacks(TABLES[table], [...present]),
    written: writtenOfCells(TABLES[table], names, cells, cells[0]?.length ?? 0),
  };
}

const lacks = (table: Table, names: readonly string[]): boolean =>
  table.columns.some(({ name }) => !names.includes(name));
