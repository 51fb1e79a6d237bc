// A call of every procedure with its expected answer. A new procedure without a row fails the contract suite.

import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { Calls } from './call.ts';
import { ANNOTATIONS_CALLS } from './calls-of-annotations.ts';
import { BETS_CALLS } from './calls-of-bets.ts';
import { expectCoded, failureOf } from './coded-failure.ts';
import { DOWNLOADS_CALLS } from './calls-of-downloads.ts';
import { EXPORTS_CALLS } from './calls-of-exports.ts';
import { FIND_CALLS } from './calls-of-find.ts';
import { NOTICES_CALLS } from './calls-of-notices.ts';
import { READINGS_CALLS } from './calls-of-readings.ts';
import { RESULTS_CALLS } from './calls-of-results.ts';
import { RULES_CALLS } from './calls-of-rules.ts';
import { SQL_CALLS } from './calls-of-sql.ts';
import { UPDATES_CALLS } from './calls-of-updates.ts';
import { VIEWS_CALLS } from './calls-of-views.ts';

export const CALLS: Calls = {
  'app.about': async ({ app }) => {
    expect(await app.about()).toMatchObject({ version: '1.2.3', host: 'web', today: '20261120' });
  },
  'app.addresses': async ({ app }) => {
    const stream = await app.addresses();
    expect((await stream.next()).value).toEqual({ address: 'railbird://settings' });
    await stream.return(undefined);
  },
  'app.files': async ({ app }) => {
    const stream = await app.files();
    expect((await stream.next()).value).toEqual({ name: 'mine.railbird-bets', text: 'a line' });
    await stream.return(undefined);
  },
  'app.report': async ({ app }) => {
    expect(await app.report()).toEqual({ text: 'what happened' });
  },
  'app.writeReport': async ({ app }) => {
    const { path = '' } = await app.writeReport({ text: 'read, with a-key', language: 'en' });
    expect(path).toContain('railbird-report-20261120');
    expect(await readFile(path, 'utf8')).toBe('read, with •••');
  },
  'app.activity': async ({ app }) => {
    const stream = await app.activity();
    expect((await stream.next()).value).toMatchObject({ inFlight: 0, reachable: true });
    await stream.return(undefined);
  },
  'connection.status': async ({ connection }) => {
    const status = await connection.status();
    expect(status.keychain).toEqual({
      available: false,
      problem: { code: 'KEYCHAIN_NO_SERVICE', values: {} },
    });
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
  'connection.switchAccount': async ({ connection }) => {
    const typed = { baseUrl: 'https://service.example', apiKey: 'a', userKey: 'u' };
    const { account = '' } = await connection.connect(typed);
    await connection.disconnect();
    expect(await connection.switchAccount({ account })).toMatchObject({ mode: 'account', account });
    await connection.disconnect();
  },
  'connection.renameAccount': async ({ connection }) => {
    const typed = { baseUrl: 'https://service.example', apiKey: 'a', userKey: 'u' };
    const { account = '' } = await connection.connect(typed);
    expect(await connection.renameAccount({ account, name: ' 予想用 ' })).toMatchObject({
      accounts: [{ id: account, name: '予想用' }],
    });
    await connection.disconnect();
  },
  'connection.forgetAccount': async ({ connection }) => {
    const typed = { baseUrl: 'https://service.example', apiKey: 'a', userKey: 'u' };
    const { account = '' } = await connection.connect(typed);
    expect(await connection.forgetAccount({ account })).toMatchObject({ mode: 'none', accounts: [] });
  },
  'connection.retryKeychain': async ({ connection }) => {
    expect((await connection.retryKeychain()).keychain).toMatchObject({ available: false });
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
    // Two windows add to the same text: the later one is refused, and begins again with what is stored.
    await settings.remember({ key: 'list', json: '1', over: '' });
    await settings.remember({ key: 'list', json: '2', over: '1' });
    for (const over of ['1', ''])
      expectCoded(await failureOf(settings.remember({ key: 'list', json: '3', over })), {
        code: 'CHANGED_ELSEWHERE',
      });
    expect(await settings.recall({ key: 'list' })).toEqual({ json: '2' });
  },
  'settings.recall': async ({ settings }) => {
    expect(await settings.recall({ key: 'never kept' })).toEqual({});
  },
  'days.page': async ({ days }) => {
    expect(await days.page({ racedate: '20261115', sheets: [{ record: 'race' }] })).toEqual({ sheets: [] });
  },
  'days.list': async ({ days }) => {
    const listed = await days.list({ from: '20261101', to: '20261130' });
    expect(listed.days).toEqual([{ racedate: '20261101', racecourses: ['05'], past: true }]);
  },
  'days.stored': async ({ days }) => {
    expect(await days.stored({ table: 'd_hj' })).toEqual({ from: '20260926', to: '20261115' });
    expect(await days.stored({ table: 't_hj' })).toEqual({});
  },
  'races.conditions': async ({ races }) => {
    const stored = await races.conditions({ racekeys: ['05264101', '05264102'] });
    expect(stored).toEqual([{ racekey: '05264102', distance: '1600' }]);
  },
  'races.page': async ({ races }) => {
    const page = await races.page({ racekey: '05264102', sheets: [{ record: 'entry' }] });
    expect(page).toEqual({ racedate: '20261115', sheets: [] });
  },
  'races.works': async ({ races }) => {
    const works = await races.works({ trainer_cd: '10001', horse_id: '', before: '20261115' });
    expect(works).toMatchObject({ winners: [{ racekey: '10001', racedate: '20261115' }], ofTrainer: 2 });
  },
  'races.entries': async ({ races }) => {
    const found = await races.entries({ horse_id: 'HX0000000101', from: '20261115' });
    expect(found.entries).toEqual([
      { entry: { racekey: '05264811', jockey_name: 'HX0000000101' }, isWithdrawn: false },
    ]);
    expect(found.days).toEqual([{ racedate: '20261115', races: 12 }]);
  },
  'races.rivals': async ({ races }) => {
    const found = await races.rivals({ horse_ids: ['HX0000000101'], before: '20261115' });
    expect(found).toEqual([{ racekey: '05264811', horse_id: 'HX0000000101' }]);
  },
  'races.carriedWeights': async ({ races }) => {
    const run = { racekey: '05264811', horse_number: 7 };
    expect(await races.carriedWeights({ runs: [run] })).toEqual([{ ...run, weight: '570' }]);
  },
  'races.versionTimes': async ({ races }) => {
    expect(await races.versionTimes({ racekey: '05264101' })).toEqual([1, 2]);
  },
  'races.knownAt': async ({ races }) => {
    const known = await races.knownAt({ racekey: '05264101', at: 2 });
    expect(known).toEqual({ race: [{ racekey: '05264101' }], entry: [], prerace: [] });
  },
  'races.fetch': async ({ races }) => {
    let last: unknown;
    for await (const event of await races.fetch({ races: [{ racekey: '05264101' }], record: 'race' }))
      last = event;
    expect(last).toEqual({ type: 'done', missing: ['05264101'] });
  },
  ...ANNOTATIONS_CALLS,
  ...BETS_CALLS,
  ...FIND_CALLS,
  ...RESULTS_CALLS,
  ...UPDATES_CALLS,
  ...VIEWS_CALLS,
  ...EXPORTS_CALLS,
  ...DOWNLOADS_CALLS,
  ...NOTICES_CALLS,
  ...READINGS_CALLS,
  ...RULES_CALLS,
  ...SQL_CALLS,
};
