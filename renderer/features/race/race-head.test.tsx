// The order of the facts in a race's header: the last ones are folded away first.

import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { draw } from '../../testing/draw.tsx';
import { fakeBridge, TODAY } from '../../testing/fake-bridge.ts';
import { readTables } from '../../testing/fake-tables.ts';
import { RaceScreen } from './RaceScreen.tsx';

const RACEKEY = '05265611';
const RACE = {
  racekey: RACEKEY,
  racedate: '20261115',
  racecourse_cd: '05',
  class_cd: '13',
  condition_cd: '05',
  weight_cd: '4',
  insignia_cd: '500',
  weather_cd: '1',
  prize_win: '560',
};

afterEach(cleanup);

it.each([
  // The title says ages and class.
  [{ race_name: '３歳以上１勝クラス' }, ['Set weights', 'Weather', 'International', '3-year-olds', '1-win']],
  [
    { race_name: '秋風特別', grade_cd: '5' },
    ['1-win', 'Set weights', '3-year-olds', 'Weather', 'International'],
  ],
  // A graded race is open.
  [
    { race_name: '秋風記念', grade_cd: '2' },
    ['Set weights', '3-year-olds', 'Weather', 'International', '1-win'],
  ],
])('has first what the title of %j does not say, and prizes last', async (named, order) => {
  const read = readTables((table) => (table === 'd_ra' ? [{ ...RACE, ...named }] : []), TODAY);
  await draw(<RaceScreen racekey={RACEKEY} tab="card" />, fakeBridge({ results: { read } }));
  await screen.findByText('Set weights');
  const facts = [...document.querySelectorAll('.race-facts li')].map(({ textContent }) => textContent);
  expect(facts.flatMap((fact) => order.filter((words) => fact.startsWith(words)))).toEqual(order);
  expect(facts.at(-1)).toMatch(/^Prizes/);
});
