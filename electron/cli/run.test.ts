// Command lines from their words to their exit codes: the real core and archive over a service in memory.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ERROR_CODES } from '#shared/errors.ts';
import { createDataCore } from '../data-core.ts';
import { createSessionStore } from '../keychain/session-store.ts';
import { HastyClock } from '../testing/fake-clock.ts';
import { racekeyOf, racesOf, recordOf } from '../testing/fake-records.ts';
import type { Misbehave } from '../testing/fake-service.ts';
import { envelope, refusal } from '../testing/fake-service.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';
import { SATURDAY, threeDays } from '../testing/three-days.ts';
import { EXIT_OF_ERROR } from './exit-codes.ts';
import { OutputError } from './output.ts';
import { runCli } from './run.ts';
import type { Terminal } from './terminal.ts';

let dataDir = '';
let service = threeDays();
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-cli-'));
  service = threeDays();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

interface Given {
  readonly terminal?: Parameters<typeof fakeTerminal>[0];
  readonly signal?: AbortSignal;
  readonly env?: Record<string, string>;
  readonly keychain?: ReturnType<typeof createSessionStore>;
  /** There is no keychain, only this session. */
  readonly without?: 'session';
}

const ACCOUNT = {
  RAILBIRD_BASE_URL: 'http://service.example',
  RAILBIRD_API_KEY: 'the-app-key',
  RAILBIRD_USER_KEY: 'the-user-key',
};

/** Splits at blanks; `'...'` is one word. */
const wordsOf = (line: string): string[] =>
  (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));

async function run(line: string, given: Given = {}) {
  const terminal = fakeTerminal(given.terminal);
  const clock = new HastyClock();
  const code = await runCli(wordsOf(line), {
    program: 'railbird',
    terminal,
    signal: given.signal ?? new AbortController().signal,
    now: () => clock.now(),
    openCore: (options) =>
      createDataCore({
        ...options,
        dataDir,
        version: '0.0.0',
        host: 'terminal',
        env: { ...(given.env ?? ACCOUNT) },
        platform: 'linux',
        clock,
        transport: service.transport,
        chooseKeyStore: async () => ({
          store: { ...(given.keychain ?? createSessionStore()), kind: given.without ?? 'keychain' },
        }),
        sampleCommand: { command: '/nonexistent', args: [], env: {} },
      }),
  });
  const last = terminal.said.at(-1) ?? '';
  const account = last.startsWith('{') ? (JSON.parse(last) as Record<string, unknown>) : undefined;
  return { code, out: terminal.out(), said: terminal.said.join('\n'), account };
}

test('records go to standard output, the account to standard error, and a second run asks nothing', async () => {
  const line =
    'query d_ra --from 20261107 --to 20261114 --columns racekey,headcount,race_name --sort -racekey';
  const first = await run(line);
  expect(first.code).toBe(0);
  expect(first.account).toEqual({
    records: 6,
    complete: true,
    windows: 1,
    requests: 1,
    retries: 0,
    set_aside: 0,
    drift: 0,
    reasons: [],
  });
  const rows = parse<Record<string, string>>(first.out, { columns: true, record_delimiter: '\r\n' });
  expect(rows.map((row) => row['racekey'])).toEqual([
    '05261403', '05261402', '05261401', '05260703', '05260702', '05260701',
  ]); // prettier-ignore
  const second = await run(line);
  expect(second.out).toBe(first.out);
  expect(second.account).toMatchObject({ requests: 0, windows: 1, complete: true });
});

test('JSON has the records as the service sent them', async () => {
  const { out } = await run('query d_ra --from 20261107 --to 20261114 --format json');
  expect(JSON.parse(out)).toEqual(service.records.d_ra);
  const lines = await run('query d_ra --from 20261107 --to 20261114 --format ndjson');
  expect(
    lines.out
      .trimEnd()
      .split('\n')
      .map((text): unknown => JSON.parse(text)),
  ).toEqual(service.records.d_ra);
});

test('a file is whole and has its manifest, and the format follows its ending', async () => {
  const path = join(dataDir, 'out', 'races.tsv');
  expect((await run(`query d_ra --racedate 2026-11-07 --columns racekey,headcount --out ${path}`)).code).toBe(
    0,
  );
  expect(await readFile(path, 'utf8')).toBe('racekey\theadcount\n05260701\t12\n05260702\t12\n05260703\t12\n');
  expect(JSON.parse(await readFile(`${path}.manifest.json`, 'utf8'))).toMatchObject({
    file: 'races.tsv',
    records: 3,
    complete: true,
    query: { source: { table: 'd_ra' } },
  });
  expect((await readdir(join(dataDir, 'out'))).toSorted()).toEqual(['races.tsv', 'races.tsv.manifest.json']);
});

test('--where delivers the records that pass, and the account counts those', async () => {
  const line = `query d_ra --from 20261107 --to 20261114 --columns racekey --sort racekey`;
  const { out, account } = await run(`${line} --where 'racedate 2026-11-14; racekey !05261402'`);
  expect(out).toBe('racekey\r\n05261401\r\n05261403\r\n');
  expect(account).toMatchObject({ records: 2, complete: true });
  const path = join(dataDir, 'some.json');
  const filed = await run(`${line} --where 'headcount >=12 and racecourse_cd tokyo' --out ${path}`);
  expect(filed.account).toMatchObject({ records: 6 });
  expect(JSON.parse(await readFile(path, 'utf8'))).toHaveLength(6);
  expect(JSON.parse(await readFile(`${path}.manifest.json`, 'utf8'))).toMatchObject({
    records: 6,
    query: {
      filters: [
        { column: 'headcount', text: '>=12' },
        { column: 'racecourse_cd', text: 'tokyo' },
      ],
    },
  });
});

test('a filter that cannot be read is shown where it fails, before anything is asked', async () => {
  const { code, said } = await run("query d_ra --racedate 20261107 --where 'headcount >=x'");
  expect([code, service.asked]).toEqual([2, []]);
  expect(said).toContain('write a number, such as 3 or 3.5.\n  headcount >=x\n              ^');
  expect((await run("payoffs --from 20261107 --to 20261107 --where 'payoff >='")).code).toBe(2);
  expect((await run("horse HX0000000101 --where 'odds'")).code).toBe(2);
});

test('--where cuts a horse’s runs and the payoffs that are counted', async () => {
  await run('download d_ra d_se --from 20261107 --to 20261114');
  const all = await run('horse HX0000000101');
  const one = await run("horse HX0000000101 --where 'racedate 2026-11-07'");
  expect(one.out).toContain('2026-11-07');
  expect(all.out).toContain('2026-11-14');
  expect(one.out).not.toContain('2026-11-14');
  const paid = { win_horse_number_1: '03', win_payoff_1: '510', win_popularity_1: '2' };
  service.records.d_hj = [1, 2].map((race) =>
    recordOf('d_hj', { racedate: '20261107', racekey: racekeyOf('20261107', race), ...paid }),
  );
  const payoffs = await run(
    "payoffs --from 20261107 --to 20261107 --where 'race_number 2; bet win' --format json",
  );
  expect(JSON.parse(payoffs.out)).toEqual([expect.objectContaining({ bet: 'win', n: 1 })]);
  expect(payoffs.account).toMatchObject({ records: 1 });
});

test('Parquet goes to a file or a pipe, never to a terminal', async () => {
  const line = 'query d_ra --racedate 20261107 --format parquet';
  expect((await run(line)).out).toMatch(/^PAR1[^]*PAR1$/);
  expect((await run(line, { terminal: { isShown: true } })).code).toBe(2);
  const path = join(dataDir, 'races.parquet');
  expect((await run(`query d_ra --racedate 20261107 --out ${path}`)).code).toBe(0);
  expect((await readFile(path, 'latin1')).slice(0, 4)).toBe('PAR1');
  expect((await run("sql 'select 1 as one' --format parquet")).out).toMatch(/^PAR1/);
});

test('an incomplete set is delivered, said and coded', async () => {
  service.misbehave = ({ table, filter }) => ({
    text: envelope(table, filter, service.matching(table, filter), 99),
  });
  const { code, account, out } = await run('query d_ra --racedate 20261107');
  expect(code).toBe(3);
  expect(account).toMatchObject({
    records: 3,
    complete: false,
    reasons: [{ reason: 'count_differs', where: '20261107' }],
  });
  expect(out).toContain('05260703');
});

const always =
  (status: number, code: string): Misbehave =>
  () => ({ status, text: refusal(code, 'no') });

test.each<[string, Misbehave, number, RegExp]>([
  ['401', always(401, 'UNAUTHORIZED'), 4, /refused the keys/],
  ['403', always(403, 'FORBIDDEN'), 4, /plan/],
  ['no connection', () => ({ breaks: true }), 5, /cannot be reached/],
  ['503 without end', always(503, 'SERVICE_UNAVAILABLE'), 5, /failed \(503\)/],
])('%s ends with its code', async (_name, misbehave, code, words) => {
  service.misbehave = misbehave;
  const ended = await run('query d_ra --from 20261107 --to 20261108');
  expect(ended.code).toBe(code);
  expect(ended.said).toMatch(words);
  expect(ended.account).toMatchObject({ records: 0, complete: false });
  expect(ended.said).not.toContain('the-user-key');
});

test('retries are counted', async () => {
  service.misbehave = (_asked, count) => (count === 1 ? { status: 503, text: '' } : undefined);
  const { code, account } = await run('query d_ra --racedate 20261107');
  expect([code, account]).toMatchObject([0, { requests: 2, retries: 1 }]);
});

test('a refusal in the middle of a download is a refusal, and what came before it is kept', async () => {
  service.misbehave = ({ table }) =>
    table === 'd_se' ? { status: 401, text: refusal('UNAUTHORIZED', 'no') } : undefined;
  expect((await run('download d_ra d_se --from 20261107 --to 20261114')).code).toBe(4);
  service.misbehave = () => undefined;
  service.asked.length = 0;
  const { code, account, out } = await run('download d_ra d_se --from 20261107 --to 20261114');
  expect([code, out]).toEqual([0, '']);
  expect(account).toMatchObject({ records: 6 + 72, windows: 2, requests: 1, complete: true });
  expect(new Set(service.asked.map(({ table }) => table))).toEqual(new Set(['d_se']));
});

test('a table of single days is downloaded for its race days alone', async () => {
  const { code, account } = await run('download t_se --from 20261107 --to 20261114');
  expect([code, account]).toMatchObject([0, { records: 72 }]);
  expect(service.requests.filter((request) => request.startsWith('t_se'))).toEqual([
    't_se 20261107',
    't_se 20261114',
  ]);
});

test('offline asks nobody: what is held is delivered, what is not is said', async () => {
  await run('download d_ra --from 20261107 --to 20261110');
  service.asked.length = 0;
  expect((await run('query d_ra --from 20261107 --to 20261110 --offline')).code).toBe(0);
  const half = await run('query d_ra --from 20261107 --to 20261114 --offline');
  expect(half.code).toBe(3);
  expect(half.account).toMatchObject({
    records: 3,
    reasons: [{ reason: 'not_fetched', where: '20261111-20261114' }],
  });
  const nothing = await run('query d_hj --from 20261107 --to 20261114 --offline');
  expect([nothing.code, nothing.said]).toEqual([3, expect.stringContaining('without --offline')]);
  expect(service.asked).toEqual([]);
});

test.each([
  'query d_ra',
  'query d_ra --racedate 20261107 --columns nosuch',
  'query d_ra --racedate 20261107 --format xml',
  'query d_ra --racedate 20261107 --out /dev/null',
  'download m_uk --from 20261107 --to 20261114',
  'payoffs --from 20261107 --to 20261114 --bets nosuch',
  'race 0526',
  'key steal',
])('"%s" is a usage error', async (line) => {
  const { code, account, out } = await run(line);
  expect([code, account, out]).toEqual([2, undefined, '']);
});

test('without a service it says how to get one', async () => {
  const { code, said } = await run('query d_ra --racedate 20261107', { env: {} });
  expect([code, said]).toEqual([2, expect.stringContaining('--sample')]);
});

const failing = (error: Error & { code?: string }): Partial<Terminal> => ({
  write: async () => {
    throw new OutputError(error);
  },
});

test.each([
  ['EPIPE', 141, 'output_closed', /closed the pipe/],
  ['ENOSPC', 6, 'output_failed', /could not be written/],
])('standard output failing with %s ends the run with %i', async (errno, code, reason, words) => {
  const error = Object.assign(new Error(errno), { code: errno });
  const ended = await run('query d_ra --racedate 20261107', { terminal: failing(error) });
  expect(ended.code).toBe(code);
  expect(ended.said).toMatch(words);
  expect(ended.account).toMatchObject({ complete: false, reasons: [{ reason }] });
});

test('a folder that cannot be written is a local failure without half a file', async () => {
  await writeFile(join(dataDir, 'in-the-way'), '');
  const { code, said } = await run(
    `query d_ra --racedate 20261107 --out ${join(dataDir, 'in-the-way', 'races.csv')}`,
  );
  expect([code, said]).toEqual([6, expect.stringContaining('could not be written')]);
});

test('Ctrl-C stops at once, says so, and leaves no file', async () => {
  const stop = new AbortController();
  service.misbehave = () => {
    stop.abort('SIGINT');
    return undefined;
  };
  const path = join(dataDir, 'races.csv');
  const ended = await run(`query d_ra --racedate 20261107 --out ${path}`, { signal: stop.signal });
  expect(ended.code).toBe(130);
  expect(ended.account).toMatchObject({ complete: false, reasons: [{ reason: 'stopped' }] });
  expect((await readdir(dataDir)).filter((name) => name.includes('races'))).toEqual([]);
});

test('an archive that another Railbird has open is said in words', async () => {
  await run('coverage');
  const path = join(dataDir, 'archive', (await readdir(join(dataDir, 'archive')))[0] ?? '');
  const script = `
    const { Archive } = await import(${JSON.stringify(new URL('../archive/archive.ts', import.meta.url).href)});
    await Archive.open(${JSON.stringify(path)}, 1);
    console.log('open');
    process.stdin.resume();`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
  await once(other.stdout, 'data');
  for (const line of ['query d_ra --racedate 20261107', 'coverage', "sql 'select 1'"]) {
    expect(await run(line)).toMatchObject({
      code: 6,
      said: expect.stringContaining('open in another Railbird'),
    });
  }
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect((await run('coverage')).code).toBe(0);
});

test('race, horse, payoffs and coverage are to be read', async () => {
  service.records.t_hj = racesOf('t_hj', SATURDAY);
  const race = await run('race 05260701');
  expect(race.code).toBe(0);
  expect(race.out).toMatch(/Tokyo 1R {2}レース1/);
  expect(race.out).toContain('馬1の12');
  const horse = await run('horse HX0000000101');
  expect(horse.out).toContain('HX0000000101');
  const coverage = await run('coverage --format json');
  expect(JSON.parse(coverage.out)).toContainEqual(
    expect.objectContaining({ table: 'd_se', races_and_horses: 1 }),
  );
  expect((await run('race 05269901')).out).toContain('no such race');
  const payoffs = await run('payoffs --from 20261107 --to 20261107 --format json');
  expect(payoffs.out).toBe('[]\n');
});

test('tables and columns come from the catalogue and account for nothing', async () => {
  expect(await run('tables')).toMatchObject({ code: 0, account: undefined });
  const { out } = await run('columns d_ra --format json --language ja');
  expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ column: 'racekey', label: 'レースキー' }));
});

test('SQL reads the archive and nothing else', async () => {
  await run('download d_ra --from 20261107 --to 20261114');
  const counted = await run(
    "sql 'select racedate, count(*) as races from d_ra group by all order by all' --format json",
  );
  expect(JSON.parse(counted.out)).toEqual([
    { racedate: '20261107', races: 3 },
    { racedate: '20261114', races: 3 },
  ]);
  expect(counted.account).toMatchObject({ records: 2, complete: true, requests: 0 });
  for (const wicked of ['delete from d_ra', 'select 1; drop table d_ra', 'selec 1']) {
    expect((await run(`sql '${wicked}'`)).code).toBe(2);
  }
});

test('a key is typed or piped, checked, kept, told of and forgotten; nothing prints it', async () => {
  const keychain = createSessionStore();
  const env = { RAILBIRD_BASE_URL: 'http://service.example', RAILBIRD_API_KEY: 'the-app-key' };
  const typed = await run('key set', { env, keychain, terminal: { typed: ['', 'secret-typed'] } });
  expect([typed.code, typed.out]).toEqual([0, expect.stringContaining('keychain')]);
  expect(await keychain.get('http://service.example')).toBe('secret-typed');
  expect(service.asked.at(-1)?.headers['x-user-key']).toBe('secret-typed');

  const piped = await run('key set', {
    env: { RAILBIRD_BASE_URL: 'http://service.example' },
    keychain,
    terminal: { readAll: async () => 'another-app-key\r\nsecret-piped\r\n' },
  });
  expect(piped.code).toBe(0);
  expect(await keychain.get('http://service.example')).toBe('secret-piped');
  // The address and the application key are in the settings now.
  const status = await run('key status', { env: {}, keychain });
  expect(status.out).toMatch(/service +http:\/\/service\.example\nuser key +keychain/);
  expect((await run('key forget', { env: {}, keychain })).out).toContain('forgotten');
  expect(await keychain.get('http://service.example')).toBeUndefined();
  for (const { out, said } of [typed, piped, status]) expect(out + said).not.toMatch(/secret|app-key/);
});

test('a key that the service refuses is not kept', async () => {
  const keychain = createSessionStore();
  service.misbehave = always(401, 'UNAUTHORIZED');
  const { code } = await run('key set', {
    keychain,
    env: { ...ACCOUNT },
    terminal: { readAll: async () => 'wrong-key\n' },
  });
  expect(code).toBe(4);
  expect(await keychain.get('http://service.example')).toBeUndefined();
});

test('where there is no keychain, a key that is let in is not said to be kept', async () => {
  const { code, out, said } = await run('key set', {
    without: 'session',
    terminal: { readAll: async () => 'a-user-key\n' },
  });
  expect([code, out, said]).toEqual([6, '', expect.stringContaining('RAILBIRD_USER_KEY')]);
});

test('what nobody foresaw is said without the keys, and logged', async () => {
  const write = async () => {
    throw new TypeError('no such thing as the-user-key');
  };
  const { code, said } = await run('query d_ra --racedate 20261107', { terminal: { write } });
  expect([code, said]).toEqual([1, expect.stringContaining('no such thing as •••')]);
  const log = await readFile(join(dataDir, 'logs', 'railbird.log'), 'utf8');
  expect(log).toContain('no such thing as •••');
  expect(said + log).not.toContain('the-user-key');
});

test('every coded error has its way to end', () => {
  expect(Object.keys(EXIT_OF_ERROR).toSorted()).toEqual([...ERROR_CODES].toSorted());
});
