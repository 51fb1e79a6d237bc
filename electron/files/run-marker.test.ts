import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NewNotice } from './notices.ts';
import { THIS_PROCESS } from './process-identity.ts';
import { markRun } from './run-marker.ts';

let dataDir: string;
let notices: NewNotice[];
let reported: unknown[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-run-'));
  notices = [];
  reported = [];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const mark = () =>
  markRun({
    dataDir,
    log: '/logs/railbird.log',
    notify: async (notice) => void notices.push(notice),
    report: (error) => reported.push(error),
  });
const marks = () => readdir(join(dataDir, 'running'));

/** A process of this machine that has ended. */
function endedProcess(): string {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const [machine, boot] = THIS_PROCESS.split('-');
  return `${machine}-${boot}-${pid}-1`;
}

test('a run that ended in order leaves nothing', async () => {
  (await mark()).end();
  expect(await marks()).toEqual([]);
  (await mark()).end();
  expect([notices, reported]).toEqual([[], []]);
});

test('a run that did not is reported once, with the log', async () => {
  (await mark()).end();
  await writeFile(join(dataDir, 'running', endedProcess()), '');
  const run = await mark();
  expect(notices).toMatchObject([
    { what: { en: 'Railbird ended unexpectedly last time' }, file: '/logs/railbird.log' },
  ]);
  expect(await marks()).toEqual([THIS_PROCESS]);
  run.end();
  (await mark()).end();
  expect(notices).toHaveLength(1);
});

test('a run that may still go on, here or on another machine, is left alone', async () => {
  (await mark()).end();
  const others = [`00000000-0-1-0`, `${THIS_PROCESS.split('-').slice(0, 2).join('-')}-${process.ppid}-0`];
  for (const other of others) await writeFile(join(dataDir, 'running', other), '');
  const run = await mark();
  run.end();
  expect(notices).toEqual([]);
  expect(await marks()).toEqual(others.toSorted((a, b) => (a < b ? -1 : 1)));
});

test('a folder that cannot be written stops nothing', async () => {
  await writeFile(join(dataDir, 'running'), '');
  (await mark()).end();
  expect(reported.length).toBeGreaterThan(0);
});
