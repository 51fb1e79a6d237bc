import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { expect, it } from 'vitest';
import { fakeBridge } from '../testing/fake-bridge.ts';
import { forgetService } from './forget-service.ts';
import { makeQueryClient } from './query-client.ts';

it('another service shows nothing that was read of the previous one', () => {
  const cache = makeQueryClient();
  const queries = createTanstackQueryUtils(fakeBridge());
  const ofTheService = [
    ['race-sheet', 'entry', '05266411', true, undefined],
    queries.races.conditions.queryKey({ input: { racekeys: ['05266411'] } }),
    queries.results.stored.queryKey(),
    queries.downloads.usage.queryKey(),
    queries.downloads.plan.queryKey({ input: { tables: ['d_se'], from: '20261101', to: '20261130' } }),
  ];
  const ofTheApp = [queries.app.about.queryKey(), queries.settings.get.queryKey()];
  for (const key of [...ofTheService, ...ofTheApp]) cache.setQueryData(key as readonly unknown[], {});
  forgetService(cache, queries);
  const left = cache
    .getQueryCache()
    .findAll()
    .map(({ queryKey }) => queryKey);
  expect(left).toEqual(ofTheApp);
});
