// What is read of a past day is final only once the past tables have all of it.

import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Sheet } from '#shared/bridge/results.ts';
import { draw } from '../testing/draw.tsx';
import { fakeBridge, TODAY } from '../testing/fake-bridge.ts';
import { sheetOf } from '../testing/sheet-of.ts';
import { useDaySheet } from './use-day-sheet.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const RECENT = '20261115';
const LONG_AGO = '20261101';
const TEN_MINUTES = 600_000;

const of = (table: 'd_se' | 't_se', more: Partial<Sheet> = {}, names = ['カゼノサンプル']): Sheet =>
  sheetOf(
    names.map((horse_name) => ({ horse_name })),
    { source: { kind: 'table', table, filter: {} }, ...more },
  );

const INCOMPLETE: Partial<Sheet> = {
  complete: false,
  reasons: [{ reason: 'not_fetched', where: RECENT }],
};

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Day({ racedate }: { readonly racedate: string }) {
  const { data } = useDaySheet('result', racedate, TODAY, true);
  return <p>{data === undefined ? 'waiting' : data.source.kind === 'table' && data.source.table}</p>;
}

/** How often the sheet was read: in the first ten minutes, and then once its screen is opened again. */
async function readsOf(racedate: string, sheet: Sheet): Promise<readonly [number, number]> {
  let reads = 0;
  const read = async () => {
    reads += 1;
    return sheet;
  };
  const client = fakeBridge({ results: { read } });
  const { cache } = await draw(<Day racedate={racedate} />, client);
  await pass(TEN_MINUTES + 1_000);
  const shown = reads;
  expect(cache.getQueryCache().getAll()).toHaveLength(1);
  const [query] = cache.getQueryCache().getAll();
  const isStale = query?.observers[0]?.getCurrentResult().isStale;
  return [shown, isStale === true ? 1 : 0];
}

it.each([
  ['whole', RECENT, of('d_se'), [1, 0]],
  ['whole, long ago', LONG_AGO, of('d_se'), [1, 0]],
  ['of the present table', RECENT, of('t_se'), [3, 0]],
  ['empty', RECENT, of('d_se', {}, []), [3, 0]],
  ['incomplete', RECENT, of('d_se', INCOMPLETE), [3, 0]],
  ['provisional', RECENT, of('d_se', { provisional: 3 }), [3, 0]],
  // Nothing new is expected, so the screen does not wait for it; opened again, it asks.
  ['incomplete, long ago', LONG_AGO, of('d_se', INCOMPLETE), [1, 1]],
  ['empty, long ago', LONG_AGO, of('d_se', {}, []), [1, 1]],
] as const)('a sheet that is %s', async (_, racedate, sheet, expected) => {
  expect(await readsOf(racedate, sheet)).toEqual(expected);
});

it('a recent day moves to the past table once that has it', async () => {
  let sheet = of('t_se');
  await draw(<Day racedate={RECENT} />, fakeBridge({ results: { read: async () => sheet } }));
  await pass(1_000);
  expect(screen.getByText('t_se')).toBeDefined();
  sheet = of('d_se');
  await pass(TEN_MINUTES / 2 + 1_000);
  expect(screen.getByText('d_se')).toBeDefined();
});
