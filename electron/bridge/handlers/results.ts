// The window's road to results: open, read, order, cut, close.

import { SHEET_LIMIT } from '#shared/bridge/results.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { OpenOptions } from '../../results/result.ts';
import type { OpenResults } from '../../results/results.ts';
import type { Implementer } from '../implementer.ts';
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
    read: os.read.handler(async ({ input, signal }) => {
      const result = await results.open(input.source, { ...refreshOf(input), ...(signal ? { signal } : {}) });
      const { summary } = result;
      if (summary.records > SHEET_LIMIT) {
        results.close(summary.resultId);
        throw new RailbirdError('RESULT_TOO_LARGE', { records: summary.records });
      }
      if (input.sort) await result.sort(input.sort);
      const names = summary.columns.map((column) => column.name);
      return { ...summary, cells: await result.cells(names, 0, summary.records) };
    }),
    sort: os.sort.handler(async ({ input }) => {
      await results.get(input.resultId).sort(input.sort);
      return {};
    }),
    window: os.window.handler(async ({ input }) => ({
      cells: await results.get(input.resultId).cells(input.columns, input.from, input.count),
    })),
    close: os.close.handler(({ input }) => {
      results.close(input.resultId);
      return {};
    }),
    payoffFigures: os.payoffFigures.handler(({ input }) => results.payoffFigures(input.resultId)),
  };
}

const refreshOf = (input: { readonly refresh?: boolean | undefined }): OpenOptions =>
  input.refresh ? { refresh: true } : {};
