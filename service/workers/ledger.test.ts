// The primary's book of places for requests in flight when workers die or hang in the middle of a question.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Ledger } from './ledger.ts';
import type { PlacesAnswer } from './messages.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const LIMIT = 4;

/** A ledger whose workers are asked to give back, and do when the test says so. */
function ledger() {
  const recalled: string[] = [];
  const book = new Ledger({
    recall: (worker, key) => void recalled.push(`${key} from ${worker}`),
    failed: () => {},
  });
  const ask = async (worker: number, most = 1, key = 'ann') => {
    const answer = await book.answer(worker, { ask: 'places', key, most, limit: LIMIT });
    return (answer as PlacesAnswer).granted;
  };
  /** What is known of an answer once everything that can happen at this moment has happened. */
  const now = async <Value>(answer: Promise<Value>): Promise<Value | 'waits'> => {
    await vi.advanceTimersByTimeAsync(0);
    return Promise.race([answer, Promise.resolve('waits' as const)]);
  };
  return { book, recalled, ask, now };
}

test('a worker that dies while its questions wait for a recall takes no place, and its user is served by the next', async () => {
  const { book, recalled, ask, now } = ledger();
  expect(await ask(1, LIMIT)).toBe(LIMIT);
  const asked = Promise.all([1, 2, 3, 4].map(() => ask(2)));
  expect(await now(asked)).toBe('waits');
  expect(recalled).toEqual(['ann from 1']);
  book.workerGone(2);
  book.recalled(1, 'ann', LIMIT);
  expect(await now(asked)).toEqual([0, 0, 0, 0]);
  for (let time = 0; time < LIMIT; time++) expect(await now(ask(3))).toBe(1);
  expect(recalled).toEqual(['ann from 1']);
});

test('a connection of a worker that is gone is not counted', async () => {
  const { book } = ledger();
  const open = (worker: number) =>
    book.answer(worker, { ask: 'connection', network: 'n', all: 1, ofNetwork: 1 });
  book.workerGone(1);
  expect(await open(1)).toBe('too many');
  expect(await open(2)).toBe('welcome');
});

test('a worker that hangs keeps its places, and is waited for once, not by each question', async () => {
  const { recalled, ask, now } = ledger();
  await ask(1, LIMIT);
  await ask(1, LIMIT, 'bob');
  const first = ask(2);
  const second = ask(2);
  expect(await now(first)).toBe('waits');
  await vi.advanceTimersToNextTimerAsync();
  expect(await now(Promise.all([first, second]))).toEqual([0, 0]);
  expect(await now(ask(2))).toBe(0);
  expect(await now(ask(2, 1, 'bob'))).toBe(0);
  expect(await now(ask(2, 1, 'carol'))).toBe(1);
  expect(recalled).toEqual(['ann from 1', 'bob from 1']);
  expect(vi.getTimerCount()).toBe(0);
});

test('when a worker that hung goes on, what it gives back is there, and it is waited for as before', async () => {
  const { book, recalled, ask, now } = ledger();
  await ask(1, LIMIT);
  const given = ask(2);
  await vi.advanceTimersToNextTimerAsync();
  expect(await now(given)).toBe(0);
  book.recalled(1, 'ann', 1);
  expect(await now(ask(2))).toBe(1);
  const next = ask(3);
  expect(await now(next)).toBe('waits');
  expect(recalled).toEqual(['ann from 1', 'ann from 1', 'ann from 2']);
  book.recalled(1, 'ann', 1);
  book.recalled(2, 'ann', 0);
  expect(await now(next)).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('a worker that is killed because it hung leaves its places to the others', async () => {
  const { book, ask, now } = ledger();
  await ask(1, LIMIT);
  const given = ask(2);
  await vi.advanceTimersToNextTimerAsync();
  expect(await now(given)).toBe(0);
  book.workerGone(1);
  for (let time = 0; time < LIMIT; time++) expect(await now(ask(2))).toBe(1);
});
