// The window's procedures for results: open, read, sort and filter, analyze, close.

import type { RowQuery } from '#shared/bridge/row-query.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Result } from '../../results/result.ts';
import type { OpenResults } from '../../results/results.ts';
import type { Implementer } from '../implementer.ts';
import { readSheet, refreshOf } from '../../results/read-sheet.ts';
import { openEvents } from './open-events.ts';

export function resultsHandlers(os: Implementer['results'], results: OpenResults) {
  return {
    open: os.open.handler(({ input, signal }) =>
      openEvents(
        (options) => results.open(input.source, { ...refreshOf(input), ...options }),
        results.close,
        signal,
      ),
    ),
    read: os.read.handler(({ input, signal }) => readSheet(results, input, signal)),
    arrange: os.arrange.handler(async ({ input: { resultId, window, ...rowQuery }, signal }) => {
      const result = await results.awake(resultId);
      const arranged = await result.arrange(rowQueryOf(rowQuery), signal);
      const cells = window && (await result.cells(window.columns, window.from, window.count, signal));
      return { ...arranged, ...(cells && { cells }) };
    }),
    count: os.count.handler(async ({ input: { resultId, filters = [], quick }, signal }) => {
      const copy = (await results.awake(resultId)).copy();
      try {
        return await copy.arrange(rowQueryOf({ sort: [], filters, quick }), signal);
      } finally {
        copy.release();
      }
    }),
    window: os.window.handler(async ({ input: { resultId, rowOrder, columns, from, count }, signal }) => {
      const result = await results.awake(resultId);
      return { cells: await placed(result, rowOrder, () => result.cells(columns, from, count, signal)) };
    }),
    values: os.values.handler(async ({ input: { resultId, ...question }, signal }) =>
      (await results.awake(resultId)).query('values', question, signal),
    ),
    profile: os.profile.handler(async ({ input: { resultId, ...question }, signal }) =>
      (await results.awake(resultId)).query('profile', question, signal),
    ),
    groups: os.groups.handler(async ({ input: { resultId, ...question }, signal }) =>
      (await results.awake(resultId)).query('groups', question, signal),
    ),
    rankRecords: os.rankRecords.handler(async ({ input: { resultId, ...question }, signal }) =>
      (await results.awake(resultId)).query('rankRecords', question, signal),
    ),
    statistics: os.statistics.handler(async ({ input: { resultId, rowOrder, ...question }, signal }) => {
      const result = await results.awake(resultId);
      return placed(result, rowOrder, () => result.query('statistics', question, signal));
    }),
    emptyColumns: os.emptyColumns.handler(async ({ input, signal }) => ({
      names: await (await results.awake(input.resultId)).emptyColumns(signal),
    })),
    changed: os.changed.handler(async ({ input, signal }) =>
      (await results.awake(input.resultId)).changed(signal),
    ),
    renew: os.renew.handler(({ input }) => results.renew(input.resultId, input.anchor)),
    stored: os.stored.handler(() => results.stored()),
    close: os.close.handler(({ input }) => {
      results.close(input.resultId);
      return {};
    }),
    payoffFigures: os.payoffFigures.handler(async ({ input: { resultId, above }, signal }) => {
      withPayoffs(await results.awake(resultId));
      return results.payoffFigures(resultId, above, signal);
    }),
    payoffsOfBet: os.payoffsOfBet.handler(async ({ input: { resultId, ...question }, signal }) =>
      withPayoffs(await results.awake(resultId)).query('payoffsOfBet', question, signal),
    ),
    payoffRanks: os.payoffRanks.handler(async ({ input: { resultId, ...question }, signal }) =>
      withPayoffs(await results.awake(resultId)).query('payoffRanks', question, signal),
    ),
  };
}

/** What is read by the places of rows. Errors: ROWS_ARRANGED if other rows are there, or may have come there meanwhile. */
async function placed<T>(result: Result, rowOrder: number | undefined, read: () => Promise<T>): Promise<T> {
  const check = (): void => {
    if (rowOrder !== undefined && rowOrder !== result.rowOrder) throw new RailbirdError('ROWS_ARRANGED');
  };
  check();
  const found = await read();
  check();
  return found;
}

/** The result, if it is of payoffs. Errors: INVALID_FILTER. */
function withPayoffs(result: Result): Result {
  const { source } = result;
  if (source.kind === 'subject' && source.subject === 'payoffs') return result;
  throw new RailbirdError('INVALID_FILTER', {
    problem: 'These figures are of payoffs only / 払戻一覧だけの集計です',
  });
}

type RequestedRowQuery = Omit<RowQuery, 'quick'> & { readonly quick?: RowQuery['quick'] | undefined };

const rowQueryOf = ({ sort, filters, quick }: RequestedRowQuery): RowQuery => ({
  sort,
  filters,
  ...(quick ? { quick } : {}),
});
