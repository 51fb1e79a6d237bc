import { expect, it, vi } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

it('starts a use when the one before has ended, failed or not', async () => {
  const inTurn = oneAtATime();
  const log: string[] = [];
  const first = Promise.withResolvers<number>();
  const one = inTurn(() => {
    log.push('one');
    return first.promise;
  });
  const two = inTurn(async () => {
    log.push('two');
    return 2;
  });
  await vi.waitFor(() => expect(log).toEqual(['one']));
  first.reject(new Error('no memory'));
  await expect(one).rejects.toThrow('no memory');
  expect(await two).toBe(2);
  expect(log).toEqual(['one', 'two']);
});
