import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenedFile } from '#shared/bridge/app.ts';
import { LARGEST_OPENED } from '#shared/opened-files.ts';
import { createFileInbox, filesIn } from './file-inbox.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-opened-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function received(...paths: string[]): Promise<OpenedFile[]> {
  const inbox = createFileInbox();
  for (const path of paths) inbox.receive(path);
  const files: OpenedFile[] = [];
  for await (const file of inbox.files()) {
    files.push(file);
    if (files.length === paths.length) break;
  }
  return files;
}

test('files arrive in order with their text, whichever encoding Excel wrote', async () => {
  const views = join(folder, 'a.railbird-views');
  const bets = join(folder, '買い目.csv');
  await writeFile(views, '{"ビュー":1}');
  await writeFile(bets, iconv.encode('東京,11R', 'cp932'));
  expect(await received(views, bets)).toEqual([
    { name: 'a.railbird-views', text: '{"ビュー":1}' },
    { name: '買い目.csv', text: '東京,11R' },
  ]);
});

test('of many files at once, as many arrive', async () => {
  const paths = Array.from({ length: 200 }, (_, n) => join(folder, `${n}.csv`));
  await Promise.all(paths.map((path) => writeFile(path, 'x')));
  expect((await received(...paths)).map(({ name }) => name)).toEqual(paths.map((path) => basename(path)));
});

test('a file that is gone, a folder and a very large file are named with their problem', async () => {
  const large = join(folder, 'large.csv');
  await writeFile(large, '');
  await truncate(large, LARGEST_OPENED + 1);
  expect(await received(join(folder, 'gone.csv'), folder, large)).toMatchObject([
    { name: 'gone.csv', problem: 'unreadable' },
    { problem: 'unreadable' },
    { name: 'large.csv', problem: 'too_large' },
  ]);
});

test('a window that reloads gets each file once', async () => {
  const file = join(folder, 'a.csv');
  await writeFile(file, 'x');
  const inbox = createFileInbox();
  inbox.receive(file);
  expect((await inbox.files().next()).value).toMatchObject({ name: 'a.csv' });
  const again = inbox.files();
  const next = again.next();
  inbox.receive(file);
  expect((await next).value).toMatchObject({ name: 'a.csv' });
});

test('a command line names files by path or address; switches, folders and addresses of screens are none', async () => {
  const other = join(folder, 'form.pdf');
  await writeFile(other, '');
  const rule = join(folder, 'my rule.railbird-rule');
  expect(
    filesIn(
      [
        '--lang=ja',
        folder,
        'railbird://settings',
        pathToFileURL(rule).href,
        'bets.csv',
        other,
        'nothing.pdf',
        'file://%',
      ],
      folder,
    ),
  ).toEqual([rule, join(folder, 'bets.csv'), other]);
});
