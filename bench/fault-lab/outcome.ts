// What the app's core came to for one question: a set with what is said of it, or an error.

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
  /** Which day, period, race or meeting. */
  readonly where: string;
}

export type Outcome =
  | {
      readonly kind: 'shown';
      /** Why it is not complete; none where it says that it is. */
      readonly reasons: readonly Reason[];
      readonly drift: number;
      /** A column of the catalogue is not shown: no record has it. */
      readonly lacksColumns: boolean;
      readonly written: Written;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

export const failed = (error: unknown): Outcome => ({ kind: 'failed', error });

/** As the window opens a table; an error is an outcome. */
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
  if (!complete && reasons.length === 0) throw new Error('incomplete, and it does not say why');
  if (complete && reasons.length > 0) throw new Error('complete, and there are reasons against it');
  return reasons;
}

/** What the archive holds of the question, whatever has been said of it. */
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
