import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PageRequests } from './page-requests.ts';

async function manyRounds(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await setImmediate();
}

test('no more of the core is loaded while the page is being sent', async () => {
  const requests = new PageRequests();
  const order: string[] = [];
  const answered = requests.begin('file');
  const loading = requests.answered().then(() => order.push('core'));
  await manyRounds();
  order.push('page');
  answered();
  await loading;
  expect(order).toEqual(['page', 'core']);
});

test('nothing is loaded between the opening of a window and the request for its page', async () => {
  const requests = new PageRequests();
  requests.expectPage();
  const order: string[] = [];
  const loading = requests.answered().then(() => order.push('core'));
  await manyRounds();
  order.push('page');
  requests.begin('file')();
  await loading;
  expect(order).toEqual(['page', 'core']);
});

test('without a page, and with one that is never read, the core is loaded all the same', async () => {
  await new PageRequests().answered();
  const unread = new PageRequests(0);
  unread.begin('page');
  await unread.answered();
  unread.expectPage();
  await unread.answered();
});
