// The turns that pages of large answers take.

import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PageScheduler } from './page-scheduler.ts';

test('turns come in the order of asking, one in a turn of the event loop', async () => {
  const turns = new PageScheduler();
  const given: string[] = [];
  for (const name of ['a', 'b', 'c']) void turns.next().then(() => given.push(name));
  const seen: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    await setImmediate();
    seen.push(given.join(''));
  }
  expect(seen).toEqual(['a', 'ab', 'abc', 'abc']);
  await turns.next();
});
