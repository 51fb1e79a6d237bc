import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Job } from '#shared/bridge/downloads.ts';
import { commandLine, type CommandLine } from '../../testing/command-line.ts';

const WEEK = 'download d_se d_ra --from 20261107 --to 20261114';

let cli: CommandLine;
beforeEach(async () => {
  cli = await commandLine();
});
afterEach(() => cli.remove());

/** The jobs as the window shows them. */
async function jobs(): Promise<readonly Job[]> {
  const folder = join(cli.dataDir, 'archive');
  const file = (await readdir(folder)).find((name) => name.endsWith('.jobs.json')) ?? '';
  const { jobs } = JSON.parse(await readFile(join(folder, file), 'utf8')) as { jobs: Job[] };
  return jobs;
}

const requestsFor = (table: string) => cli.service.requests.filter((request) => request.startsWith(table));

test('a download appears among those of the window, with its figures', async () => {
  const { code, account } = await cli.run('download d_se --from 20261107 --to 20261114');
  expect([code, account]).toMatchObject([0, { records: 72, complete: true, requests: 5 }]);
  expect(await jobs()).toMatchObject([
    { state: 'done', tables: ['d_se'], windowsDone: 3, windowsTotal: 3, records: 72 + 6 + 2 },
  ]);
});

test('Ctrl-C leaves it paused, and the same command continues it', async () => {
  const stop = new AbortController();
  cli.service.misbehave = ({ table }) => {
    if (table !== 'd_se') return undefined;
    stop.abort('SIGINT');
    return new Promise(() => undefined);
  };
  const stopped = await cli.run(WEEK, { signal: stop.signal });
  expect(stopped).toMatchObject({
    code: 130,
    account: { complete: false, reasons: [{ reason: 'stopped' }] },
  });
  expect(stopped.messages).toContain('the same command');
  const [job] = await jobs();
  expect(job).toMatchObject({ state: 'paused' });
  expect(job?.error).toBeUndefined();

  cli.service.misbehave = () => undefined;
  cli.service.received.length = 0;
  const again = await cli.run(WEEK);
  expect(again).toMatchObject({ code: 0, account: { records: 72 + 6 } });
  expect(requestsFor('d_ra')).toEqual([]);
  expect(requestsFor('d_se')).toEqual(['d_se 20261107 20261114']);
  expect(await jobs()).toMatchObject([{ id: job?.id, state: 'done' }]);
});

test('Ctrl-C before the first request starts no download, and between two tables leaves it paused', async () => {
  const stop = new AbortController();
  stop.abort('SIGINT');
  expect(await cli.run(WEEK, { signal: stop.signal })).toMatchObject({ code: 130 });
  expect(cli.service.received).toEqual([]);
  await cli.run('download d_ra --from 20261107 --to 20261114');
  const later = new AbortController();
  cli.service.misbehave = ({ table }) => {
    // Its answer arrives, and the other table is still to come.
    if (table === 'd_hj') later.abort('SIGINT');
    return undefined;
  };
  const stopped = await cli.run('download d_hj d_se --from 20261107 --to 20261114', { signal: later.signal });
  expect(stopped).toMatchObject({ code: 130, account: { complete: false } });
  expect((await jobs()).map(({ state }) => state).toSorted()).toEqual(['done', 'paused']);
});

test('a failure of the service leaves it paused with the reason', async () => {
  cli.service.misbehave = ({ table }) => (table === 'd_se' ? { breaks: true } : undefined);
  const ended = await cli.run(WEEK);
  expect(ended).toMatchObject({ code: 5, messages: expect.stringContaining('the same command') });
  expect(await jobs()).toMatchObject([{ state: 'paused', error: { code: 'UNREACHABLE' } }]);
  cli.service.misbehave = () => undefined;
  cli.service.received.length = 0;
  expect(await cli.run(WEEK)).toMatchObject({ code: 0, account: { records: 72 + 6 } });
  expect([requestsFor('d_ra'), requestsFor('d_ka')]).toEqual([[], []]);
});
