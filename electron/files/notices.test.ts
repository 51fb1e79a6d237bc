import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openNotices, type NewNotice, type Notices } from './notices.ts';

let dataDir: string;
let reported: unknown[];
let time: number;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-notices-'));
  reported = [];
  time = 1_700_000_000_000;
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** A start of the app, or another process. */
const start = (): Notices =>
  openNotices({ dataDir, now: () => (time += 1), report: (error) => reported.push(error) });

const viewsLost: NewNotice = {
  subject: 'views',
  what: { en: 'The views were damaged', ja: 'ビューが壊れていました' },
  file: '/data/views.json',
  movedTo: '/data/views.json.damaged-1',
  saved: [{ en: '3 views.', ja: 'ビュー3件。' }],
  gone: [{ en: '1 view.', ja: 'ビュー1件。' }],
};

const titles = async (notices: Notices): Promise<string[]> =>
  (await notices.list()).map(({ what }) => what.en);

test('a notice is listed at every start, complete, until it is dismissed', async () => {
  await start().add(viewsLost);
  for (const each of [start(), start()]) expect(await each.list()).toMatchObject([viewsLost]);
  const [notice] = await start().list();
  await start().dismiss(notice?.id ?? '');
  expect(await start().list()).toEqual([]);
  expect(reported).toEqual([]);
});

test('two processes add and dismiss side by side, and no notice is lost', async () => {
  const [one, other] = [start(), start()];
  const named = (en: string) => ({ ...viewsLost, what: { en, ja: en } });
  await one.add(named('first'));
  await Promise.all([one.add(named('second')), other.add(named('third'))]);
  const [, second] = await other.list();
  await Promise.all([
    one.dismiss(second?.id ?? ''),
    other.dismiss(second?.id ?? ''),
    other.add(named('last')),
  ]);
  const left = await titles(one);
  expect(left).toHaveLength(3);
  expect(left.toSorted()).toEqual(expect.arrayContaining(['first', 'last']));
  expect(await titles(start())).toEqual(left);
});

test('a state that every start finds is one notice, not one per start', async () => {
  for (const at of [1, 2, 3]) await start().add({ ...viewsLost, key: 'newer', file: `start ${at}` });
  expect(await start().list()).toMatchObject([{ file: 'start 3' }]);
});

test('a notice whose file is damaged still reports that something was quarantined', async () => {
  await start().add(viewsLost);
  const [file = ''] = await readdir(join(dataDir, 'notices'));
  await writeFile(join(dataDir, 'notices', file), '{"what":');
  const [notice] = await start().list();
  expect(notice?.what.en).toMatch(/quarantined/);
  expect(notice?.file).toBe(join(dataDir, 'notices', file));
  expect(notice?.at).toBe(1_700_000_000_001);
  await start().dismiss(notice?.id ?? '');
  expect(await start().list()).toEqual([]);
});

test('on a full disk, the session still shows the notice, and writes it when it can', async () => {
  // A file is at the path of the folder.
  await writeFile(join(dataDir, 'notices'), '');
  const notices = start();
  await notices.add(viewsLost);
  expect(await titles(notices)).toEqual(['The views were damaged']);
  await rm(join(dataDir, 'notices'));
  expect(await titles(notices)).toEqual(['The views were damaged']);
  expect(await titles(start())).toEqual(['The views were damaged']);
});

test('dismissing reaches no file outside the notices', async () => {
  await mkdir(join(dataDir, 'notices'));
  await writeFile(join(dataDir, 'settings.json'), '{}');
  await start().dismiss('../settings');
  expect(await readFile(join(dataDir, 'settings.json'), 'utf8')).toBe('{}');
});

test('a waiting reader receives a notice that is added', async () => {
  const notices = start();
  const watched = notices.watch();
  expect((await watched.next()).value).toEqual([]);
  const next = watched.next();
  await notices.add(viewsLost);
  expect((await next).value).toMatchObject([viewsLost]);
});
