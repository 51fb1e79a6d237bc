// Settings, views and the list of downloads on disk: damaged, of a newer version, on a full disk, and written by two
// processes at once. The tests use the window's procedures.

import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { LAST_VERSION, type SavedView } from '#shared/saved-views/view.ts';
import { temporaryName } from './files/temporary-files.ts';
import { openSettingsFile } from './settings/settings-file.ts';
import { commandLine } from './testing/command-line.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { codeOf, openApp, type OpenAppOptions } from './testing/open-app.ts';
import { threeDays } from './testing/three-days.ts';

let dataDir = '';
let opened: { readonly close: () => Promise<void> }[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-states-'));
  opened = [];
});
afterEach(async () => {
  for (const app of opened) await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function open(options?: OpenAppOptions) {
  const app = await openApp(dataDir, options);
  opened.push(app);
  return {
    ...app,
    close: async () => {
      opened = opened.filter((each) => each !== app);
      await app.close();
    },
  };
}

const view = (id: string, name = `view ${id}`): SavedView => ({
  id,
  table: 'd_ra',
  name,
  content: { columns: { shown: ['racekey'], widths: {} }, sort: [], filters: [], quick: '' },
});

const pathOf = (name: string) => join(dataDir, name);
const namesOf = async (client: BridgeClient) =>
  (await client.views.list({ table: 'd_ra' })).views.map(({ name }) => name);
const damagedCopies = async (of: string) =>
  (await readdir(dataDir)).filter((name) => name.startsWith(`${of}.damaged-`));

/** Files as the app writes them: a theme, an account, a remembered grid, two views, a layout, a default. */
async function livedIn() {
  const app = await open({ isUnconnected: true });
  await app.client.settings.update({ theme: 'dark', language: 'ja' });
  await app.client.settings.remember({ key: 'grid', json: '{"a":1}' });
  await app.client.connection.connect({ baseUrl: 'http://service.example', apiKey: 'app', userKey: 'user' });
  await app.client.views.save(view('1', '展開'));
  await app.client.views.save(view('2', '調教'));
  await app.client.views.freeze({ table: 'd_ra', name: 'macro', columns: ['racekey'] });
  await app.client.views.setDefault({ table: 'd_ra', id: '1' });
  await app.close();
}

async function change(name: string, edit: (text: string) => string): Promise<string> {
  const before = await readFile(pathOf(name), 'utf8');
  const after = edit(before);
  expect(after).not.toBe(before);
  await writeFile(pathOf(name), after);
  return after;
}

describe('a damaged file', () => {
  it('of settings costs the one invalid value, is kept as a copy, and is reported until dismissed', async () => {
    await livedIn();
    const damaged = await change('settings.json', (text) => text.replace('"dark"', '"purple"'));
    const app = await open({ isUnconnected: true });
    expect(await app.client.settings.get()).toEqual({
      language: 'ja',
      theme: 'system',
      density: 'normal',
      names: 'kana',
      sqlSeconds: 60,
      asksForUpdates: true,
    });
    expect(await app.client.connection.status()).toMatchObject({ mode: 'account' });
    expect(await app.client.settings.recall({ key: 'grid' })).toEqual({ json: '{"a":1}' });
    const [copy = ''] = await damagedCopies('settings.json');
    expect(await readFile(pathOf(copy), 'utf8')).toBe(damaged);
    const [notice] = await app.notices();
    expect(notice).toMatchObject({
      subject: 'settings',
      file: pathOf('settings.json'),
      movedTo: pathOf(copy),
      gone: [{ en: 'The theme.' }],
    });
    await app.close();

    const again = await open();
    expect(await again.notices()).toHaveLength(1);
    await again.client.notices.dismiss({ id: notice!.id });
    await again.close();
    expect(await (await open()).notices()).toEqual([]);
    expect(await damagedCopies('settings.json')).toEqual([copy]);
  });

  it('of views costs the one invalid view, which is named', async () => {
    await livedIn();
    await change('views.json', (text) => text.replace('"quick": ""', '"quick": 5'));
    const app = await open();
    expect(await namesOf(app.client)).toEqual(['調教']);
    expect((await app.client.views.list({ table: 'd_ra' })).layouts).toHaveLength(1);
    expect(await app.notices()).toMatchObject([
      { subject: 'views', gone: [{ en: 'The view “展開” (d_ra).' }] },
    ]);
  });

  it.each([
    [
      'a flipped byte in the first view',
      (text: string) => text.replace('"name": "展開"', '"name": x展開"'),
      ['調教'],
    ],
    ['the end cut off', (text: string) => text.slice(0, text.indexOf('"layouts"') - 30), ['展開']],
    ['a lost bracket', (text: string) => text.replace('"views": [', '"views": '), []],
  ])('that is no longer JSON (%s) still yields the readable views', async (_, edit, names) => {
    await livedIn();
    await change('views.json', edit);
    const app = await open();
    expect(await namesOf(app.client)).toEqual(names);
    expect(await app.notices()).toHaveLength(1);
    expect(await damagedCopies('views.json')).toHaveLength(1);
  });

  it.each(['', '[]', 'null', '\0\0\0\0', '{"version":1}', '"settings"'])(
    'without readable content (%j) starts with the defaults, and a second damage does not overwrite the first copy',
    async (text) => {
      await livedIn();
      const first = await change('settings.json', (before) => before.replace('"dark"', '"purple"'));
      await (await open()).close();
      await writeFile(pathOf('settings.json'), text);
      const app = await open({ isUnconnected: true });
      expect(await app.client.settings.get()).toMatchObject({ theme: 'system' });
      await app.client.settings.update({ theme: 'light' });
      const copies = await damagedCopies('settings.json');
      const texts = await Promise.all(copies.map((copy) => readFile(pathOf(copy), 'utf8')));
      expect(texts).toContain(first);
      // A file with nothing but a version loses nothing.
      expect(await app.notices()).toHaveLength(text === '{"version":1}' ? 1 : 2);
      expect(texts).toHaveLength(text === '{"version":1}' ? 1 : 2);
    },
  );

  it('of downloads costs the one invalid job', async () => {
    const period = { from: '20261107', to: '20261114' };
    const app = await open();
    await app.client.downloads.start({ tables: ['d_ra'], ...period });
    await app.client.downloads.start({ tables: ['d_se'], ...period });
    await app.close();
    const [name = ''] = (await readdir(pathOf('archive'))).filter((file) => file.endsWith('.jobs.json'));
    await change(join('archive', name), (text) => text.replace('"d_se"', '"no table"'));
    const again = await open();
    expect((await again.client.downloads.list()).map(({ tables }) => tables)).toEqual([['d_ra']]);
    expect(await again.notices()).toMatchObject([{ subject: 'downloads', gone: [{}] }]);
  });

  it('is reported in the terminal as well', async () => {
    const line = await commandLine();
    try {
      await writeFile(join(line.dataDir, 'settings.json'), '{"version":1,"settings":{"theme":"purple"}}');
      expect((await line.run('coverage d_ra')).messages).toMatch(/notices/);
      expect((await line.run('notices')).out).toMatch(/The theme\./);
    } finally {
      await line.remove();
    }
  });

  it('stays as it is if no copy can be made, which is reported, and nothing overwrites it', async ({
    skip,
  }) => {
    if (process.platform === 'win32' || process.getuid?.() === 0)
      return skip('needs a user who may not write everywhere');
    await livedIn();
    const damaged = await change('views.json', (text) => text.replace('"quick": ""', '"quick": 5'));
    await chmod(dataDir, 0o500);
    try {
      const app = await open();
      expect(await namesOf(app.client)).toEqual(['調教']);
      expect(await codeOf(app.client.views.save(view('3')))).toBe('FILE_FAILED');
      expect(await namesOf(app.client)).toEqual(['調教']);
      expect(await app.notices()).toHaveLength(1);
      expect(await readFile(pathOf('views.json'), 'utf8')).toBe(damaged);
    } finally {
      await chmod(dataDir, 0o700);
    }
  });
});

describe('a file of a newer version', () => {
  it('of settings prevents the start with a message, and stays as it is', async () => {
    const newer = '{"version":2,"settings":{"theme":"aurora"}}';
    await writeFile(pathOf('settings.json'), newer);
    await expect(openApp(dataDir)).rejects.toMatchObject({ code: 'FILE_NEWER' });
    expect(await readFile(pathOf('settings.json'), 'utf8')).toBe(newer);
    expect(await damagedCopies('settings.json')).toEqual([]);
  });

  it('of views is refused at each use and reported, and stays as it is', async () => {
    const newer = '{"version":2,"views":{"new":"form"}}';
    await writeFile(pathOf('views.json'), newer);
    for (let start = 0; start < 2; start += 1) {
      const app = await open();
      expect(await codeOf(app.client.views.list({ table: 'd_ra' }))).toBe('FILE_NEWER');
      expect(await codeOf(app.client.views.save(view('1')))).toBe('FILE_NEWER');
      expect(await app.notices()).toHaveLength(1);
      await app.close();
    }
    expect(await readFile(pathOf('views.json'), 'utf8')).toBe(newer);
  });

  it('of downloads is refused and reported, and stays as it is', async () => {
    const app = await open();
    await app.client.downloads.list();
    await app.client.downloads.start({ tables: ['d_ra'], from: '20261107', to: '20261107' });
    await app.close();
    const [name = ''] = (await readdir(pathOf('archive'))).filter((file) => file.endsWith('.jobs.json'));
    const newer = await change(join('archive', name), (text) => text.replace('"version": 1', '"version": 2'));
    const again = await open();
    expect(await codeOf(again.client.downloads.list())).toBe('FILE_NEWER');
    expect(await again.notices()).toMatchObject([{ subject: 'downloads' }]);
    await again.close();
    expect(await readFile(pathOf(join('archive', name)), 'utf8')).toBe(newer);
  });

  it('is reported in the terminal too, with the exit code of a refusal by this machine', async () => {
    const line = await commandLine();
    try {
      await writeFile(join(line.dataDir, 'settings.json'), '{"version":2}');
      const ended = await line.run('coverage d_ra');
      expect(ended.code).toBe(6);
      expect(ended.messages).toContain('newer version of Railbird');
    } finally {
      await line.remove();
    }
  });

  it('that appears while the app runs is not overwritten', async () => {
    const app = await open();
    await app.client.settings.update({ theme: 'dark' });
    const newer = (await readFile(pathOf('settings.json'), 'utf8')).replace('"version": 1', '"version": 2');
    await writeFile(pathOf('settings.json'), newer);
    expect(await codeOf(app.client.settings.update({ theme: 'light' }))).toBe('FILE_NEWER');
    expect(await readFile(pathOf('settings.json'), 'utf8')).toBe(newer);
  });
});

describe('what is written', () => {
  it('remains readable, whatever a shared file of views contains', async () => {
    const app = await open();
    await app.client.views.save(view('1', 'mine'));
    const layout = { table: 'd_ra' as const, name: 'l', columns: ['racekey'] };
    const hostile = { format: 'railbird-views' as const, version: 1 as const, views: [] };
    const largest = { ...layout, version: Number.MAX_SAFE_INTEGER };
    expect(await codeOf(app.client.views.adopt({ ...hostile, layouts: [largest] }))).not.toBe('none');
    await app.client.views.adopt({ ...hostile, layouts: [{ ...layout, version: LAST_VERSION }] });
    expect(await codeOf(app.client.views.freeze(layout))).toBe('NO_FURTHER_VERSION');
    expect(await app.client.views.freeze({ ...layout, name: 'other' })).toMatchObject({ version: 1 });
    expect(await namesOf(app.client)).toEqual(['mine']);
    await app.close();
    expect(await namesOf((await open()).client)).toEqual(['mine']);
    expect(await damagedCopies('views.json')).toEqual([]);
  });

  it('does not accept a pace that is not a number, and the settings stay as they were', async () => {
    await livedIn();
    const before = await readFile(pathOf('settings.json'), 'utf8');
    const settings = await openSettingsFile({ dataDir, notify: () => undefined });
    for (const perSecond of [Infinity, Number.NaN]) {
      const change = settings.update((state) => ({
        ...state,
        paces: { 'http://service.example': { perSecond } },
      }));
      await expect(change).rejects.toThrow(/perSecond/);
    }
    expect(await readFile(pathOf('settings.json'), 'utf8')).toBe(before);
  });
});

describe('a full disk', () => {
  /** A folder at the path of the lock: nothing can be written until it is gone. */
  const full = async (name: string) => {
    // A write in progress has the lock first.
    await expect
      .poll(() =>
        mkdir(pathOf(`${name}.lock`)).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  };
  const freed = (name: string) => rm(pathOf(`${name}.lock`), { recursive: true });

  it('refuses a choice, which is then not shown as made', async () => {
    const app = await open();
    await app.client.settings.update({ theme: 'dark' });
    await full('settings.json');
    expect(await codeOf(app.client.settings.update({ theme: 'light' }))).toBe('FILE_FAILED');
    expect(await app.client.settings.get()).toMatchObject({ theme: 'dark' });
    await freed('settings.json');
    await app.client.settings.update({ density: 'touch' });
    expect(await app.client.settings.get()).toMatchObject({ theme: 'dark', density: 'touch' });
  });

  it('refuses a connection, and the service stays the same', async () => {
    await livedIn();
    const app = await open({ isUnconnected: true });
    await full('settings.json');
    expect(await codeOf(app.client.connection.disconnect())).toBe('FILE_FAILED');
    expect(await app.client.connection.status()).toMatchObject({ mode: 'account' });
    await freed('settings.json');
  });

  it('refuses a download, which is not in the list and never runs, then or after a restart', async () => {
    const service = threeDays();
    const period = { from: '20261107', to: '20261114' };
    const app = await open({ service });
    await app.client.downloads.start({ tables: ['d_ra'], from: '20261107', to: '20261107' });
    const [name = ''] = (await readdir(pathOf('archive'))).filter((file) => file.endsWith('.jobs.json'));
    await done(app.client, 1);
    await full(join('archive', name));
    expect(await codeOf(app.client.downloads.start({ tables: ['d_se'], ...period }))).toBe('FILE_FAILED');
    expect(await app.client.downloads.list()).toHaveLength(1);
    await freed(join('archive', name));
    await app.client.downloads.start({ tables: ['d_ra'], ...period });
    await done(app.client, 2);
    await app.close();
    const again = await open({ service });
    again.core.start();
    expect((await again.client.downloads.list()).map(({ tables }) => tables)).toEqual([['d_ra'], ['d_ra']]);
    expect(service.requests.filter((request) => request.startsWith('d_se'))).toEqual([]);
  });

  it('does not undo a pause, which is reported, and stored as soon as there is space', async () => {
    const service = threeDays();
    service.misbehave = ({ table }) => (table === 'd_ra' ? new Promise(() => undefined) : undefined);
    const clock = new FakeClock();
    const app = await open({ service, clock });
    const { id } = await app.client.downloads.start({ tables: ['d_ra'], from: '20261107', to: '20261114' });
    const [name = ''] = (await readdir(pathOf('archive'))).filter((file) => file.endsWith('.jobs.json'));
    const path = pathOf(join('archive', name));
    await full(join('archive', name));
    expect(await codeOf(app.client.downloads.pause({ id }))).toBe('FILE_FAILED');
    expect(await app.client.downloads.list()).toMatchObject([{ id, state: 'paused' }]);
    await freed(join('archive', name));
    await expect
      .poll(async () => {
        await clock.advance(5_000);
        return readFile(path, 'utf8');
      })
      .toMatch(/"state": "paused"/);
  });
});

/** Waits until so many jobs have ended. */
async function done(client: BridgeClient, jobs: number): Promise<void> {
  await expect
    .poll(async () => (await client.downloads.list()).filter(({ state }) => state === 'done').length)
    .toBe(jobs);
}

describe('leftovers of a killed process in the data folder', () => {
  it('are cleared at the next start, and files that another process is writing are not', async () => {
    await livedIn();
    const dead = '.settings.json.0123456789ab.part';
    const alive = temporaryName('views.json', 'aa');
    for (const name of [dead, alive]) await writeFile(pathOf(name), 'half');
    const long = new Date(Date.now() - 48 * 3_600_000);
    await utimes(pathOf(dead), long, long);
    await (await open()).close();
    expect((await readdir(dataDir)).filter((name) => name.endsWith('.part'))).toEqual([alive]);
  });
});

describe('two processes on one data folder', () => {
  it('see and keep each other’s changes', async () => {
    const [one, other] = [await open(), await open({ isUnconnected: true })];
    await one.client.views.save(view('1', 'mine'));
    await one.client.settings.update({ theme: 'dark' });
    await other.client.views.save(view('2', 'other'));
    await other.client.settings.update({ density: 'touch' });
    await one.client.settings.remember({ key: 'grid', json: '1' });
    for (const { client } of [one, other]) {
      expect(await namesOf(client)).toEqual(['mine', 'other']);
      expect(await client.settings.get()).toMatchObject({ theme: 'dark', density: 'touch' });
      expect(await client.settings.recall({ key: 'grid' })).toEqual({ json: '1' });
    }
  });

  it('do not both create a view of the same name, and create each version of a layout once', async () => {
    const [one, other] = [await open(), await open({ isUnconnected: true })];
    const both = [one, other].map(({ client }, at) => codeOf(client.views.save(view(`${at}`, 'same'))));
    expect((await Promise.all(both)).toSorted()).toEqual(['VIEW_NAME_TAKEN', 'none']);
    const frozen = await Promise.all(
      [one, other].map(({ client }) =>
        client.views.freeze({ table: 'd_ra', name: 'macro', columns: ['racekey'] }),
      ),
    );
    expect(new Set(frozen.map(({ version }) => version))).toEqual(new Set([1, 2]));
  });

  it('of which one is a terminal: a choice in the window is not overwritten', async () => {
    const line = await commandLine();
    try {
      let app: Awaited<ReturnType<typeof openApp>> | undefined;
      line.service.misbehave = async () => {
        app ??= await openApp(line.dataDir, { isUnconnected: true });
        await app.client.settings.update({ theme: 'dark' });
        return {};
      };
      expect(await line.run('query d_ra --from 2026-11-07 --to 2026-11-08')).toMatchObject({ code: 0 });
      await app?.close();
      const settings: unknown = JSON.parse(await readFile(join(line.dataDir, 'settings.json'), 'utf8'));
      expect(settings).toMatchObject({
        settings: { theme: 'dark' },
        paces: { 'http://service.example': {} },
      });
    } finally {
      await line.remove();
    }
  });
});
