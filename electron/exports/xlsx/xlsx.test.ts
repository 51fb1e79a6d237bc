// A spreadsheet read back: types, texts that look like numbers or formulas, limits.

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Workbook } from '@cj-tech-master/excelts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileBody, FileField, FileHead } from '../file-format.ts';
import { sheetXml } from '../testing/sheet-xml.ts';
import { WorkFolder } from '../work-folder.ts';
import { openXlsx } from './xlsx.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-xlsx-'));
});
afterEach(() => rm(folder, { recursive: true }));

const FIELDS: readonly FileField[] = [
  { name: 'racekey', type: 'S', value: 'text' },
  { name: 'time', type: 'S?', value: 'number', column: { kind: 'tenths' } },
  { name: 'day', type: 'S?', value: 'date' },
  { name: 'post', type: 'S?', value: 'time' },
  { name: 'updated', type: 'S?', value: 'timestamp' },
  { name: 'withdrawn', type: 'S?', value: 'boolean' },
  { name: 'payoff', type: 'S?', value: 'whole', column: { kind: 'money' } },
];

async function written(
  rows: readonly (readonly (string | number | boolean | null)[])[],
  stop = new AbortController(),
) {
  const chunks: Uint8Array[] = [];
  const file = await openXlsx({
    fields: FIELDS,
    header: FIELDS.map(({ name }) => name),
    title: '過去の成績: [d_se]',
    work: new WorkFolder(folder),
    signal: stop.signal,
    write: async (chunk) => void chunks.push(Buffer.from(chunk)),
  });
  try {
    const cells = FIELDS.map((_, column) => rows.map((row) => row[column] ?? null));
    if (rows.length > 0) await file.page(cells);
    await file.end();
  } finally {
    await file.release();
  }
  return Buffer.concat(chunks);
}

async function read(bytes: Uint8Array) {
  const book = new Workbook();
  await book.xlsx.load(bytes);
  const [sheet] = book.worksheets;
  if (!sheet) throw new Error('no sheet');
  return sheet;
}

test('cells keep their types: keys and long digits as text, seconds, days, times and yes or no as values', async () => {
  const sheet = await read(
    await written([
      ['05264101', 111.7, '2026-10-04', '15:40:00', '2026-11-14T01:02:03.000Z', true, 1230],
      ['1234567890123456', 38, null, null, null, false, null],
      ['=1+1', null, '1873-01-01', null, null, null, 0],
      ['東京 "ウマ" <&>', null, null, null, null, null, null],
    ]),
  );
  expect(sheet.name).toBe('過去の成績   d_se');
  const values = (row: number) => FIELDS.map((_, at) => sheet.getRow(row).getCell(at + 1).value);
  expect(values(1)).toEqual(FIELDS.map(({ name }) => name));
  expect(
    FIELDS.map((_, at) => sheet.getRow(1).getCell(at + 1)).map(({ font, numFmt }) => [font?.bold, numFmt]),
  ).toEqual(FIELDS.map(() => [true, '@']));
  const [key, time, day, post, updated, withdrawn, payoff] = values(2);
  expect([key, time, withdrawn, payoff]).toEqual(['05264101', 111.7, true, 1230]);
  expect(day).toEqual(new Date('2026-10-04T00:00:00Z'));
  expect(updated).toEqual(new Date('2026-11-14T01:02:03Z'));
  expect(post instanceof Date ? post.toISOString().slice(11, 16) : post).toBe('15:40');
  expect(values(3).slice(0, 3)).toEqual(['1234567890123456', 38, null]);
  expect(values(4)[0]).toBe('=1+1');
  // Spreadsheets have no days before 1900.
  expect(values(4)[2]).toBe('1873-01-01');
  expect(values(5)[0]).toBe('東京 "ウマ" <&>');
});

test('blanks at the ends of a text count', async () => {
  const bytes = await written([
    [' ', null, null, null, null, null, null],
    ['　', null, null, null, null, null, null],
  ]);
  const sheet = await read(bytes);
  expect([2, 3].map((row) => sheet.getRow(row).getCell(1).value)).toEqual([' ', '　']);
  expect((await sheetXml(bytes)).match(/<t xml:space="preserve">/g)).toHaveLength(2);
});

test('the header stays in view, and widths fit the header and the first rows', async () => {
  const sheet = await read(await written([['05264101', 1, null, null, null, null, null]]));
  expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
  const wide = sheet.getColumn(1).width ?? 0;
  expect(wide).toBeGreaterThan(8);
  expect(sheet.getColumn(3).width).toBe(11);
  expect(sheet.getColumn(2).numFmt).toBe('0.0');
});

test('texts of markup and of other planes come back as they were', async () => {
  const texts = ['\ttab', 'a\nb', '<b>&amp;"', '𠮷', '=1+1'];
  const sheet = await read(await written(texts.map((each) => [each])));
  expect(texts.map((_, row) => sheet.getRow(row + 2).getCell(1).value)).toEqual(texts);
});

test('no records are a sheet with its header', async () => {
  const sheet = await read(await written([]));
  expect(sheet.getRow(1).getCell(1).value).toBe('racekey');
  expect(sheet.rowCount).toBe(1);
});

test('control characters and lone halves of characters do not break the file', async () => {
  const sheet = await read(await written([['a\u0001b\u000bc\ud800', null, null, null, null, null, null]]));
  expect(String(sheet.getRow(2).getCell(1).value)).toMatch(/^a.*b.*c/s);
});

test('a text that a cell cannot hold fails the file', async () => {
  await expect(written([['x'.repeat(32_768)]])).rejects.toMatchObject({ code: 'CELL_TOO_LONG' });
});

test('cancelling stops, a failing disk is reported, and nothing is left in the folder', async () => {
  const stop = new AbortController();
  stop.abort();
  await expect(written([['a']], stop)).rejects.toMatchObject({ code: 'CANCELLED' });
  const file = await openXlsx({
    fields: FIELDS,
    header: FIELDS.map(({ name }) => name),
    work: new WorkFolder(folder),
    signal: new AbortController().signal,
    write: () => Promise.reject(new Error('disk full')),
  });
  const rows = Array.from({ length: 20_000 }, (_, n) => String(n));
  const write = async () => {
    await file.page(FIELDS.map(() => rows));
    await file.end();
  };
  await expect(write()).rejects.toThrow('disk full');
  await file.release();
  expect(await readdir(folder)).toEqual([]);
});

const TEXTS: readonly FileField[] = ['a', 'b'].map((name) => ({ name, type: 'S', value: 'text' }));

const headOf = (write: FileHead['write'], signal = new AbortController().signal): FileHead => ({
  fields: TEXTS,
  header: TEXTS.map(({ name }) => name),
  work: new WorkFolder(folder),
  signal,
  write,
});

test('a sheet that would be too large for its file is refused', async () => {
  const rows = Array.from({ length: 3000 }, (_, n) => String(n));
  const chunks: Uint8Array[] = [];
  const write = async (mostBytes?: number) => {
    const file = await openXlsx(
      headOf(async (chunk) => void chunks.push(Buffer.from(chunk))),
      mostBytes,
    );
    try {
      await file.page(TEXTS.map(() => rows));
      await file.end();
    } finally {
      await file.release();
    }
  };
  await write();
  const bytes = Buffer.byteLength(await sheetXml(Buffer.concat(chunks)));
  await write(bytes);
  await expect(write(bytes - 1)).rejects.toMatchObject({
    code: 'SHEET_TOO_LARGE',
    values: { records: 3000 },
  });
});

test('records that are not complete fail the file', async () => {
  const path = join(folder, 'rows');
  for (const [records, rows] of [
    ['a\tb\n', 2],
    ['a\tb\nc\td', 1],
    ['a\tb\nc\n', 2],
  ] as const) {
    await writeFile(path, records);
    const copied = await openXlsx(headOf(async () => undefined));
    const write = async () => {
      await copied.copy?.().take({ path, rows });
      await copied.end();
    };
    await expect(write()).rejects.toThrow('record');
    await copied.release();
  }
});

describe('while the disk is blocked', () => {
  const PAGE_ROWS = 5000;
  /** Of a text that cannot be compressed by much. */
  const RANDOM_BYTES = 120;
  const PAGE_BYTES = PAGE_ROWS * TEXTS.length * RANDOM_BYTES;
  const MOST_BYTES = 12 << 20;

  const pageOf = () =>
    TEXTS.map(() => Array.from({ length: PAGE_ROWS }, () => randomBytes(RANDOM_BYTES).toString('base64')));

  /** Gives pages until one waits, and returns that. */
  async function filled(file: FileBody) {
    for (let pages = 1; ; pages += 1) {
      const last = file.page(pageOf());
      last.catch(() => undefined);
      const isWaiting = await Promise.race([last.then(() => false), setTimeout(1000, true)]);
      if (isWaiting || pages * PAGE_BYTES > 2 * MOST_BYTES) return { pages, last };
    }
  }

  test('rows wait', async () => {
    const disk = Promise.withResolvers<undefined>();
    const chunks: Uint8Array[] = [];
    const file = await openXlsx(
      headOf(async (chunk) => {
        await disk.promise;
        chunks.push(Buffer.from(chunk));
      }),
    );
    const { pages, last } = await filled(file);
    expect(pages * PAGE_BYTES).toBeLessThan(MOST_BYTES);
    disk.resolve(undefined);
    await last;
    await file.end();
    await file.release();
    const sheet = await sheetXml(Buffer.concat(chunks));
    expect(sheet.match(/<row /g)).toHaveLength(1 + pages * PAGE_ROWS);
  });

  test('a write that fails after all ends the wait', async () => {
    const disk = Promise.withResolvers<undefined>();
    const file = await openXlsx(headOf(() => disk.promise));
    const { last } = await filled(file);
    disk.reject(new Error('disk full'));
    await expect(last).rejects.toThrow('disk full');
    await file.release();
  });

  test('cancelling ends the wait', async () => {
    const disk = Promise.withResolvers<undefined>();
    const stop = new AbortController();
    const file = await openXlsx(headOf(() => disk.promise, stop.signal));
    const { last } = await filled(file);
    stop.abort();
    await expect(last).rejects.toMatchObject({ code: 'CANCELLED' });
    disk.resolve(undefined);
    await file.release();
  });
});
