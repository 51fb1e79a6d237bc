// Where a read goes when a server fails, without a server.

import { expect, test } from 'vitest';
import { Refusal } from '../../../http/error-response.ts';
import type { RecordReader } from '../../store.ts';
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
  const store = new ReplicatedStore({
    forRead: () => servers,
    primary: () => {
      throw new Unavailable();
    },
    close: async () => {},
  });
  return { store, requests };
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
