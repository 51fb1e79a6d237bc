import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import type { NewNotice } from '../files/notices.ts';
import { openSettingsFile, type SettingsFile } from '../settings/settings-file.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { codeOf, openApp } from '../testing/open-app.ts';
import type { UpdateSource } from './update-source.ts';
import { Updates, type UpdatesDeps } from './updates.ts';

const HOUR = 3_600_000;

let dataDir = '';
let settings: SettingsFile;
let clock: FakeClock;
let asked = 0;
let quits = 0;
let notices: NewNotice[] = [];
let dismissed: string[] = [];
let offer: () => Promise<{ version: string; isTaken: boolean }>;
let fetched: (onPercent: (percent: number) => void) => Promise<void>;
let isBusy = false;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'railbird-updates-'));
  settings = await openSettingsFile({ dataDir, notify: () => undefined });
  clock = new FakeClock();
  [asked, quits, notices, dismissed, isBusy] = [0, 0, [], [], false];
  offer = async () => ({ version: '1.1.0', isTaken: true });
  fetched = async (onPercent) => onPercent(100);
});
afterEach(async () => {
  await settings.close();
  rmSync(dataDir, { recursive: true });
});

const source: UpdateSource = {
  feed: 'https://example.com/railbird',
  newest: () => {
    asked += 1;
    return offer();
  },
  download: (onPercent) => fetched(onPercent),
  cancel: () => undefined,
  install: async () => ({ program: '/apps/Railbird.AppImage' }),
};

const open = (
  origin: UpdatesDeps['origin'] = { installedBy: 'app', source },
  version: string = '1.0.0',
): Updates =>
  new Updates({
    version,
    origin,
    settings,
    clock,
    isBusy: async () => isBusy,
    quit: () => (quits += 1),
    notices: {
      add: async (notice) => void notices.push(notice),
      dismiss: async (id) => void dismissed.push(id),
    },
    report: () => undefined,
  });

const statusOf = async (updates: Updates) => {
  const stream = updates.watch();
  const { value } = await stream.next();
  await stream.return();
  return value;
};

test('the feed is asked once a day, also across starts, and not before the start is over', async () => {
  const first = open();
  first.start();
  await clock.advance(59_000);
  expect(asked).toBe(0);
  await clock.advance(2000);
  await expect.poll(() => asked).toBe(1);
  await expect.poll(() => settings.state.updates.askedAt).toBeDefined();
  for (let hour = 0; hour < 23; hour += 1) await clock.advance(HOUR);
  expect(asked).toBe(1);
  first.close();
  const next = open();
  next.start();
  await clock.advance(2 * 60_000);
  expect(asked).toBe(1);
  for (let hour = 0; hour < 2; hour += 1) await clock.advance(HOUR);
  await expect.poll(() => asked).toBe(2);
  next.close();
});

test('it is not asked by itself once the user has turned that off, but by hand', async () => {
  await settings.update((state) => ({ ...state, settings: { ...state.settings, asksForUpdates: false } }));
  const updates = open();
  updates.start();
  for (let hour = 0; hour < 48; hour += 1) await clock.advance(HOUR);
  expect(asked).toBe(0);
  expect(await updates.check()).toMatchObject({ offered: { version: '1.1.0', isNewer: true } });
  updates.close();
});

test('a new version is announced once, and nothing is downloaded by itself', async () => {
  let downloads = 0;
  fetched = async () => void (downloads += 1);
  const updates = open();
  await updates.check();
  await updates.check();
  expect(notices.map(({ what }) => what.en)).toEqual(['Railbird 1.1.0 is available']);
  offer = async () => ({ version: '1.2.0', isTaken: true });
  await updates.check();
  expect(notices).toHaveLength(2);
  expect(downloads).toBe(0);
});

test.each(['1.1.0', '1.10.0'])(
  'the notice goes once its version or a later one runs (%s), also without a feed',
  async (installed) => {
    const before = open();
    await before.check();
    before.start();
    before.close();
    expect(dismissed).toEqual([]);
    const after = open({ without: 'feed', installedBy: 'app' }, installed);
    after.start();
    expect(dismissed).toEqual([`${notices[0]?.subject}-${notices[0]?.key}`]);
  },
);

test('the notice goes when a look finds nothing newer, and a look that fails leaves it', async () => {
  const updates = open();
  await updates.check();
  offer = () => Promise.reject(new RailbirdError('UPDATE_FEED_MISSING', { feed: 'f' }));
  await updates.check();
  expect(dismissed).toEqual([]);
  offer = async () => ({ version: '1.1.0', isTaken: false });
  await updates.check();
  expect(dismissed).toEqual(['other-update']);
});

test('this version, an older one, and one for other systems are no new version', async () => {
  for (const version of ['1.0.0', '0.9.0', '2.0.0']) {
    offer = async () => ({ version, isTaken: false });
    const updates = open();
    expect(await updates.check()).toMatchObject({ offered: { version, isNewer: false, isTaken: false } });
    expect(updates.download()).toMatchObject({ state: 'idle' });
  }
  expect(notices).toEqual([]);
});

test('it restarts only when the user says so, when nothing is on its way, and after everything is closed', async () => {
  const updates = open();
  await updates.check();
  expect(await updates.install()).toMatchObject({ state: 'idle' });
  updates.download();
  await expect.poll(() => statusOf(updates)).toMatchObject({ state: 'ready' });
  expect(quits).toBe(0);
  isBusy = true;
  await expect(updates.install()).rejects.toMatchObject({ code: 'UPDATE_WAITS' });
  expect(quits).toBe(0);
  expect(await updates.installPending()).toBeUndefined();
  isBusy = false;
  expect(await updates.install()).toMatchObject({ state: 'installing' });
  expect(quits).toBe(1);
  expect(await updates.installPending()).toEqual({ program: '/apps/Railbird.AppImage' });
});

test('what fails is in the status until the next step, and nothing else happens', async () => {
  offer = () => Promise.reject(new RailbirdError('UPDATE_FEED_MISSING', { feed: 'f' }));
  const updates = open();
  expect(await updates.check()).toMatchObject({ state: 'idle', problem: { code: 'UPDATE_FEED_MISSING' } });
  expect(settings.state.updates).toEqual({});
  offer = async () => ({ version: '1.1.0', isTaken: true });
  expect((await updates.check()).problem).toBeUndefined();
  fetched = () => Promise.reject(new RailbirdError('UPDATE_DAMAGED'));
  updates.download();
  await expect
    .poll(() => statusOf(updates))
    .toMatchObject({ problem: { code: 'UPDATE_DAMAGED' }, state: 'idle' });
  expect((await statusOf(updates))?.percent).toBeUndefined();
  expect(notices).toHaveLength(1);
});

test('a package of the system’s package manager learns of a new version and leaves it to that', async () => {
  const updates = open({ installedBy: 'system', source });
  await updates.check();
  expect(notices[0]?.advice?.en).toContain('Get it where you got this version');
  expect(updates.download()).toMatchObject({ state: 'idle', offered: { isNewer: true } });
});

test('without a feed the status says why, and each step is refused', async () => {
  const updates = open({ without: 'feed', installedBy: 'app' });
  updates.start();
  await clock.advance(48 * HOUR);
  expect(asked).toBe(0);
  expect(await statusOf(updates)).toMatchObject({ without: 'feed' });
  await expect(updates.check()).rejects.toMatchObject({ code: 'UPDATE_FEED_NONE' });
});

test('a restart waits for the commands of terminals', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'railbird-updates-app-'));
  const app = await openApp(folder, { updates: { installedBy: 'app', source } });
  const command = await app.core.forCommand({ environment: {} });
  const { updates } = app.client;
  await updates.check();
  await updates.download();
  await expect.poll(() => codeOf(updates.install())).toBe('UPDATE_WAITS');
  await command.close();
  expect(await updates.install()).toMatchObject({ state: 'installing' });
  await app.close();
  rmSync(folder, { recursive: true });
});
