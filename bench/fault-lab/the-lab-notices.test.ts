// Tests of the lab itself: a client that is incomplete, vague, wasteful or broken must not pass, whatever the service's
// behavior.

import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { LAYERS } from './delivery.ts';
import { faultOf, isReading } from './faults.ts';
import {
  believing,
  breaking,
  credulous,
  doubting,
  forgetful,
  insistent,
  patient,
  vague,
} from './poor-clients.ts';
import { READINGS } from './readings/readings.ts';
import { play, type PlayOptions } from './run.ts';
import type { Door, Scenario } from './scenario.ts';
import { openWorld, type World } from './world.ts';

// Each is a run of the lab and a plain one beside it.
vi.setConfig({ testTimeout: 120_000 });

let world: World;

beforeAll(async () => {
  world = await openWorld({ large: false });
}, 120_000);

afterAll(() => world.close());

/** Two weekends, through the window's core by default. */
const scenarioLike = (reading: string, by: Door = 'result'): Scenario => ({
  seed: 7,
  first: reading,
  questions: [{ table: 'd_hj', filter: { start_racedate: '20161125', end_racedate: '20161204' }, by }],
  storedProgram: false,
  readings: isReading(faultOf(reading)) ? [reading] : [],
  isOldHabit: true,
  isRepeated: false,
  isRepaired: false,
  troubles: isReading(faultOf(reading)) ? [] : [{ fault: reading, when: { kind: 'always' } }],
});

const violationsOf = async (options: PlayOptions, reading: string, by?: Door) =>
  (await play(scenarioLike(reading, by), world, options)).violations.join('; ');

/** One of each kind that omits nothing by itself: missing records are the client’s doing. */
const WHOLE = [
  'range-wide',
  'nothing-null',
  'last-page-said',
  'filters-or',
  'limit-none',
  'unordered',
  'numbers-as-text',
  'more-around',
  'small-pieces',
];

test('a kind of reading has no fault without a run here', () => {
  expect(new Set(WHOLE.map((name) => faultOf(name).layer))).toEqual(new Set(LAYERS));
  expect(new Set(READINGS.map(({ layer }) => layer))).toEqual(new Set(LAYERS));
});

describe('a client that loses a day', () => {
  it.each(WHOLE)('is caught by a service like %s', async (reading) => {
    expect(await violationsOf(forgetful, reading)).toMatch(/complete with \d+ records of \d+/);
  });

  it.each(['query', 'download', 'job'] as const)('is caught through %s', async (by) => {
    expect(await violationsOf(forgetful, 'unordered', by)).toMatch(/complete with \d+ records of \d+/);
  });
});

/** No client can get all of their records. */
const LOSSY = ['nothing-there', 'record-missing'];

describe('a client that believes every answer', () => {
  it.each(LOSSY)('is caught by a service like %s', async (reading) => {
    expect(await violationsOf(believing, reading)).toMatch(/complete with \d+ records of \d+/);
  });
});

describe('a client that does not say which day is missing', () => {
  it.each(LOSSY)('is caught by a service like %s', async (reading) => {
    expect(await violationsOf(vague, reading)).toMatch(/\d{8} not named/);
  });
});

it('catches a client that doubts what it can know', async () => {
  expect(await violationsOf(doubting, 'each-twice')).toMatch(/called incomplete: .*unchecked/);
});

it('catches a client that breaks', async () => {
  expect(await violationsOf(breaking, 'unordered')).toMatch(/threw TypeError/);
});

it('catches a client that sends more than three times the requests needed', async () => {
  expect(await violationsOf(insistent, 'unordered')).toMatch(/requests, and the plain service takes/);
});

it('catches a client that does not end', async () => {
  expect(await violationsOf(patient, 'unordered')).toMatch(/did not end/);
});

it('catches a client that follows a redirect', async () => {
  expect(await violationsOf(credulous, 'redirect-to-file')).toMatch(/followed an address/);
});
