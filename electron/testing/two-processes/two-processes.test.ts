// A few interleavings of two real processes on one data folder; `npm run bench -- two-processes` has hundreds.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { playInterleaving, startPlayers, type Players } from './lab.ts';

const RUNS = 8;

let players: Players;
beforeAll(() => {
  players = startPlayers();
});
afterAll(() => players.end());

it(`no acknowledged change is lost (${RUNS} interleavings, two of them with a kill)`, async () => {
  const broken: unknown[] = [];
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const run = await playInterleaving(seed, players);
    if (run.violations.length > 0) broken.push(run);
  }
  expect(broken).toEqual([]);
}, 180_000);
