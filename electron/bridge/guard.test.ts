import { call, implement, ORPCError } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { contract } from '#shared/bridge/contract.ts';
import { runsOfHorse } from '#shared/bridge/source.ts';
import { RailbirdError } from '#shared/errors.ts';
import { createGuard } from './guard.ts';

function guarded() {
  const reported: [string, unknown, string][] = [];
  const os = implement(contract).use(
    createGuard({ report: (...call) => reported.push(call), newId: () => 'abc' }),
  );
  return { os, reported };
}

const failing = (error: unknown) => () => {
  throw error;
};

const caught = async (promise: Promise<unknown>): Promise<ORPCError<string, unknown>> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ORPCError)) throw new Error('no coded error crossed the bridge');
  return error;
};

describe('the guard', () => {
  it('lets a coded error cross with its code and values', async () => {
    const { os, reported } = guarded();
    const close = os.results.close.handler(failing(new RailbirdError('TOO_MANY_REQUESTS', { seconds: 300 })));
    const error = await caught(call(close, { resultId: 'x' }, { path: ['results', 'close'] }));
    expect(error).toMatchObject({
      code: 'RAILBIRD',
      defined: true,
      data: { code: 'TOO_MANY_REQUESTS', values: { seconds: 300 } },
    });
    expect(reported).toEqual([]);
  });

  it('logs why the machine refused, and the window learns only that it did', async () => {
    const { os, reported } = guarded();
    const cause = new Error('no space left');
    const full = new RailbirdError('ARCHIVE_FAILED', { dataDir: '/data' }, { cause });
    const close = os.results.close.handler(failing(full));
    const error = await caught(call(close, { resultId: 'x' }, { path: ['results', 'close'] }));
    expect(JSON.stringify(error)).not.toContain('no space');
    expect(reported).toEqual([['abc', full, 'results.close']]);
  });

  it('turns anything else into INTERNAL with the reported id, and reveals no more', async () => {
    const { os, reported } = guarded();
    const cause = new Error('secret detail');
    const close = os.results.close.handler(failing(cause));
    const error = await caught(call(close, { resultId: 'x' }, { path: ['results', 'close'] }));
    expect(error.data).toEqual({ code: 'INTERNAL', values: { id: 'abc' } });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(reported).toEqual([['abc', cause, 'results.close']]);
  });

  it('removes a key that a server repeats from the values that cross', async () => {
    const os = implement(contract).use(
      createGuard({
        report: () => undefined,
        newId: () => 'abc',
        hide: (text) => text.replaceAll('canary', '***'),
      }),
    );
    const close = os.results.close.handler(
      failing(new RailbirdError('REFUSED', { reason: 'no canary', status: 400 })),
    );
    const error = await caught(call(close, { resultId: 'x' }, { path: [] }));
    expect(error.data).toEqual({ code: 'REFUSED', values: { reason: 'no ***', status: 400 } });
  });

  it('guards a stream that fails while it is read', async () => {
    const { os } = guarded();
    const open = os.results.open.handler(async function* () {
      yield { type: 'progress', windowsDone: 0, windowsTotal: 1, records: 0 } as const;
      throw new RailbirdError('UNREACHABLE', { baseUrl: 'http://x' });
    });
    const stream = await call(open, { source: runsOfHorse('h') }, { path: [] });
    expect((await stream.next()).value).toMatchObject({ type: 'progress' });
    expect((await caught(stream.next())).data).toMatchObject({ code: 'UNREACHABLE' });
  });

  it('ends the guarded stream when the reader leaves', async () => {
    const { os } = guarded();
    let ended = false;
    const open = os.results.open.handler(async function* () {
      try {
        yield { type: 'progress', windowsDone: 0, windowsTotal: 1, records: 0 } as const;
      } finally {
        ended = true;
      }
    });
    const stream = await call(open, { source: runsOfHorse('h') }, { path: [] });
    await stream.next();
    await stream.return?.();
    expect(ended).toBe(true);
  });

  it('passes on errors of oRPC itself', async () => {
    const { os } = guarded();
    const close = os.results.close.handler(() => ({}));
    const error = await caught(call(close, { resultId: 3 as unknown as string }, { path: [] }));
    expect(error.code).toBe('BAD_REQUEST');
  });
});
