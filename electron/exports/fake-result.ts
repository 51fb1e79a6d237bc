// A result held in memory, for tests of what reads results.

import type { Summary } from '#shared/bridge/results.ts';
import type { Sort, Source } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { Result, Results } from '../results/result.ts';

export type FakeRecord = Readonly<Record<string, string | null>>;

export interface FakeResultOptions {
  readonly source?: Source;
  readonly columns: readonly Column[];
  readonly records: readonly FakeRecord[];
  readonly summary?: Partial<Summary>;
}

export function fakeResult(options: FakeResultOptions): Result {
  let records = options.records;
  return {
    source: options.source ?? { kind: 'table', table: 't_ra', filter: { racedate: '20261115' } },
    columns: options.columns,
    summary: {
      resultId: 'r1',
      records: records.length,
      columns: options.columns.map(({ name }) => ({ name, known: true })),
      complete: true,
      reasons: [],
      setAside: 0,
      drift: 0,
      provisional: 0,
      fetchedAt: 0,
      windows: { fetched: 1, held: 0 },
      ...options.summary,
    },
    sort: async (sort) => {
      records = records.toSorted(byFirstOf(sort));
    },
    cells: async (names, from, count) =>
      names.map((name) => records.slice(from, from + count).map((record) => record[name] ?? null)),
  };
}

function byFirstOf(sort: Sort): (a: FakeRecord, b: FakeRecord) => number {
  const [first] = sort;
  if (first === undefined) return () => 0;
  const sign = first.direction === 'ascending' ? 1 : -1;
  return (a, b) => sign * (a[first.column] ?? '').localeCompare(b[first.column] ?? '');
}

/** Answers every source with the same result. */
export function fakeResults(result: Result): Results & { readonly closed: string[] } {
  const closed: string[] = [];
  return {
    closed,
    open: async (_source, { onProgress } = {}) => {
      onProgress?.({ windowsDone: 0, windowsTotal: 1, records: 0 });
      return result;
    },
    get: () => result,
    close: (resultId) => {
      closed.push(resultId);
    },
  };
}
