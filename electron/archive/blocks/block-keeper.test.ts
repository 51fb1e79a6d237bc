// Blocks are made once nothing has been written for a while, until none is missing, and again after later writes.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { Changes } from '../changes.ts';
import { BlockKeeper } from './block-keeper.ts';

const QUIET = 20_000;
const TAKES = 500;

let clock: FakeClock;
let changes: Changes;
let keeper: BlockKeeper;
/** How many steps are left to make, and what happens in each. */
let missing: number;
let during: () => void;
let made: { readonly at: number; readonly today: string }[];
let reported: unknown[];
let opened: () => Promise<{ makeBlocks: (today: string) => Promise<boolean>; changes: Changes }>;

beforeEach(() => {
  clock = new FakeClock();
  changes = new Changes();
  [missing, during, made, reported] = [0, () => undefined, [], []];
  const began = clock.monotonic();
  const makeBlocks = async (today: string): Promise<boolean> => {
    made.push({ at: clock.monotonic() - began, today });
    await new Promise<void>((resolve) => clock.after(TAKES, resolve));
    during();
    if (missing === 0) return false;
    missing -= 1;
    return true;
  };
  opened = async () => ({ makeBlocks, changes });
  keeper = new BlockKeeper({
    archive: () => opened(),
    clock,
    shortDays: async () => new Set(),
    report: (error) => reported.push(error),
  });
});

afterEach(async () => {
  const closed = keeper.close();
  await clock.advance(TAKES);
  await closed;
});

const write = (): void => changes.report({ table: 'd_se', filter: {} });
const times = (): number[] => made.map(({ at }) => at);

describe('missing blocks', () => {
  it('are made some time after the start, by the day in Tokyo', async () => {
    keeper.wake();
    await clock.advance(QUIET - 1);
    expect(made).toEqual([]);
    await clock.advance(1);
    expect(made).toEqual([{ at: QUIET, today: '20261115' }]);
  });

  it('are made until there are none, and as long as each step took is left to everything else', async () => {
    missing = 2;
    keeper.wake();
    await clock.advance(10 * QUIET);
    expect(times()).toEqual([QUIET, QUIET + 2 * TAKES, QUIET + 4 * TAKES]);
  });

  it('are made again once nothing has been written for a while', async () => {
    keeper.wake();
    await clock.advance(2 * QUIET);
    write();
    await clock.advance(QUIET / 2);
    write();
    await clock.advance(QUIET - 1);
    expect(times()).toEqual([QUIET]);
    await clock.advance(1);
    expect(times()).toEqual([QUIET, 3.5 * QUIET]);
  });

  it('wait for what is written while they are made', async () => {
    missing = 2;
    during = write;
    keeper.wake();
    await clock.advance(QUIET + TAKES + QUIET - 1);
    expect(times()).toEqual([QUIET]);
    during = () => undefined;
    await clock.advance(1);
    expect(times()).toEqual([QUIET, 2 * QUIET + TAKES]);
  });
});

describe('the keeper of blocks', () => {
  it('stops when it is closed, after the step that it is in, and nothing starts it again', async () => {
    missing = 5;
    keeper.wake();
    await clock.advance(QUIET);
    const closed = keeper.close();
    await clock.advance(TAKES);
    await closed;
    write();
    keeper.wake();
    await clock.advance(10 * QUIET);
    expect(times()).toEqual([QUIET]);
  });

  it('reports a failure, but not that there is no archive yet', async () => {
    opened = () => Promise.reject(new RailbirdError('NOT_CONNECTED'));
    keeper.wake();
    await clock.advance(QUIET);
    expect(reported).toEqual([]);
    const failure = new RailbirdError('ARCHIVE_FAILED', { detail: 'gone' });
    opened = () => Promise.reject(failure);
    keeper.wake();
    await clock.advance(QUIET);
    expect(reported).toEqual([failure]);
  });

  it('works on the archive that is open when it is woken', async () => {
    opened = () => Promise.reject(new RailbirdError('NOT_CONNECTED'));
    keeper.wake();
    await clock.advance(QUIET);
    const days: string[] = [];
    opened = async () => ({
      changes,
      makeBlocks: async (today) => {
        days.push(today);
        return false;
      },
    });
    keeper.wake();
    await clock.advance(QUIET);
    expect(days).toEqual(['20261115']);
  });
});
