// A few dozen runs of the fault lab, the same ones each time unless RAILBIRD_LAB_RUNS and RAILBIRD_LAB_SEED are set;
// `npm run bench -- fault-lab` has hundreds.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { FAULTS } from './faults.ts';
import { play } from './run.ts';
import { drawScenario } from './scenario.ts';
import { openWorld, type World } from './world.ts';

const RUNS = Number(process.env['RAILBIRD_LAB_RUNS'] ?? 36);
const SEED = Number(process.env['RAILBIRD_LAB_SEED'] ?? 1);
/** A run spends more time waiting for timeouts than working. */
const AT_ONCE = 4;

let world: World;

beforeAll(async () => {
  world = await openWorld({ large: false });
}, 120_000);

afterAll(() => world.close());

it(`a result matches the service, or reports why it does not (${RUNS} runs from seed ${SEED})`, async () => {
  const seeds = Array.from({ length: RUNS }, (_, index) => SEED + index);
  const broken: unknown[] = [];
  const work = async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      // A few runs step through the list in long strides, and so through each of its kinds.
      const first = FAULTS[Math.floor(((seed - SEED) / RUNS) * FAULTS.length)];
      const scenario = drawScenario(seed, world, first, FAULTS);
      const { violations } = await play(scenario, world);
      if (violations.length > 0) broken.push({ scenario, violations });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(broken).toEqual([]);
}, 300_000);
