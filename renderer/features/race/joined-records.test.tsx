// A tab of a race shows fields of several records in one row: it shows none of them before all have come, and says which
// failed.

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { codedError } from '../../testing/coded-error.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { readTables } from '../../testing/fake-tables.ts';
import type { Row } from '../../testing/sheet-of.ts';
import type { RaceTab } from './race-tabs.ts';
import { RaceScreen } from './RaceScreen.tsx';

const RACEKEY = '05265601';
const runner = (more: Row): Row => ({
  racekey: RACEKEY,
  horse_number: '01',
  horse_id: '202300010001',
  ...more,
});

/** A race of yesterday in which another jockey rode. */
const TABLES: Readonly<Record<string, readonly Row[]>> = {
  d_ra: [{ racekey: RACEKEY, racedate: '20261114', racecourse_cd: '05' }],
  t_ky: [runner({ bracket_number: '1', horse_name: 'アルファ', jockey_cd: '01001', jockey_name: '騎手甲' })],
  t_pd: [runner({ jockey_cd: '01009', jockey_name: '代打' })],
  t_se: [runner({ order_of_finish: '1', trouble_classification: '0' })],
  t_ch: [runner({ exercise_date: '20261111' })],
  t_hj: [{ racekey: RACEKEY, racedate: '20261114', win1_umaban: '01', win1_haraimodoshi: '250' }],
};

type Behavior = 'answers' | 'waits' | 'fails';

/** Opens a tab while one kind of record waits or fails; `set` changes that. */
async function open(tab: RaceTab, record: DayRecord, first: Behavior) {
  let behavior = first;
  const answered = Promise.withResolvers<void>();
  const read = readTables((table) => TABLES[table] ?? [], TODAY);
  const client = fakeBridge({
    results: {
      read: async (input: Parameters<typeof read>[0]) => {
        if ('record' in input.source && input.source.record === record) {
          if (behavior === 'waits') await answered.promise;
          if (behavior === 'fails') throw codedError('UNREACHABLE', { detail: 'refused' });
        }
        return read(input);
      },
    },
    // The stored works below the training are no part of it, and would report their own failure.
    races: { works: () => new Promise(() => undefined) },
  });
  await draw(<RaceScreen racekey={RACEKEY} tab={tab} />, client);
  await screen.findByRole('tablist');
  return {
    answer: () => {
      behavior = 'answers';
      answered.resolve();
    },
  };
}

afterEach(cleanup);

describe('a tab waits for what its rows are joined from', () => {
  it('the result names no rider before the pre-race records say who rode', async () => {
    const { answer } = await open('result', 'prerace', 'waits');
    await waitFor(() => expect(document.querySelector('.skeleton')).not.toBeNull());
    expect(screen.queryByText('騎手甲')).toBeNull();
    expect(screen.queryByText('Complete')).toBeNull();
    answer();
    const grid = await screen.findByRole('grid', { name: 'Result' });
    expect(await within(grid).findByText('代打')).toBeDefined();
    expect(within(grid).queryByText('騎手甲')).toBeNull();
  });

  it('the card of a past race has no row before its result', async () => {
    const { answer } = await open('card', 'result', 'waits');
    await waitFor(() => expect(document.querySelector('.skeleton')).not.toBeNull());
    expect(screen.queryByText('アルファ')).toBeNull();
    answer();
    expect(await screen.findByText('アルファ')).toBeDefined();
    expect(screen.getByRole('columnheader', { name: 'Fin' })).toBeDefined();
  });
});

describe('a tab reports what failed of that, is not complete, and asks for it again', () => {
  const CASES: readonly (readonly [RaceTab, DayRecord])[] = [
    ['result', 'prerace'],
    ['result', 'entry'],
    ['training', 'entry'],
    ['prerace', 'entry'],
    ['payoffs', 'entry'],
    ['card', 'result'],
  ];
  it.each(CASES)('%s without %s', async (tab, record) => {
    const { answer } = await open(tab, record, 'fails');
    const alert = await screen.findByRole('alert');
    expect(screen.queryByText('Complete')).toBeNull();
    expect(screen.getByText('Incomplete')).toBeDefined();
    answer();
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(alert.isConnected).toBe(false));
    expect(screen.getByText('Complete')).toBeDefined();
  });
});

describe('the file of a tab', () => {
  const IN_ORDER = /^1 record, \d+ columns, in screen order\.$/;
  const NOT_IN_ORDER = /^1 record, \d+ columns\.$/;
  // The finish is of the result, the name of the card.
  const ORDERS: readonly (readonly [RaceTab, string, RegExp])[] = [
    ['card', 'No.', IN_ORDER],
    ['card', 'Fin', NOT_IN_ORDER],
    ['training', 'Horse', NOT_IN_ORDER],
    ['result', 'Horse', NOT_IN_ORDER],
  ];
  it.each(ORDERS)(
    'of the %s sorted by %s: the dialog says whether it has that order',
    async (tab, column, words) => {
      await open(tab, 'meeting', 'answers');
      const head = await screen.findByRole('columnheader', { name: column });
      await userEvent.click(within(head).queryByRole('button') ?? head);
      await userEvent.click(screen.getByRole('button', { name: 'Export…' }));
      expect(await screen.findByText(words)).toBeDefined();
    },
  );
});

it('races of the day that could not be read are reported in their place, and read again on request', async () => {
  let isRefused = true;
  const read = readTables((table) => TABLES[table] ?? [], TODAY);
  const client = fakeBridge({
    results: {
      read: async (input: Parameters<typeof read>[0]) => {
        if (input.source.kind === 'day' && isRefused) throw codedError('UNREACHABLE', { detail: 'refused' });
        return read(input);
      },
    },
  });
  await draw(<RaceScreen racekey={RACEKEY} tab="card" />, client);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The other races of the day could not be read.');
  expect(await screen.findByText('アルファ')).toBeDefined();
  isRefused = false;
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  const strip = await screen.findByRole('navigation');
  expect(within(strip).getByRole('link', { name: 'Tokyo' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('works of a runner are compared with those of its trainer on a card without numbers', async () => {
  const asked = Promise.withResolvers<string>();
  const undrawn = runner({ horse_number: '00', horse_name: 'アルファ', trainer_cd: '10190' });
  const client = fakeBridge({
    results: { read: readTables((table) => (table === 't_ky' ? [undrawn] : (TABLES[table] ?? [])), TODAY) },
    races: {
      works: ({ trainer_cd }: { trainer_cd: string }) => {
        asked.resolve(trainer_cd);
        return new Promise(() => undefined);
      },
    },
  });
  await draw(<RaceScreen racekey={RACEKEY} tab="training" />, client);
  expect(await asked.promise).toBe('10190');
});
