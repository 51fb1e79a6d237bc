// Look-ups that come together are one statement, and each gets its own answer, soon.

import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LookUps } from './look-ups.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A database whose statements are answered by hand. */
function database() {
  const asked: { keys: string[]; answer: () => Promise<void>; fail: (error: Error) => Promise<void> }[] = [];
  const lookUps = new LookUps((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    const settled = async () => void (await vi.advanceTimersByTimeAsync(0));
    asked.push({
      keys,
      answer: () => (resolve(keys.map((key) => `of ${key}`)), settled()),
      fail: (error) => (reject(error), settled()),
    });
    return promise;
  });
  const turn = () => vi.advanceTimersByTimeAsync(0);
  return { asked, lookUps, turn, statements: () => asked.map(({ keys }) => keys.join('')) };
}

test('questions of one turn of the event loop are one statement, and each has its own answer', async () => {
  const { asked, lookUps, turn, statements } = database();
  const found = Promise.all(['a', 'b', 'c'].map((key) => lookUps.find(key)));
  await turn();
  expect(statements()).toEqual(['abc']);
  await asked[0]?.answer();
  expect(await found).toEqual(['of a', 'of b', 'of c']);
});

test('who asks one question after another never waits', async () => {
  const { asked, lookUps, turn, statements } = database();
  for (const [at, key] of ['a', 'b', 'c'].entries()) {
    const found = lookUps.find(key);
    await turn();
    await asked[at]?.answer();
    expect(await found).toBe(`of ${key}`);
  }
  expect(statements()).toEqual(['a', 'b', 'c']);
});

test('clients that ask again when they are answered share a statement with those who asked meanwhile', async () => {
  const { asked, lookUps, turn, statements } = database();
  for (const key of ['a', 'b']) void lookUps.find(key);
  await turn();
  for (const key of ['c', 'd']) void lookUps.find(key);
  await asked[0]?.answer();
  expect(statements()).toEqual(['ab']);
  for (const key of ['e', 'f']) void lookUps.find(key);
  await turn();
  expect(statements()).toEqual(['ab', 'cdef']);
});

test('who asked meanwhile waits no longer than two milliseconds for others', async () => {
  const { asked, lookUps, turn, statements } = database();
  for (const key of ['a', 'b']) void lookUps.find(key);
  await turn();
  void lookUps.find('c');
  await asked[0]?.answer();
  await vi.advanceTimersByTimeAsync(3);
  expect(statements()).toEqual(['ab', 'c']);
});

test('a statement that takes long does not hold up the next ones', async () => {
  const { asked, lookUps, turn, statements } = database();
  for (const key of ['a', 'b', 'c']) void lookUps.find(key);
  await turn();
  await asked[0]?.answer();
  for (const key of ['d', 'e', 'f']) void lookUps.find(key);
  await turn();
  await vi.advanceTimersByTimeAsync(20);
  const found = lookUps.find('g');
  await turn();
  expect(statements()).toEqual(['abc', 'def', 'g']);
  await asked[2]?.answer();
  expect(await found).toBe('of g');
});

test('a failure is that of all who were asked for together, and of nobody else', async () => {
  const { asked, lookUps, turn } = database();
  const failed = Promise.allSettled(['a', 'b'].map((key) => lookUps.find(key)));
  await turn();
  const found = lookUps.find('c');
  await asked[0]?.fail(new Error('away'));
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await vi.advanceTimersByTimeAsync(3);
  await asked[1]?.answer();
  expect(await found).toBe('of c');
});

test('everybody gets the answer to the own question, in whatever order questions and answers come', async () => {
  const step = fc.oneof(
    fc.record({ ask: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ wait: fc.integer({ min: 0, max: 25 }) }),
    fc.record({ answer: fc.nat({ max: 3 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { asked, lookUps } = database();
      const questions: Promise<boolean>[] = [];
      const open = () => asked.filter((_, at) => !answered.has(at));
      const answered = new Set<number>();
      const answerAt = async (place: number) => {
        const one = open()[place];
        if (!one) return;
        answered.add(asked.indexOf(one));
        await one.answer();
      };
      for (const one of steps) {
        if ('ask' in one) {
          for (let more = one.ask; more > 0; more--) {
            const key = String(questions.length);
            questions.push(lookUps.find(key).then((found) => found === `of ${key}`));
          }
        } else if ('wait' in one) await vi.advanceTimersByTimeAsync(one.wait);
        else await answerAt(one.answer);
      }
      for (;;) {
        await vi.advanceTimersByTimeAsync(25);
        if (open().length === 0) break;
        await answerAt(0);
      }
      expect(asked.every(({ keys }) => keys.length <= 16)).toBe(true);
      expect(await Promise.all(questions)).toEqual(questions.map(() => true));
    }),
  );
});
