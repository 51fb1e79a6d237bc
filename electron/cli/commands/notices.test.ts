import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openNotices } from '../../files/notices.ts';
import { refusal } from '../../testing/fake-service.ts';
import { commandLine, type CommandLine } from '../../testing/command-line.ts';

let cli: CommandLine;
beforeEach(async () => {
  cli = await commandLine();
});
afterEach(() => cli.remove());

const quarantined = (at: number, en: string) =>
  openNotices({ dataDir: cli.dataDir, now: () => at, report: () => undefined }).add({
    subject: 'archive',
    what: { en, ja: '保存データが壊れていました' },
    file: '/data/archive/sample.duckdb',
    movedTo: '/data/archive/sample.duckdb.damaged-1',
    saved: [{ en: 'Race entries: 1,024 records.', ja: '' }],
    gone: [{ en: 'Results of 2026-11-07.', ja: '' }],
    advice: { en: 'Download the days again.', ja: '' },
  });

const TIME = Date.UTC(2026, 10, 22, 8, 1);

test('every command mentions quarantined files in one line on standard error until the notice is dismissed', async () => {
  await quarantined(TIME, 'The archive was damaged');
  for (const line of ['tables', 'key status', 'query d_ra --racedate 20261107']) {
    const { messages, out, account } = await cli.run(line);
    expect(messages).toMatch(/^Notice: The archive was damaged, 2026-11-22 08:01 UTC\. .*railbird notices/m);
    expect(out).not.toContain('Notice');
    // The account stays on the last line, where scripts read it.
    if (line.startsWith('query')) expect(account).toMatchObject({ complete: true });
  }
  expect((await cli.run('notices --dismiss all')).out).toBe('1 notice dismissed.\n');
  expect((await cli.run('tables')).messages).toBe('');
  expect((await cli.run('notices')).out).toBe('There are no notices.\n');
});

test('"notices" reports where the file is, what was saved, what is gone and what to do', async () => {
  await quarantined(TIME, 'The archive was damaged');
  const { out, messages, code } = await cli.run('notices');
  expect([code, messages]).toEqual([0, '']);
  expect(out).toMatch(/^2026-11-22 08:01 UTC {2}The archive was damaged$/m);
  expect(out).toMatch(/now at +\/data\/archive\/sample\.duckdb\.damaged-1$/m);
  expect(out).toMatch(/saved +Race entries: 1,024 records\.$/m);
  expect(out).toMatch(/gone +Results of 2026-11-07\.$/m);
  expect(out).toMatch(/next +Download the days again\.$/m);
});

test('a notice that is about no file has no line for one', async () => {
  await openNotices({ dataDir: cli.dataDir, now: () => TIME, report: () => undefined }).add({
    subject: 'other',
    what: { en: 'The clock is behind', ja: '' },
    saved: [],
    gone: [],
  });
  const { out } = await cli.run('notices');
  expect(out).toContain('The clock is behind');
  expect(out).not.toMatch(/file|undefined/);
});

test('a clock that is behind that of the service is named once an answer has told', async () => {
  const date = new Date(cli.clock.now() + 7_200_000).toUTCString();
  cli.service.misbehave = () => ({ status: 401, text: refusal('UNAUTHORIZED', 'keys'), headers: { date } });
  await cli.run('query d_ra --racedate 20261107');
  const { out } = await cli.run('notices');
  expect(out).toMatch(/This computer’s clock is (?:1 hr 59 min|2 hr) behind the service’s/);
  expect(out).toMatch(/next +Set this computer’s clock/);
});

test('one notice can be dismissed by its id, and the others stay', async () => {
  await quarantined(TIME, 'The first');
  await quarantined(TIME + 60_000, 'The second');
  expect((await cli.run('tables')).messages).toMatch(/The second, .* \(and 1 more\)/);
  const [, id = ''] = /id +(\S+)/.exec((await cli.run('notices')).out) ?? [];
  await cli.run(`notices --dismiss ${id}`);
  expect((await cli.run('tables')).messages).toMatch(/Notice: The first, 2026-11-22 08:01 UTC\./);
  const unknown = await cli.run('notices --dismiss nosuch');
  expect([unknown.code, unknown.messages]).toEqual([
    2,
    expect.stringContaining('There is no notice "nosuch"'),
  ]);
});

test('the command that finds a damaged archive reports it, and what can be fetched is fetched again', async () => {
  const question = 'query d_ra --racedate 20261107';
  const before = await cli.run(question);
  const folder = join(cli.dataDir, 'archive');
  const name = (await readdir(folder)).find((each) => each.endsWith('.duckdb')) ?? '';
  const bytes = await readFile(join(folder, name));
  await writeFile(join(folder, name), bytes.subarray(0, 20_000));
  const after = await cli.run(question);
  expect([after.code, after.out]).toEqual([0, before.out]);
  expect(after.messages).toMatch(/^Notice: The archive was damaged/m);
  const { out } = await cli.run('notices');
  expect(out).toMatch(new RegExp(`now at +.*${name}\\.damaged-\\d+$`, 'm'));
  expect(out).toMatch(/gone +All records of this archive\.$/m);
});
