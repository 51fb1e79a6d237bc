// The order in which races count: as they are run, although the rows follow course after course.

import { expect, it } from 'vitest';
import { DecidingRaces } from './deciding-races.ts';

/** Races 1 to 4 of two courses. */
const RACEKEYS = ['05', '08'].flatMap((course) => [1, 2, 3, 4].map((number) => `${course}26110${number}`));

it('races of several courses alternate: in a losing run, and where the newest come first', () => {
  const deciding = new DecidingRaces();
  for (const racekey of RACEKEYS) {
    const race = { racedate: '20260104', racekey, rows: [] };
    const returned = racekey.endsWith('4') ? 300 : 0;
    if (returned > 0) deciding.won({ ...race, bet: 'win', combination: '01', payoff: returned, returned });
    deciding.add({ ...race, stake: 100, returned });
  }
  const { losing, winners, losers } = deciding.found(Number);
  expect(losing?.races).toBe(6);
  expect(winners.map(({ racekey }) => racekey)).toEqual(['08261104', '05261104']);
  expect(losers.map(({ racekey }) => racekey)).toEqual([
    '08261103', '05261103', '08261102', '05261102', '08261101', '05261101',
  ]); // prettier-ignore
});
