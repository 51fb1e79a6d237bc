import { expect, it } from 'vitest';
import { byTime } from './race-order.ts';

it('races of several courses alternate, day after day', () => {
  const races = [
    { racedate: '20261115', racekey: '05265401' },
    { racedate: '20261114', racekey: '08265301' },
    { racedate: '20261114', racekey: '05265302' },
    { racedate: '20261114', racekey: '05265301' },
    { racedate: '20261114', racekey: '08265302' },
  ];
  expect(races.toSorted(byTime).map(({ racekey }) => racekey)).toEqual([
    '05265301',
    '08265301',
    '05265302',
    '08265302',
    '05265401',
  ]);
});
