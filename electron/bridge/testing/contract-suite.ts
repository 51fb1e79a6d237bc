// The contract that every host of the bridge fulfills: run against each host, so that the window cannot tell them
// apart.

import { isContractProcedure } from '@orpc/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type BridgeClient } from '#shared/bridge/contract.ts';
import { CALLS } from './calls.ts';
import { expectCoded, failureOf } from './coded-failure.ts';
import { openFakeApp, TROUBLE, type FakeApp } from './fake-app.ts';

export interface OpenHost {
  readonly client: BridgeClient;
  close(): Promise<void>;
}

const raceOf = (racekey: string) => ({ kind: 'table', table: 't_ra', filter: { racekey } }) as const;

/** Names of all procedures of the contract, `feature.procedure`. */
const procedures = Object.entries(contract).flatMap(([feature, members]) =>
  Object.entries(members)
    .filter(([, member]) => isContractProcedure(member))
    .map(([name]) => `${feature}.${name}`),
);

export function describeHost(name: string, openHost: (app: FakeApp) => Promise<OpenHost>): void {
  describe(`the bridge over ${name}`, () => {
    let app: FakeApp;
    let host: OpenHost;
    let client: BridgeClient;
    beforeAll(async () => {
      app = await openFakeApp();
      host = await openHost(app);
      client = host.client;
    });
    afterAll(async () => {
      await host.close();
      await app.close();
    });

    test('every procedure of the contract is called by this suite', () => {
      expect(Object.keys(CALLS).toSorted()).toEqual(procedures.toSorted());
    });

    test.each(Object.entries(CALLS))('%s answers', async (_, call) => {
      const ownApp = await openFakeApp();
      const ownHost = await openHost(ownApp);
      try {
        await call(ownHost.client);
      } finally {
        await ownHost.close();
        await ownApp.close();
      }
    });

    test('a coded error crosses with its code and values', async () => {
      const error = await failureOf(client.results.read({ source: raceOf(TROUBLE.coded) }));
      expectCoded(error, { code: 'TOO_MANY_REQUESTS', values: { seconds: 7 } });
    });

    test('a coded error crosses in the middle of a stream', async () => {
      const stream = await client.results.open({ source: raceOf(TROUBLE.coded) });
      expect((await stream.next()).value).toMatchObject({ type: 'progress' });
      expectCoded(await failureOf(stream.next()), { code: 'TOO_MANY_REQUESTS', values: { seconds: 7 } });
    });

    test('an unknown error crosses as INTERNAL with the id that the log has, and reveals nothing else', async () => {
      const error = await failureOf(client.results.read({ source: raceOf(TROUBLE.unknown) }));
      expectCoded(error, { code: 'INTERNAL', values: { id: 'id-1' } });
      expect(JSON.stringify(error)).not.toContain('inner detail');
      expect(app.reported.at(-1)).toBeInstanceOf(TypeError);
    });

    test('a watch of an unknown export fails with its code', async () => {
      const watching = client.exports.watch({ exportId: 'none' }).then((stream) => stream.next());
      expectCoded(await failureOf(watching), { code: 'RESULT_CLOSED', values: {} });
    });

    test('an input that does not parse is refused before any handler, without repeating it', async () => {
      const userKey = 'typed-by-mistake'.repeat(40);
      const typed = { baseUrl: 'not an address', apiKey: 'a', userKey };
      const error = await failureOf(client.connection.connect(typed));
      expect(error).toMatchObject({ code: 'BAD_REQUEST' });
      expect(JSON.stringify(error)).not.toContain('typed-by-mistake');
    });

    test('a change reaches a reader who waits for it', async () => {
      const stream = await client.app.activity();
      await stream.next();
      const next = stream.next();
      const sampleDays = { made: 3, of: 19 };
      app.activity.set({ inFlight: 2, queued: 1, answered: 5, reachable: true, sampleDays });
      expect((await next).value).toMatchObject({ inFlight: 2, answered: 5, sampleDays });
      await stream.return(undefined);
    });

    test('an activity reader that leaves is unsubscribed', async () => {
      await expect.poll(() => app.listening()).toBe(0);
      const stream = await client.app.activity();
      await stream.next();
      expect(app.listening()).toBe(1);
      await stream.return(undefined);
      await expect.poll(() => app.listening()).toBe(0);
    });

    test('an aborted call is aborted in the main process', async () => {
      const before = app.waiting.length;
      const stop = new AbortController();
      const call = failureOf(client.results.read({ source: raceOf(TROUBLE.waits) }, { signal: stop.signal }));
      await expect.poll(() => app.waiting.length).toBe(before + 1);
      stop.abort();
      expect(await call).toBeDefined();
      await expect.poll(() => app.waiting.at(-1)?.aborted).toBe(true);
    });

    test('ending a stream aborts what it waits for', async () => {
      const before = app.waiting.length;
      const stream = await client.results.open({ source: raceOf(TROUBLE.waits) });
      await stream.next();
      const waiting = failureOf(stream.next());
      await expect.poll(() => app.waiting.length).toBe(before + 1);
      await stream.return(undefined);
      await expect.poll(() => app.waiting.at(-1)?.aborted).toBe(true);
      await waiting;
    });

    test('many calls at once are each answered with their own', async () => {
      const keys = Array.from({ length: 50 }, (_, n) => `key-${n}`);
      await Promise.all(keys.map((key) => client.settings.remember({ key, json: JSON.stringify(key) })));
      const recalled = await Promise.all(keys.map((key) => client.settings.recall({ key })));
      expect(recalled.map(({ json }) => json)).toEqual(keys.map((key) => JSON.stringify(key)));
    });

    test('the longest text that the window may remember crosses', async () => {
      const json = JSON.stringify('馬'.repeat(80_000));
      await client.settings.remember({ key: 'long', json });
      expect(await client.settings.recall({ key: 'long' })).toEqual({ json });
    });
  });
}
