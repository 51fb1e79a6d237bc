// What a host of the bridge must do: run against each of them, so that the window cannot tell them apart.

import { isDefinedError, ORPCError } from '@orpc/client';
import { isContractProcedure } from '@orpc/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type BridgeClient } from '#shared/bridge/contract.ts';
import type { Selection } from '#shared/bridge/downloads.ts';
import type { ExportRequest } from '#shared/bridge/exports.ts';
import type { View } from '#shared/views/view.ts';
import { openFakeApp, TROUBLE, type FakeApp } from './fake-app.ts';
import { RESULTS_CALLS } from './results-calls.ts';

export interface OpenHost {
  readonly client: BridgeClient;
  close(): Promise<void>;
}

const RACE_LIST = { kind: 'table', table: 't_ra', filter: { racedate: '20261115' } } as const;
const raceOf = (racekey: string) => ({ kind: 'table', table: 't_ra', filter: { racekey } }) as const;
const SELECTION: Selection = { tables: ['d_ra'], from: '20261101', to: '20261130' };
const EXPORT: ExportRequest = {
  source: RACE_LIST,
  columns: ['racekey'],
  format: 'csv',
  header: 'name',
  values: 'raw',
  language: 'en',
};

const VIEW: View = {
  id: 'v1',
  table: 't_ra',
  name: '馬場',
  content: { columns: { widths: {} }, sort: [], filters: [], quick: '' },
};

/** A call of every procedure with what it must answer. A new procedure without a row here fails the suite. */
const CALLS: Readonly<Record<string, (client: BridgeClient) => Promise<void>>> = {
  'app.about': async ({ app }) => {
    expect(await app.about()).toMatchObject({ version: '1.2.3', host: 'web', today: '20261120' });
  },
  'app.activity': async ({ app }) => {
    const stream = await app.activity();
    expect((await stream.next()).value).toMatchObject({ inFlight: 0, reachable: true });
    await stream.return(undefined);
  },
  'connection.status': async ({ connection }) => {
    const status = await connection.status();
    expect(status.keychain).toEqual({ available: false, problem: { en: 'No keychain.', ja: 'なし。' } });
  },
  'connection.trySample': async ({ connection }) => {
    expect(await connection.trySample()).toMatchObject({ mode: 'sample' });
  },
  'connection.connect': async ({ connection }) => {
    const typed = { baseUrl: 'https://service.example', apiKey: 'a', userKey: 'u' };
    expect(await connection.connect(typed)).toMatchObject({
      mode: 'account',
      userKey: 'session',
      accountBaseUrl: 'https://service.example',
    });
  },
  'connection.forgetKey': async ({ connection }) => {
    expect(await connection.forgetKey()).toMatchObject({ userKey: 'absent' });
  },
  'connection.disconnect': async ({ connection }) => {
    expect(await connection.disconnect()).toMatchObject({ mode: 'none' });
  },
  'settings.get': async ({ settings }) => {
    expect(await settings.get()).toMatchObject({ language: 'system', density: 'normal' });
  },
  'settings.update': async ({ settings }) => {
    expect(await settings.update({ theme: 'dark' })).toMatchObject({ theme: 'dark', density: 'normal' });
    expect(await settings.update({ density: 'touch' })).toMatchObject({ theme: 'dark', density: 'touch' });
  },
  'settings.remember': async ({ settings }) => {
    await settings.remember({ key: 'place', json: '{"馬":1}' });
    expect(await settings.recall({ key: 'place' })).toEqual({ json: '{"馬":1}' });
  },
  'settings.recall': async ({ settings }) => {
    expect(await settings.recall({ key: 'never kept' })).toEqual({});
  },
  'days.list': async ({ days }) => {
    const listed = await days.list({ from: '20261101', to: '20261130' });
    expect(listed.days).toEqual([{ racedate: '20261101', racecourses: ['05'], past: true }]);
  },
  'days.held': async ({ days }) => {
    expect(await days.held({ table: 'd_hj' })).toEqual({ from: '20260926', to: '20261115' });
    expect(await days.held({ table: 't_hj' })).toEqual({});
  },
  'races.conditions': async ({ races }) => {
    const held = await races.conditions({ racekeys: ['05264101', '05264102'] });
    expect(held).toEqual([{ racekey: '05264102', distance: '1600' }]);
  },
  'races.fetch': async ({ races }) => {
    let last: unknown;
    for await (const event of await races.fetch({ races: [{ racekey: '05264101' }] })) last = event;
    expect(last).toEqual({ type: 'done', missing: ['05264101'] });
  },
  ...RESULTS_CALLS,
  'views.save': async ({ views }) => {
    await views.save(VIEW);
    await expect(views.save({ ...VIEW, id: 'other' })).rejects.toMatchObject({
      data: { code: 'VIEW_NAME_TAKEN' },
    });
    expect((await views.list({ table: 't_ra' })).views).toEqual([VIEW]);
  },
  'views.setDefault': async ({ views }) => {
    await views.setDefault({ table: 't_ra', id: VIEW.id });
    expect(await views.list({ table: 't_ra' })).toMatchObject({ defaultId: VIEW.id });
  },
  'views.freeze': async ({ views }) => {
    const wanted = { table: 't_ra', name: '表計算', columns: ['racekey'] } as const;
    const { id: _id, ...layout } = await views.freeze({ ...wanted, columns: [...wanted.columns] });
    expect(layout).toEqual({ ...wanted, version: 1 });
  },
  'views.write': async ({ views }) => {
    expect(await views.write({ language: 'en' })).toMatchObject({
      views: 1,
      layouts: 1,
      path: expect.stringContaining('railbird-views-all'),
    });
  },
  'views.adopt': async ({ views }) => {
    const { table, name, content } = VIEW;
    const file = {
      format: 'railbird-views',
      version: 1,
      views: [{ table, name, content }],
      layouts: [],
    } as const;
    const added = await views.adopt({ ...file, views: [...file.views], layouts: [] });
    expect(added).toEqual({ views: [{ table, name: `${name} (2)` }], layouts: 0, renamed: 1 });
  },
  'views.remove': async ({ views }) => {
    await views.remove({ id: VIEW.id });
    expect((await views.list({ table: 't_ra' })).defaultId).toBeUndefined();
  },
  'views.list': async ({ views }) => {
    expect(await views.list({ table: 'd_hj' })).toEqual({ views: [], layouts: [] });
  },
  'views.keepLayout': async ({ views }) => {
    await views.keepLayout({ id: 'l', table: 'd_hj', name: 'macro', version: 3, columns: ['racekey'] });
    const { layouts } = await views.list({ table: 'd_hj' });
    expect(layouts.map(({ version }) => version)).toEqual([3]);
  },
  'views.removeLayout': async ({ views }) => {
    await views.removeLayout({ id: 'l' });
    expect((await views.list({ table: 'd_hj' })).layouts).toEqual([]);
  },
  'exports.start': async ({ exports }) => {
    expect((await exports.start(EXPORT)).exportId).toMatch(/./);
  },
  'exports.watch': async ({ exports }) => {
    const { exportId } = await exports.start(EXPORT);
    let last: unknown;
    for await (const event of await exports.watch({ exportId })) last = event;
    expect(last).toMatchObject({ type: 'done', records: 2, download: `/exports/${exportId}` });
  },
  'exports.cancel': async ({ exports }) => {
    const { exportId } = await exports.start({ ...EXPORT, columns: ['race_name'] });
    expect(await exports.cancel({ exportId })).toEqual({});
  },
  'downloads.plan': async ({ downloads }) => {
    const [plan] = await downloads.plan(SELECTION);
    expect(plan).toMatchObject({ table: 'd_ra', requests: 1, isCalendarKnown: true });
  },
  'downloads.start': async ({ downloads }) => {
    expect(await downloads.start(SELECTION)).toMatchObject({
      ...SELECTION,
      state: 'waiting',
      kind: 'period',
    });
  },
  'downloads.list': async ({ downloads }) => {
    const { id } = await downloads.start(SELECTION);
    expect((await downloads.list()).map((job) => job.id)).toContain(id);
  },
  'downloads.watch': async ({ downloads }) => {
    const { id } = await downloads.start(SELECTION);
    const stream = await downloads.watch();
    const next = async () => {
      const event = await stream.next();
      return event.done === true ? undefined : event.value;
    };
    expect((await next())?.jobs.map((job) => job.id)).toContain(id);
    await downloads.pause({ id });
    expect(await next()).toMatchObject({ jobs: [{ id, state: 'paused' }], gone: [] });
    await downloads.cancel({ id });
    await downloads.forget({ id });
    let gone: readonly string[] = [];
    while (gone.length === 0) gone = (await next())?.gone ?? ['the stream ended'];
    expect(gone).toEqual([id]);
    await stream.return(undefined);
  },
  'downloads.pause': async ({ downloads }) => {
    const { id } = await downloads.start(SELECTION);
    expect(await downloads.pause({ id })).toMatchObject({ id, state: 'paused' });
  },
  'downloads.resume': async ({ downloads }) => {
    const { id } = await downloads.start(SELECTION);
    await downloads.pause({ id });
    expect(await downloads.resume({ id })).toMatchObject({ id, state: 'waiting' });
  },
  'downloads.cancel': async ({ downloads }) => {
    const { id } = await downloads.start(SELECTION);
    expect(await downloads.cancel({ id })).toMatchObject({ id, state: 'cancelled' });
  },
  'downloads.retry': async ({ downloads }) => {
    const { id } = await downloads.start(SELECTION);
    await downloads.cancel({ id });
    expect(await downloads.retry({ id })).toMatchObject({ id, state: 'waiting' });
  },
  'downloads.forget': async ({ downloads }) => {
    const { id } = await downloads.start(SELECTION);
    expectCoded(await failureOf(downloads.forget({ id })), { code: 'DOWNLOAD_ACTIVE', values: {} });
    await downloads.cancel({ id });
    expect(await downloads.forget({ id })).toEqual({});
    expectCoded(await failureOf(downloads.forget({ id })), { code: 'DOWNLOAD_GONE', values: {} });
  },
  'downloads.calendar': async ({ downloads }) => {
    const [calendar] = await downloads.calendar(SELECTION);
    expect(calendar).toEqual({
      table: 'd_ra',
      days: [{ racedate: '20261101', state: 'complete', records: 36, fetchedAt: 1 }],
    });
  },
  'downloads.fillGaps': async ({ downloads }) => {
    expect(await downloads.fillGaps(SELECTION)).toMatchObject({ ...SELECTION, kind: 'gaps' });
  },
  'downloads.usage': async ({ downloads }) => {
    const { tables, fileBytes } = await downloads.usage();
    expect(tables).toEqual([{ table: 'm_uk', records: 3, bytes: 300, days: 0 }]);
    expect(fileBytes).toBe(4096);
  },
  'downloads.remove': async ({ downloads }) => {
    expect(await downloads.remove({ tables: ['m_uk'] })).toEqual({ records: 3 });
  },
};

/** Names of all procedures of the contract, `feature.procedure`. */
const procedures = Object.entries(contract).flatMap(([feature, members]) =>
  Object.entries(members)
    .filter(([, member]) => isContractProcedure(member))
    .map(([name]) => `${feature}.${name}`),
);

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const expectCoded = (error: unknown, data: unknown) => {
  expect(error).toBeInstanceOf(ORPCError);
  expect(error instanceof ORPCError && isDefinedError(error)).toBe(true);
  expect(error).toMatchObject({ code: 'RAILBIRD', data });
};

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

    for (const [procedure, call] of Object.entries(CALLS)) test(`${procedure} answers`, () => call(client));

    test('a coded error crosses with its code and values', async () => {
      const error = await failureOf(client.results.read({ source: raceOf(TROUBLE.coded) }));
      expectCoded(error, { code: 'TOO_MANY_REQUESTS', values: { seconds: 7 } });
    });

    test('a coded error crosses in the middle of a stream', async () => {
      const stream = await client.results.open({ source: raceOf(TROUBLE.coded) });
      expect((await stream.next()).value).toMatchObject({ type: 'progress' });
      expectCoded(await failureOf(stream.next()), { code: 'TOO_MANY_REQUESTS', values: { seconds: 7 } });
    });

    test('an unknown error crosses as INTERNAL with the id that the log has, and tells nothing else', async () => {
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

    test('a reader who leaves is forgotten', async () => {
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

    test('the longest text that may be remembered crosses', async () => {
      const json = JSON.stringify('馬'.repeat(80_000));
      await client.settings.remember({ key: 'long', json });
      expect(await client.settings.recall({ key: 'long' })).toEqual({ json });
    });
  });
}
