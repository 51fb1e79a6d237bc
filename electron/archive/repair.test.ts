import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyRepair, findRepair } from './repair.ts';

let dir: string;
let path: string;
let whole: Buffer;
let log: Buffer;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-repair-'));
  path = join(dir, 'a.duckdb');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  // Texts that hardly compress, so that most words of a block are unique.
  await connection.run('create table t as select md5(i::VARCHAR) as text from range(20000) as rows(i)');
  await connection.run('checkpoint');
  await connection.run(`insert into t select md5(i::VARCHAR) from range(20000, 20500) as rows(i)`);
  whole = await readFile(path);
  log = await readFile(`${path}.wal`);
  connection.closeSync();
  instance.closeSync();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** DuckDB's error when it reads everything; undefined if nothing is wrong. */
async function readAll(): Promise<unknown> {
  try {
    const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    try {
      await connection.run('select max(text) from t');
      return undefined;
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  } catch (error) {
    return error;
  }
}

/** Flips bytes starting at `at`, then finds and repairs what it can. Returns whether the files are as they were. */
async function damageAndRepair(of: 'file' | 'log', at: number, bytes: readonly number[]): Promise<boolean> {
  const damaged = Buffer.from(of === 'log' ? log : whole);
  for (const [index, byte] of bytes.entries()) damaged[at + index] = (damaged[at + index] ?? 0) ^ byte;
  await writeFile(path, of === 'log' ? whole : damaged);
  await writeFile(`${path}.wal`, of === 'log' ? damaged : log);
  const error = await readAll();
  expect(error).toBeInstanceOf(Error);
  const repair = await findRepair(error, path);
  if (repair) await applyRepair(path, repair);
  return whole.equals(await readFile(path)) && log.equals(await readFile(`${path}.wal`));
}

const WORD = 8;

/**
 * The offset of a word whose six lower bytes are in the file only once, and among which hardly any is zero: words that
 * differ above them only can be mistaken for each other. DuckDB packs texts in patterns that repeat, and sometimes
 * leaves a copy of earlier bytes at the end of a block.
 */
function inTexts(): number {
  for (let at = 3 * 4096 + 4_000; at < whole.length; at += 4_096) {
    const isText = whole.subarray(at, at + 64).filter((byte) => byte !== 0).length > 56;
    const word = at - (at % WORD);
    if (isText && placesOf(whole.subarray(word, word + 6)) === 1) return word;
  }
  throw new Error('no texts');
}

function placesOf(bytes: Buffer): number {
  let places = 0;
  for (let at = whole.indexOf(bytes); at !== -1; at = whole.indexOf(bytes, at + 1)) places += 1;
  return places;
}

test.each([
  ['a text', inTexts, 0x10],
  ['a text, in all of its bits', inTexts, 0xff],
  ['the checksum of the block', () => 3 * 4096 + 5, 0x01],
  ['the magic bytes', () => 9, 0x20],
  ['the version number', () => 12, 0x04],
  ['the zeroes of the first header', () => 2_000, 0x80],
  ['the zeroes of the second header', () => 4096 + 3_000, 0x08],
  ['the zeroes of the third header', () => 8192 + 4_095, 0x01],
])('one byte of %s is repaired', async (_what, at, flipped) => {
  expect(await damageAndRepair('file', at(), [flipped])).toBe(true);
});

test('one byte of the log is repaired', async () => {
  expect(await damageAndRepair('log', log.length - 5_000, [0x20])).toBe(true);
});

test('several bytes are left alone', async () => {
  await damageAndRepair('file', inTexts(), [0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11]);
  const damaged = await readFile(path);
  expect(await findRepair(await readAll(), path)).toBeUndefined();
  expect(damaged.equals(await readFile(path))).toBe(true);
});
