import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { createKnownSecrets } from '../keychain/known-secrets.ts';
import { FIRST_STATE } from '../settings/state-schema.ts';
import { problemReport, type ReportSource } from './problem-report.ts';

const USER_KEY = 'canary-user-4f1d"%/9b27';
const API_KEY = 'canary-application-77';
const OTHER_KEY = 'canary-of-another-account';

/** Where the project is. */
const PROGRAM = join(import.meta.dirname, '..', '..');

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-report-'));
  await mkdir(join(dataDir, 'logs'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const log = () => join(dataDir, 'logs', 'railbird.log');

function reportOf(source: Partial<ReportSource> = {}): Promise<string> {
  const secrets = createKnownSecrets();
  secrets.add(USER_KEY);
  return problemReport({
    dataDir,
    version: '1.2.3',
    host: 'web',
    log: log(),
    settings: () => ({
      ...FIRST_STATE,
      connection: {
        mode: 'account',
        baseUrl: 'https://service.example/v1',
        apiKey: API_KEY,
        accounts: [{ id: 'other', name: 'Other', baseUrl: 'https://other.example/v1', apiKey: OTHER_KEY }],
      },
      memory: [['tabs', '{"horse":"ヒミツノウマ"}']],
    }),
    usage: async () => ({ tables: [{ table: 'd_ra', records: 36, bytes: 1024 * 1024, days: 1 }] }),
    notices: async () => [
      {
        id: 'a-1',
        at: 0,
        subject: 'archive',
        what: { en: 'The archive was damaged', ja: '' },
        file: '',
        saved: [],
        gone: [],
      },
    ],
    hide: secrets.hideIn,
    now: () => Date.UTC(2026, 10, 24),
    ...source,
  });
}

test('it has versions, settings, counts, notices and the end of the log', async () => {
  await writeFile(log(), `${'x'.repeat(70_000)}\n{"msg":"started"}\n`);
  const report = await reportOf();
  expect(report).toContain('1.2.3, web, 2026-11-24T00:00:00.000Z');
  expect(report).toContain(`node ${process.versions.node}`);
  expect(report).toContain('connection: account, service.example');
  expect(report).toContain('d_ra: 36 records, 1 days, 1.0 MB');
  expect(report).toContain('The archive was damaged');
  expect(report).toContain('{"msg":"started"}');
  expect(report).not.toContain('xxx');
});

test.each([
  ['the account that is connected', 'account', 'connection: account, other.example'],
  ['no account beside the sample', 'sample', 'connection: sample\n'],
] as const)('it names %s', async (_name, mode, line) => {
  const accounts = [
    { id: 'first', name: 'First', baseUrl: 'https://service.example/v1' },
    { id: 'other', name: 'Other', baseUrl: 'https://other.example/v1' },
  ];
  const settings = () => ({ ...FIRST_STATE, connection: { mode, account: 'other', accounts } });
  expect(await reportOf({ settings })).toContain(line);
});

test('it has no key in any form, nothing that the window remembers, and not the name of the user’s folder', async () => {
  const secrets = [USER_KEY, API_KEY, OTHER_KEY, encodeURIComponent(USER_KEY)];
  await writeFile(
    log(),
    [...secrets, JSON.stringify({ key: USER_KEY }), join(os.homedir(), 'x'), join(PROGRAM, 'y.ts')].join(
      '\n',
    ),
  );
  const report = await reportOf();
  expect(report).not.toMatch(/canary|ヒミツ/u);
  expect(report).not.toContain(os.homedir());
  expect(report).toContain('~/x');
  expect(report).not.toContain(PROGRAM);
  expect(report).toMatch(/\(program\).y\.ts/u);
});

test('a part that cannot be read says why, and the rest is there', async () => {
  const usage = () => Promise.reject(new RailbirdError('ARCHIVE_IN_USE', { dataDir: 'x' }));
  const report = await reportOf({ usage });
  expect(report).toContain('## Stored records\n\nNot readable: ARCHIVE_IN_USE');
  expect(report).toMatch(/## Log, the last lines\n\nNot readable: ENOENT/u);
  expect(report).toContain('remembered by the window: 1 values');
});
