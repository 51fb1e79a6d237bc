// What is to be made ready is, once nothing has been written for a while, until nothing is left, and again after later
// writes.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { Changes } from './changes.ts';
import { Upkeep } from './upkeep.ts';

const QUIET = 20_000;
const TAKES = 500;
const REST = 2_000;

interface Kept {
  readonly step: (today: string) => Promise<boolean>;
  readonly changes: Changes;
  readonly idleMs: () => number;
}

let clock: FakeClock;
let changes: Changes;
let upkeep: Upkeep<Kept>;
/** How many steps are left to make, and what happens in each. */
let missing: number;
let during: () => void;
/** For how long nothing was read. */
let idle: number;
/** How many steps are left of what waits until nothing is read. */
let later: number;
let laterSteps: number[];
let made: { readonly at: number; readonly today: string }[];
let reported: unknown[];
let opened: () => Promise<Kept>;

beforeEach(() => {
  clock = new FakeClock();
  changes = new Changes();
  [missing, during, made, reported, idle, laterSteps] = [0, () => undefined, [], [], REST, []];
  later = 0;
  const began = clock.monotonic();
  const step = async (today: string): Promise<boolean> => {
    made.push({ at: clock.monotonic() - began, today });
    await new Promise<void>((resolve) => clock.after(TAKES, resolve));
    during();
    if (missing === 0) return false;
    missing -= 1;
    return true;
  };
  opened = async () => ({ step, changes, idleMs: () => idle });
  upkeep = new Upkeep({
    archive: () => opened(),
    clock,
    tasks: [
      { restMs: 0, step: (archive, today) => archive.step(today) },
      { restMs: REST, step: async () => laterSteps.push(clock.monotonic()) <= later },
    ],
    report: (error) => reported.push(error),
  });
});

afterEach(async () => {
  const closed = upkeep.close();
  await clock.advance(TAKES);
  await closed;
});

const write = (): void => changes.report({ table: 'd_se', filter: {} });
const times = (): number[] => made.map(({ at }) => at);

describe('what is to be made ready', () => {
  it('is made some time after the start, by the day in Tokyo', async () => {
    upkeep.wake();
    await clock.advance(QUIET - 1);
    expect(made).toEqual([]);
    await clock.advance(1);
    expect(made).toEqual([{ at: QUIET, today: '20261115' }]);
  });

  it('is made until nothing is left, and as long as each step took is left to everything else', async () => {
    missing = 2;
    upkeep.wake();
    await clock.advance(10 * QUIET);
    expect(times().slice(0, 3)).toEqual([QUIET, QUIET + 2 * TAKES, QUIET + 4 * TAKES]);
  });

  it('is made later, if so it is wanted, once nothing has been read for a while', async () => {
    idle = 1_500;
    later = 2;
    upkeep.wake();
    await clock.advance(QUIET + TAKES);
    expect([made.length, laterSteps.length]).toEqual([1, 0]);
    idle = REST;
    await clock.advance(REST - 1_500 + TAKES);
    expect([made.length, laterSteps.length]).toEqual([2, 1]);
    await clock.advance(QUIET);
    expect(laterSteps).toHaveLength(3);
  });

  it('is made again once nothing has been written for a while', async () => {
    upkeep.wake();
    await clock.advance(2 * QUIET);
    write();
    await clock.advance(QUIET / 2);
    write();
    await clock.advance(QUIET - 1);
    expect(times()).toEqual([QUIET]);
    await clock.advance(1);
    expect(times()).toEqual([QUIET, 3.5 * QUIET]);
  });

  it('waits for what is written while it is made', async () => {
    missing = 2;
    during = write;
    upkeep.wake();
    await clock.advance(QUIET + TAKES + QUIET - 1);
    expect(times()).toEqual([QUIET]);
    during = () => undefined;
    await clock.advance(1);
    expect(times()).toEqual([QUIET, 2 * QUIET + TAKES]);
  });
});

describe('the upkeep', () => {
  it('stops when it is closed, after the step that it is in, and nothing starts it again', async () => {
    missing = 5;
    upkeep.wake();
    await clock.advance(QUIET);
    const closed = upkeep.close();
    await clock.advance(TAKES);
    await closed;
    write();
    upkeep.wake();
    await clock.advance(10 * QUIET);
    expect(times()).toEqual([QUIET]);
  });

  it('reports a failure, but not that there is no archive yet', async () => {
    opened = () => Promise.reject(new RailbirdError('NOT_CONNECTED'));
    upkeep.wake();
    await clock.advance(QUIET);
    expect(reported).toEqual([]);
    const failure = new RailbirdError('ARCHIVE_FAILED', { detail: 'gone' });
    opened = () => Promise.reject(failure);
    upkeep.wake();
    await clock.advance(QUIET);
    expect(reported).toEqual([failure]);
  });

  it('works on the archive that is open when it is woken', async () => {
    opened = () => Promise.reject(new RailbirdError('NOT_CONNECTED'));
    upkeep.wake();
    await clock.advance(QUIET);
    const days: string[] = [];
    opened = async () => ({
      changes,
      idleMs: () => idle,
      step: async (today) => {
        days.push(today);
        return false;
      },
    });
    upkeep.wake();
    await clock.advance(QUIET);
    expect(days).toEqual(['20261115']);
  });
});
