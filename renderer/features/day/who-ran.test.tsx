// The day screen and the race screen show the same number of runners for the same records.

import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Incompleteness } from '#shared/bridge/results.ts';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { calendarOf, readTables } from '../../testing/fake-tables.ts';
import type { Row } from '../../testing/sheet-of.ts';
import { RaceScreen } from '../race/RaceScreen.tsx';
import { DayScreen } from './DayScreen.tsx';

const RACEDATE = '20261115';
const RACEKEY = '05265601';

const race: Row = {
  racekey: RACEKEY,
  racedate: RACEDATE,
  racecourse_cd: '05',
  holding_classification: '1',
  post_time: '1005',
  track_type: '2',
  distance: '1800',
  headcount: '16',
};
const numbers = Array.from({ length: 16 }, (_, at) => String(at + 1));
const entryOf = (more: Row) => (horse_number: string) => ({
  racekey: RACEKEY,
  horse_number,
  horse_name: `馬${horse_number}`,
  ...(horse_number === '16' ? more : {}),
});
const results = numbers.slice(0, 15).map((horse_number) => ({
  racekey: RACEKEY,
  horse_number,
  order_of_finish: horse_number,
  trouble_classification: '0',
}));

const bridge = (scratched: Row, reasons: Incompleteness[]) => {
  const tables: Readonly<Record<string, readonly Row[]>> = {
    d_ra: [race],
    d_ky: numbers.map(entryOf(scratched)),
    d_se: results,
    d_hj: [{ racekey: RACEKEY, win_horse_number_1: '01', win_payoff_1: '540' }],
  };
  const [day] = [{ racedate: RACEDATE, racecourses: ['05'], past: true }];
  return fakeBridge({
    app: { about: async () => ({ version: '0', host: 'web', today: TODAY, dataDir: '/data' }) },
    days: { list: calendarOf([day]) },
    results: {
      read: readTables(
        (table) => tables[table] ?? [],
        TODAY,
        (table) => (table === 'd_se' ? { reasons } : {}),
      ),
    },
  });
};

afterEach(cleanup);

it.each([
  ['by a flag of its card alone', { withdrawn_flag: '1' }, []],
  ['without a word', {}, []],
  // The notice beside the number reports that the service has fewer records than the program states.
  ['and the headcount is told to differ', {}, [{ reason: 'headcount_differs' as const, where: RACEKEY }]],
])(
  'a scratched horse without a result, %s, is counted neither by the day nor by its race',
  async (_, card, reasons) => {
    const { unmount } = await draw(<DayScreen racedate={RACEDATE} />, bridge(card, reasons));
    expect(await screen.findByText(/15 ran/)).toBeDefined();
    unmount();
    await draw(<RaceScreen racekey={RACEKEY} tab="result" />, bridge(card, reasons));
    expect(await screen.findByText(/15 runners/)).toBeDefined();
  },
);

it('if a part of the result may be missing, both show the number that the program states', async () => {
  const reasons = [{ reason: 'cut_short' as const, where: RACEDATE }];
  const { unmount } = await draw(<DayScreen racedate={RACEDATE} />, bridge({}, reasons));
  expect(await screen.findByText(/16 ran/)).toBeDefined();
  unmount();
  await draw(<RaceScreen racekey={RACEKEY} tab="result" />, bridge({}, reasons));
  expect(await screen.findByText(/16 runners/)).toBeDefined();
});
