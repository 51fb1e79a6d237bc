// An in-memory result, for tests of its readers.

import type { Summary } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { Changes } from '../archive/changes.ts';
import { QueryEngine } from '../query-engine/query-engine.ts';
import { OpenResult, type Contents } from '../results/open-result.ts';
import type { Result, ResultCopy, Results } from '../results/result.ts';
import { WHOLE } from './whole-account.ts';

export type FakeRecord = Readonly<Record<string, string | null>>;

export interface FakeResultOptions {
  readonly source?: ResultSource;
  readonly columns: readonly Column[];
  readonly records: readonly FakeRecord[];
  readonly summary?: Partial<Summary>;
}

/** Its rows are arranged and described like those of any open result. */
export function fakeResult(options: FakeResultOptions): ResultCopy {
  const { columns, records, summary } = options;
  const source = options.source ?? { kind: 'table', table: 't_ra', filter: { racedate: '20261115' } };
  const account = { ...WHOLE, fetchedAt: 0, windows: { fetched: 1, stored: 0 } };
  const origin = { reads: [], changes: new Changes(), asOf: 0 };
  const contents: Contents = {
    columns,
    unknown: new Set(),
    records: records.length,
    rows: {
      size: 'small',
      records: records.length,
      cells: (names) => names.map((name) => records.map((record) => record[name] ?? null)),
    },
    release: () => undefined,
    account,
    origin,
  };
  const result = new OpenResult('r1', source, contents, new QueryEngine());
  return {
    source,
    columns,
    summary: { ...result.summary, ...summary },
    get rows() {
      return result.rows;
    },
    get rowQuery() {
      return result.rowQuery;
    },
    get rowOrder() {
      return result.rowOrder;
    },
    arrange: (rowQuery, signal) => result.arrange(rowQuery, signal),
    cells: (names, from, count) => result.cells(names, from, count),
    query: (name, question, signal) => result.query(name, question, signal),
    emptyColumns: (signal) => result.emptyColumns(signal),
    changed: (signal) => result.changed(signal),
    // Returns the result itself: a test uses its methods directly.
    copy() {
      return this;
    },
    release: () => undefined,
  };
}

/** Answers every source with the same result; `released` counts the released copies. */
export function fakeResults(
  result: Result,
): Results & { readonly closed: string[]; readonly released: () => number } {
  const closed: string[] = [];
  let released = 0;
  const release = () => {
    released += 1;
  };
  // Objects on top of the result, whose rows change with its row query.
  const copy = () => Object.create(result, { release: { value: release } }) as ResultCopy;
  return {
    closed,
    released: () => released,
    open: async (_source, { onProgress } = {}) => {
      onProgress?.({ windowsDone: 0, windowsTotal: 1, records: 0 });
      return result;
    },
    get: () => Object.create(result, { copy: { value: copy } }) as Result,
    close: (resultId) => {
      closed.push(resultId);
    },
  };
}
