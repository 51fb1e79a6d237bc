// Who waits for which days that are still made.

import { expect, test } from 'vitest';
import { PendingDays } from './pending-days.ts';

test('whoever waits for a period waits for its days and no others', async () => {
  const days = new PendingDays(['20261108', '20261107']);
  await days.ready('20261101', '20261106');
  const order: string[] = [];
  const first = days.ready('20261108', '20261108').then(() => order.push('first'));
  const all = days.ready().then(() => order.push('all'));
  days.arrived('20261108');
  await first;
  expect(order).toEqual(['first']);
  days.arrived('20261107');
  await all;
  await days.ready();
});

test('a failure is told to who waits and to who would wait, but not about days that are there', async () => {
  const days = new PendingDays(['20261108', '20261107']);
  const waiting = days.ready();
  days.arrived('20261108');
  days.failed(new Error('no space'));
  await expect(waiting).rejects.toThrow('no space');
  await expect(days.ready('20261107')).rejects.toThrow('no space');
  await days.ready('20261108');
});
