// The file of marks and notes and its copy in the archive: damage, other programs, a full disk, a clock put back.

import { access, appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ofHorse, ofRunner } from '#shared/annotations/annotation.ts';
import type { Notice } from '#shared/bridge/notices.ts';
import { marksOnDisk, SAMPLE, type MarksOnDisk } from '../testing/marks-on-disk.ts';
import { annotationText, readAnnotations } from './annotation-text.ts';

let disk: MarksOnDisk;

beforeEach(async () => {
  disk = await marksOnDisk();
});

afterEach(() => disk.remove());

it('are there from their file, with a notice, if they cannot be copied into the archive', async () => {
  await disk.marked('05264101');
  const text = await readFile(disk.file);
  await rm(disk.file);
  await mkdir(disk.file);
  await disk.restarted(async (app) => {
    const archive = await app.of(SAMPLE);
    await rm(disk.file, { recursive: true });
    await writeFile(disk.file, text);
    vi.spyOn(archive, 'annotate').mockRejectedValueOnce(new Error('disk full'));
    const annotations = await app.annotationsOf(SAMPLE);
    expect(annotations.list()).toHaveLength(1);
    expect(disk.notices).toMatchObject([{ key: 'unreadable' }, { key: 'not-copied', file: disk.file }]);
    await annotations.change({ ...ofRunner('05264102', 1), mark: '1' });
    expect(await archive.rows(`select id from annotation where mark = '1' order by id`)).toEqual([
      ['05264101 01'],
      ['05264102 01'],
    ]);
  });
});

it('a change that the archive could not take is made, with a notice, and the archive takes it with the next', async () => {
  await disk.restarted(async (app) => {
    const annotations = await app.annotationsOf(SAMPLE);
    await annotations.change({ ...ofRunner('05264101', 1), mark: '1' });
    vi.spyOn(await app.of(SAMPLE), 'annotate').mockRejectedValueOnce(new Error('disk full'));
    expect(await annotations.change({ ...ofRunner('05264102', 1), mark: '1' })).toMatchObject({ mark: '1' });
    expect(disk.notices).toMatchObject([{ key: 'not-copied', file: disk.file }]);
    await annotations.change({ ...ofRunner('05264103', 1), mark: '1' });
  });
  expect(await disk.inTable()).toEqual(['05264101 01', '05264102 01', '05264103 01']);
});

it('follow a file that is put back while it is in use', async () => {
  await disk.restarted(async (app) => {
    const annotations = await app.annotationsOf(SAMPLE);
    await annotations.change({ ...ofRunner('05264101', 1), mark: '1' });
    const backup = await readFile(disk.file);
    await annotations.change({ ...ofRunner('05264101', 1), mark: null });
    await annotations.change({ ...ofRunner('05264102', 1), mark: '1' });
    await writeFile(disk.file, backup);
    await annotations.change({ ...ofRunner('05264103', 1), mark: '1' });
    expect(annotations.list().map(({ id }) => id)).toEqual(['05264103 01', '05264101 01']);
    const rows = await (await app.of(SAMPLE)).rows(`select id from annotation where mark = '1' order by id`);
    expect(rows).toEqual([['05264101 01'], ['05264103 01']]);
  });
});

it('a change after an editor left out the last end of line is a line of its own', async () => {
  await disk.restarted(async (app) => {
    const annotations = await app.annotationsOf(SAMPLE);
    await annotations.change({ ...ofRunner('05264101', 1), mark: '1' });
    await writeFile(disk.file, (await readFile(disk.file, 'utf8')).trimEnd());
    await annotations.change({ ...ofRunner('05264102', 1), mark: '1' });
  });
  expect(await disk.listed()).toHaveLength(2);
  expect(disk.notices).toEqual([]);
});

it('one that was removed is shown nowhere, but when that was stays known over restarts and rewrites', async () => {
  const RUNNER = ofRunner('05264101', 1);
  await disk.restarted(async (app) => {
    const annotations = await app.annotationsOf(SAMPLE);
    await annotations.change({ ...RUNNER, mark: '1', note: 'wide', name: 'アルファ', racedate: '20261115' });
    await annotations.change({ ...RUNNER, mark: null, note: null });
    await annotations.change({ ...ofRunner('05264102', 1), mark: '1' });
  });
  // With a damaged line the file is written anew.
  await appendFile(disk.file, 'nonsense\n');
  await disk.restarted(async (app) => {
    const annotations = await app.annotationsOf(SAMPLE);
    expect(annotations.withRemoved()).toMatchObject([{ id: '05264102 01' }, { id: '05264101 01' }]);
    expect(annotations.withRemoved()[1]).toEqual({ ...RUNNER, at: expect.any(Number) });
    expect(annotations.list()).toMatchObject([{ id: '05264102 01' }]);
    expect(annotations.read([RUNNER])).toEqual([]);
  });
  expect(await disk.inTable()).toEqual(['05264102 01']);
});

it('a note that could not be read again is not written', async () => {
  await disk.restarted(async (app) => {
    const annotations = await app.annotationsOf(SAMPLE);
    const change = annotations.change({ ...ofRunner('05264101', 1), note: 'x'.repeat(4001) });
    await expect(change).rejects.toThrow('No annotation');
    expect(annotations.list()).toEqual([]);
  });
  await expect(access(disk.file)).rejects.toThrow();
});

it('a change is later than the one before, whatever the clock says', async () => {
  await disk.restarted(async (app) => {
    const annotations = await app.annotationsOf(SAMPLE);
    disk.clock.now = 1_000_000;
    const { at } = await annotations.change({ ...ofRunner('05264101', 1), mark: '1' });
    const before = annotationText(annotations.list());
    disk.clock.now = 5;
    expect(await annotations.change({ ...ofRunner('05264101', 1), mark: '5' })).toMatchObject({
      at: at + 1,
    });
    await annotations.import(readAnnotations(before, 'marks.jsonl').annotations.values());
    expect(annotations.list()).toMatchObject([{ mark: '5' }]);
  });
});

it.each([
  ['that is not in UTF-8', (line: Buffer) => line.fill(0xff, line.indexOf('枠'), line.indexOf('枠') + 1)],
  ['at the end without an end of line', () => Buffer.from('{"target":"horse","id":"HX1","note":1,"at":5}')],
  ['of something else at the end', () => Buffer.from('nonsense')],
])('a line %s is counted as bad, with a copy of the file and a notice', async (_, damaged) => {
  await disk.marked('05264101');
  const line = JSON.stringify({ ...ofHorse('HX0000000101'), note: '外枠なら', at: 5 });
  await appendFile(disk.file, damaged(Buffer.from(`${line}\n`)));
  const bytes = await readFile(disk.file);
  expect(await disk.listed()).toMatchObject([{ id: '05264101 01' }]);
  expect(disk.notices).toMatchObject([{ gone: [{ en: '1 changed mark or note.' }] }]);
  expect(await readFile((disk.notices[0] as Partial<Notice>).movedTo ?? '')).toEqual(bytes);
});

it('a copy of a damaged file replaces no earlier one', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_795_000_000_000);
  for (const text of ['first', 'second']) {
    await disk.marked('05264101');
    await appendFile(disk.file, `${text}\n`);
    await disk.listed();
  }
  clock.mockRestore();
  const copies = disk.notices.map((notice) => (notice as Partial<Notice>).movedTo ?? '');
  expect(await Promise.all(copies.map((copy) => readFile(copy, 'utf8')))).toEqual([
    expect.stringContaining('first'),
    expect.stringContaining('second'),
  ]);
});
