import { expect, test } from 'vitest';
import { Latest } from './latest-value.ts';

test('a reader gets the current value, then the newest one, and the end', async () => {
  const latest = new Latest(1);
  const values = latest.values();
  expect(await values.next()).toEqual({ value: 1, done: false });
  latest.set(2);
  latest.set(3);
  expect(await values.next()).toEqual({ value: 3, done: false });
  const waiting = values.next();
  latest.end();
  expect((await waiting).done).toBe(true);
});

test('a late reader still gets the last value', async () => {
  const latest = new Latest('a');
  latest.set('done');
  latest.end();
  expect(await Array.fromAsync(latest.values())).toEqual(['done']);
});

test('a failure ends every reader’s stream', async () => {
  const latest = new Latest('a');
  latest.end({ error: new Error('broken') });
  const values = latest.values();
  expect((await values.next()).value).toBe('a');
  await expect(values.next()).rejects.toThrow('broken');
});

test('an aborted reader stops waiting', async () => {
  const stop = new AbortController();
  const values = new Latest(1).values(stop.signal);
  await values.next();
  const waiting = values.next();
  stop.abort();
  expect((await waiting).done).toBe(true);
});
