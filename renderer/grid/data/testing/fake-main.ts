// A main process for tests of rows that are loaded by pages.

import { ORPCError } from '@orpc/client';
import { vi } from 'vitest';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { Sort } from '#shared/bridge/source.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { RowModel, type Moved, type ResultSummary } from '../row-model.ts';

const source = { kind: 'table', table: 'd_ky', filter: { racekey: '05264101' } } as const;

interface Request {
  readonly from: number;
  readonly columns: readonly string[];
  readonly resultId: string;
  readonly rowOrder: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly answer: (mark?: string) => Promise<void>;
  readonly refuse: (thrown: unknown) => Promise<void>;
}

export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

const coded = (code: ErrorCode): ORPCError<string, unknown> =>
  new ORPCError('RAILBIRD', { defined: true, data: { code, values: {} } });

export const closed = (): ORPCError<string, unknown> => coded('RESULT_CLOSED');

interface Window {
  readonly from: number;
  readonly count: number;
  readonly columns: readonly string[];
}

const cellsOf = ({ from, count, columns }: Window, mark: string): string[][] =>
  columns.map((name) => Array.from({ length: count }, (_, at) => `${name}${from + at}${mark}`));

/** A main process whose windows the test answers. */
export function fakeMain() {
  const requests: Request[] = [];
  const sorts: Sort[] = [];
  /** The number of the present row order. */
  const arranged = { rowOrder: 0 };
  const opened: string[] = [];
  /** How many rows pass of how many. */
  const size = { rows: 1000, total: 1000 };
  /** The suffix of the cells that come with a query's answer; without it none come. */
  const first: { mark?: string } = {};
  const results = {
    arrange: vi.fn(async ({ sort, window }: { sort: Sort; window?: Window }) => {
      sorts.push(sort);
      arranged.rowOrder += 1;
      const result = { ...size, problems: [], ...arranged };
      return first.mark === undefined || window === undefined
        ? result
        : { ...result, cells: cellsOf(window, first.mark) };
    }),
    async open() {
      const resultId = `again-${opened.length + 1}`;
      opened.push(resultId);
      return (async function* () {
        yield { type: 'opened', summary: { resultId, records: 1000 } };
      })();
    },
    window(
      { resultId, rowOrder, ...window }: Window & { readonly resultId: string; readonly rowOrder?: number },
      options?: { signal?: AbortSignal },
    ) {
      return new Promise((resolve, reject) => {
        requests.push({
          from: window.from,
          columns: window.columns,
          resultId,
          rowOrder,
          signal: options?.signal,
          async answer(mark = '') {
            if (rowOrder !== undefined && rowOrder !== arranged.rowOrder) reject(coded('ROWS_ARRANGED'));
            else resolve({ cells: cellsOf(window, mark) });
            await settled();
          },
          async refuse(thrown) {
            reject(thrown);
            await settled();
          },
        });
      });
    },
  };
  const client = { results } as unknown as Pick<BridgeClient, 'results'>;
  /** What rows handed over as opened in their place. */
  const reopened: ResultSummary[] = [];
  const rowsOf = (summary: ResultSummary, more: { moved?: Moved; isReopened?: boolean } = {}) =>
    new RowModel({ client, source, summary, reopened: (again) => reopened.push(again), ...more });
  return { client, requests, sorts, opened, reopened, rowsOf, results, size, first };
}

export type FakeMain = ReturnType<typeof fakeMain>;

/** Its rows, subscribed to, none on screen yet. */
export async function openedOn(main: FakeMain, sort: Sort = []) {
  const rows = main.rowsOf({ resultId: 'first', records: 1000 });
  rows.setQuery({ sort, filters: [] });
  const listener = vi.fn();
  const stop = rows.subscribe(listener);
  rows.show(0, 0, ['a']);
  await settled();
  return { rows, listener, stop };
}
