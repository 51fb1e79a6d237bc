import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { requestAgain } from './request-again.ts';

const KEY = ['card'] as const;

test('a read that is under way does not take the place of the request', async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const signals: AbortSignal[] = [];
  const observer = new QueryObserver<string>(cache, {
    queryKey: KEY,
    queryFn: ({ signal }) => {
      signals.push(signal);
      return signals.length === 1 ? 'first' : new Promise<string>(() => undefined);
    },
  });
  const end = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(cache.getQueryData(KEY)).toBe('first'));
  void observer.refetch();
  await vi.waitFor(() => expect(signals).toHaveLength(2));

  await requestAgain(cache, { queryKey: KEY, queryFn: () => 'requested' });

  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('requested'));
  expect(signals[1]?.aborted).toBe(true);
  end();
});

test('a failure is left to the query, with what it had before', async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache.setQueryData(KEY, 'before');
  await requestAgain(cache, { queryKey: KEY, queryFn: () => Promise.reject(new Error('no service')) });
  expect(cache.getQueryState(KEY)).toMatchObject({ data: 'before', error: new Error('no service') });
});
