import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKnownSecrets } from './keychain/known-secrets.ts';
import { openLog } from './log.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a known key is in no line, wherever it occurred', () => {
  const path = join(folder, 'logs', 'railbird.log');
  const secrets = createKnownSecrets();
  const log = openLog({ path, hide: secrets.hideIn });
  secrets.add('very-secret');
  const cause = new Error('refused very-secret', { cause: new Error('at ?api_key=very-secret') });
  log.logger.error({ err: cause, headers: { 'x-user-key': 'very-secret' } }, 'very-secret');
  log.close();
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('refused •••');
  expect(text).not.toContain('very-secret');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a long log is rotated at the next start, and one previous log is kept', () => {
  const path = join(folder, 'railbird.log');
  writeFileSync(path, 'x'.repeat(6 * 1024 * 1024));
  const log = openLog({ path, hide: (line) => line });
  log.logger.info('first line');
  log.close();
  expect(readdirSync(folder).toSorted()).toEqual(['railbird.log', 'railbird.log.1']);
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2);
});

test('a log stays bounded while the app runs, however much it logs', () => {
  const path = join(folder, 'railbird.log');
  const log = openLog({ path, hide: (line) => line });
  const mark = (at: number) => `line ${at}.`;
  for (let at = 0; at < 40; at += 1) log.logger.info(mark(at) + 'x'.repeat(500_000));
  log.close();
  expect(readdirSync(folder).toSorted()).toEqual(['railbird.log', 'railbird.log.1']);
  const sizes = ['railbird.log', 'railbird.log.1'].map((name) => statSync(join(folder, name)).size);
  for (const size of sizes) expect(size).toBeLessThanOrEqual(5 * 1024 * 1024);
  // The newest lines are all present.
  const kept = ['railbird.log.1', 'railbird.log'].map((name) => readFileSync(join(folder, name), 'utf8'));
  const found = [...kept.join('').matchAll(/line (\d+)\./g)].map(([, at]) => Number(at));
  expect(found).toEqual(Array.from({ length: found.length }, (_, at) => 40 - found.length + at));
  expect(found.length).toBeGreaterThan(10);
});

test('a folder that cannot be created is FILE_FAILED', () => {
  writeFileSync(join(folder, 'in-the-way'), '');
  const path = join(folder, 'in-the-way', 'railbird.log');
  expect(() => openLog({ path, hide: (line) => line })).toThrow(
    expect.objectContaining({ code: 'FILE_FAILED' }),
  );
});

test.skipIf(process.platform !== 'linux')('a full disk silences the log and nothing else', () => {
  const log = openLog({ path: '/dev/full', hide: (line) => line });
  for (let line = 0; line < 100; line += 1) log.logger.info('x'.repeat(1000));
  log.close();
});
