// What an open race reads again: on race day all of its page each minute, and whatever the day, all of it when asked.

import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { readTables } from '../../testing/fake-tables.ts';
import type { Row } from '../../testing/sheet-of.ts';
import type { RaceTab } from './race-tabs.ts';
import { RaceScreen } from './RaceScreen.tsx';

const RACE = { racekey: '05266211' };
const program = (racedate: string, more: Row = {}): Row => ({
  ...RACE,
  racedate,
  racecourse_cd: '05',
  post_time: '1540',
  ...more,
});
const entry = (horse_number: string, horse_name: string): Row => ({ ...RACE, horse_number, horse_name });
const finish = (horse_number: string): Row => ({
  ...RACE,
  horse_number,
  order_of_finish: '1',
  trouble_classification: '0',
});

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The race drawn over these tables; answers with what was read of it since the last call. */
async function openRace(tables: Readonly<Record<string, readonly Row[]>>, tab: RaceTab) {
  const read = vi.fn(readTables((table) => tables[table] ?? [], TODAY));
  await draw(<RaceScreen racekey={RACE.racekey} tab={tab} />, fakeBridge({ results: { read } }));
  await screen.findByRole('button', { name: 'Refresh' });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  return () => {
    const records = read.mock.calls.flatMap(([{ source }]) =>
      source.kind === 'race' ? [source.record] : [],
    );
    read.mockClear();
    return records.toSorted();
  };
}

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')?.textContent;
const refresh = () => act(async () => screen.getByRole('button', { name: 'Refresh' }).click());
const minute = () => act(() => vi.advanceTimersByTimeAsync(61_000));

it('shows the withdrawals, the post time and the finish of today on the card, each minute and when asked', async () => {
  const tables: Record<string, Row[]> = {
    t_ra: [program(TODAY)],
    t_ky: [entry('1', 'アルファ'), entry('2', 'ベータ'), entry('3', 'ガンマ')],
  };
  const asked = await openRace(tables, 'card');
  expect(await rowOf('ベータ')).not.toContain('Withdrawn');
  asked();

  const scratched = { cancel_horse: '010000000000000000' };
  tables['t_ra'] = [program(TODAY, { ...scratched, post_time: '1555' })];
  tables['t_pd'] = [{ ...RACE, horse_number: '3', withdrawn_flag: '1' }];
  await minute();
  expect(await screen.findByText(/15:55/)).toBeDefined();
  expect(await rowOf('ベータ')).toContain('Withdrawn');
  expect(await rowOf('ガンマ')).toContain('Withdrawn');
  expect(asked()).toEqual(['prerace', 'race', 'result']);

  tables['t_ra'] = [program(TODAY, { ...scratched, post_time: '1600' })];
  tables['t_se'] = [finish('1')];
  await refresh();
  expect(await screen.findByText(/16:00/)).toBeDefined();
  expect(await screen.findByRole('columnheader', { name: 'Fin' })).toBeDefined();
  expect(asked()).toEqual(['entry', 'prerace', 'previous', 'race', 'result']);
});

it.each([
  ['card', ['entry', 'previous', 'race', 'result']],
  ['prerace', ['entry', 'prerace', 'race', 'result']],
  ['payoffs', ['entry', 'payoff', 'race', 'result']],
  ['training', ['entry', 'race', 'result', 'training']],
] as const)(
  'a past race is not read again by itself; the refresh of its %s reads %j once',
  async (tab, records) => {
    const day = '20261115';
    const tables = { d_ra: [program(day)], d_ky: [entry('1', 'アルファ')], d_se: [finish('1')] };
    const asked = await openRace(tables, tab);
    asked();
    await minute();
    expect(asked()).toEqual([]);
    await refresh();
    expect(asked()).toEqual(records);
  },
);
