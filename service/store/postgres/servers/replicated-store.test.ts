// Where a read goes when a server fails, without a server.

import { expect, test } from 'vitest';
import { Refusal } from '../../../http/error-response.ts';
import type { Reader, RecordReader } from '../../store.ts';
import type { PostgresStore } from '../postgres-store.ts';
import { Unavailable } from '../unavailable.ts';
import { ReplicatedStore } from './replicated-store.ts';

const READER = { id: 'ann', confirm: async () => {} };

/** A store over servers that fail with these errors, or answer with their place. */
function storeOver(...failures: (Error | undefined)[]): { store: ReplicatedStore; requests: number[] } {
  const requests: number[] = [];
  const servers = failures.map((failure, at) => {
    const copy = {
      newestRaceDate: async () => `newest of ${at}`,
      answer: async () => {
        requests.push(at);
        if (failure) throw failure;
        return { count: at, pages: [] };
      },
    };
    return { store: { ...copy, forReader: () => copy } as unknown as PostgresStore };
  });
  return { store: replicatedOver(() => servers), requests };
}

const MAX_AGE = 30_000;
const START = Date.parse('2026-11-01T12:00:00Z');

const replicatedOver = (
  forRead: () => readonly { readonly store: PostgresStore }[],
  now: () => Date = () => new Date(START),
) =>
  new ReplicatedStore(
    {
      forRead,
      primary: () => {
        throw new Unavailable();
      },
      close: async () => {},
    },
    { now, maxAge: MAX_AGE },
  );

/** A server whose data has everything up to a moment that the test sets, in milliseconds after the start. */
class CopyOfRecords {
  asOf: number;
  isAway = false;
  /** What its last reader had seen before, likewise. */
  seen = -Infinity;
  readonly store: PostgresStore;

  /** @param role the primary's answers are the newest, whatever its clock says */
  constructor(role: 'primary' | 'replica', asOf: number) {
    this.asOf = asOf;
    const forReader = (_: Reader, notBefore: number): RecordReader => ({
      answer: async () => {
        this.seen = notBefore - START;
        if (this.isAway || (role === 'replica' && this.asOf < this.seen)) throw new Unavailable();
        return { count: 0, pages: [], asOf: new Date(START + this.asOf) };
      },
      newestRaceDate: async () => undefined,
    });
    this.store = { forReader } as unknown as PostgresStore;
  }
}

/** What a user is given by those servers, in milliseconds after the start. */
async function given(store: ReplicatedStore, id = 'ann'): Promise<number> {
  const records = await store.onOneCopy({ id, confirm: async () => {} }, async (copy) =>
    copy.answer('t_se', {}, 10),
  );
  return (records === 'too many' ? NaN : (records.asOf?.getTime() ?? NaN)) - START;
}

const both = async (copy: RecordReader) => ({
  newest: await copy.newestRaceDate('t_se'),
  records: await copy.answer('t_se', {}, 10),
});

test('a request whose server fails is read as a whole from the next one, and from no further', async () => {
  const { store, requests } = storeOver(new Unavailable(), undefined, undefined);
  expect(await store.onOneCopy(READER, both)).toMatchObject({ newest: 'newest of 1', records: { count: 1 } });
  expect(requests).toEqual([0, 1]);
});

test('where nothing is left, the client is told when to come back', async () => {
  for (const { store } of [storeOver(new Unavailable(), new Unavailable()), storeOver()]) {
    await expect(store.onOneCopy(READER, both)).rejects.toMatchObject({
      refused: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '5' },
    });
    await expect(store.upsert('t_se', [])).rejects.toMatchObject({ refused: 'SERVICE_UNAVAILABLE' });
  }
});

test.each([
  ['a statement that took too long', new Unavailable(false)],
  ['a key that was revoked', new Refusal('UNAUTHORIZED')],
  ['an error of our own', new TypeError('broken')],
])('%s is not tried elsewhere', async (_name, failure) => {
  const { store, requests } = storeOver(failure, undefined);
  await expect(store.onOneCopy(READER, both)).rejects.toBe(failure);
  expect(requests).toEqual([0]);
});

test('a replica that hovers about the bound gives a user nothing older than the primary did meanwhile', async () => {
  const replica = new CopyOfRecords('replica', 100);
  const primary = new CopyOfRecords('primary', 200);
  let isFresh = true;
  const store = replicatedOver(() => (isFresh ? [replica, primary] : [primary]));
  expect(await given(store)).toBe(100);
  isFresh = false;
  expect(await given(store)).toBe(200);
  isFresh = true;
  replica.asOf = 150;
  primary.asOf = 250;
  expect(await given(store)).toBe(250);
  expect(await given(store, 'bob')).toBe(150);
  replica.asOf = 300;
  expect(await given(store)).toBe(300);
  expect(await given(store)).toBe(300);
});

test('who goes to another replica, as when all connections are busy, is given something newer or nothing', async () => {
  const [own, other] = [new CopyOfRecords('replica', 100), new CopyOfRecords('replica', 90)];
  const store = replicatedOver(() => [own, other]);
  expect(await given(store)).toBe(100);
  own.isAway = true;
  await expect(given(store)).rejects.toMatchObject({ refused: 'SERVICE_UNAVAILABLE' });
  // With the same beat it may still lack what the first one had got after it.
  other.asOf = 100;
  await expect(given(store)).rejects.toMatchObject({ refused: 'SERVICE_UNAVAILABLE' });
  other.asOf = 101;
  expect(await given(store)).toBe(101);
});

test('the answers of a primary whose clock goes back, or was ahead, keep no replica from answering for long', async () => {
  const replica = new CopyOfRecords('replica', 0);
  const primary = new CopyOfRecords('primary', 3_600_000);
  let servers = [primary];
  const store = replicatedOver(() => servers);
  expect(await given(store)).toBe(3_600_000);
  primary.asOf = 20;
  expect(await given(store)).toBe(20);
  primary.asOf = 10;
  expect(await given(store)).toBe(10);
  replica.asOf = 21;
  servers = [replica, primary];
  expect(await given(store)).toBe(21);
});

test('what a user has seen is forgotten once every fresh answer is newer', async () => {
  const replica = new CopyOfRecords('replica', 100);
  let later = 0;
  const store = replicatedOver(
    () => [replica],
    () => new Date(START + later),
  );
  expect(await given(store, 'ann')).toBe(100);
  later = 101 + MAX_AGE;
  replica.asOf = later;
  expect(await given(store, 'bob')).toBe(later);
  expect(replica.seen).toBe(-Infinity);
  await given(store, 'ann');
  expect(replica.seen).toBe(-Infinity);
  await given(store, 'bob');
  expect(replica.seen).toBe(later);
});
