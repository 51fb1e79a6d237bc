import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { describe, expect, it } from 'vitest';
import type { ResultSource } from '#shared/bridge/source.ts';
import { makeQueryClient } from '../../client/query-client.ts';
import { fakeBridge } from '../../testing/fake-bridge.ts';
import { sheetOf } from '../../testing/sheet-of.ts';
import { masterOf, readHorse, readStoredOfHorse, rivalsQuery, runsOf, sheetQuery } from './horse-reads.ts';

const HORSE = 'HORSE0000001';

/** How often the opponents are read until both are on screen, if so many windows were requested. */
async function timesRead(requested: (source: ResultSource) => number): Promise<number> {
  let read = 0;
  const client = fakeBridge({
    races: {
      rivals: async () => {
        read += 1;
        return [];
      },
    },
    results: {
      read: async ({ source }: { source: ResultSource }) => ({
        ...sheetOf([]),
        windows: { fetched: requested(source), stored: 0 },
      }),
    },
  });
  const bridge = { client, queries: createTanstackQueryUtils(client) };
  const cache = makeQueryClient();
  readStoredOfHorse(bridge, cache, HORSE);
  readHorse(bridge, cache, HORSE);
  await cache.fetchQuery(sheetQuery(bridge, cache, runsOf(HORSE)));
  await cache.fetchQuery(sheetQuery(bridge, cache, masterOf(HORSE)));
  await cache.fetchQuery(rivalsQuery(bridge, HORSE));
  return read;
}

describe('the opponents of a horse', () => {
  it('are read once, beside its runs, if those are stored', async () => {
    expect(await timesRead(() => 0)).toBe(1);
    expect(await timesRead(({ kind }) => (kind === 'table' ? 1 : 0))).toBe(1);
  });

  it('are read again if races had to be requested for its runs', async () => {
    expect(await timesRead(({ kind }) => (kind === 'subject' ? 1 : 0))).toBe(2);
  });
});
