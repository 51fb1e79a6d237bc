// The watched rules that pick runners of a card.

import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { readTables } from '../../testing/fake-tables.ts';
import type { Row } from '../../testing/sheet-of.ts';
import { RaceScreen } from './RaceScreen.tsx';

const RACE = '05264101';

const entry = (horse_number: string, horse_name: string, withdrawn_flag: string): Row => ({
  racekey: RACE,
  racedate: TODAY,
  horse_number,
  bracket_number: horse_number,
  horse_id: `HORSE000000${horse_number}`,
  horse_name,
  withdrawn_flag,
});

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  t_ra: [{ racekey: RACE, racedate: TODAY, racecourse_cd: '05', race_name: '秋風記念' }],
  t_ky: [entry('1', 'アルファ', '0'), entry('2', 'ベータ', '1')],
};

const WATCHED = [
  {
    id: 'best',
    name: 'Best index',
    records: {},
    runners: TABLES['t_ky']?.map(({ racekey, horse_number, horse_id, horse_name }) => ({
      racekey,
      horse_number,
      horse_id,
      horse_name,
    })),
    racesToCome: 1,
    racesRun: 0,
    awaits: [],
    leftOut: 0,
  },
];

afterEach(cleanup);

it('are named beside the runners, but not beside a horse that was scratched', async () => {
  await draw(
    <RaceScreen racekey={RACE} tab="card" />,
    fakeBridge({
      results: { read: readTables((table) => TABLES[table] ?? [], TODAY) },
      rules: { watched: async () => WATCHED },
    }),
  );
  const rowOf = (name: string): HTMLElement => screen.getByText(name).closest('tr') ?? document.body;
  await screen.findByText('アルファ');
  expect(await within(rowOf('アルファ')).findByText('Best index')).toBeDefined();
  expect(rowOf('ベータ').textContent).toContain('Withdrawn');
  expect(within(rowOf('ベータ')).queryByText('Best index')).toBeNull();
});
