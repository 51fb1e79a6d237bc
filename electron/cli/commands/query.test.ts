// `railbird query`: where the records go, in which format, and what is reported about them.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Filter } from '#shared/catalogue/table.ts';
import { commandLine, type CommandLine } from '../../testing/command-line.ts';
import { envelope, refusal } from '../../testing/fake-service.ts';
import { EXIT } from '../exit-codes.ts';

let cli: CommandLine;
beforeEach(async () => {
  cli = await commandLine();
});
afterEach(() => cli.remove());

test('records go to standard output, the account to standard error, and a second run sends no request', async () => {
  const line =
    'query d_ra --from 20261107 --to 20261114 --columns racekey,headcount,race_name --sort -racekey';
  const first = await cli.run(line);
  expect(first.code).toBe(0);
  expect(first.account).toEqual({
    records: 6,
    complete: true,
    windows: 1,
    requests: 4,
    retries: 0,
    quarantined: 0,
    drift: 0,
    repeated: 0,
    reasons: [],
  });
  const rows = parse<Record<string, string>>(first.out, { columns: true, record_delimiter: '\r\n' });
  expect(rows.map((row) => row['racekey'])).toEqual([
    '05261403', '05261402', '05261401', '05260703', '05260702', '05260701',
  ]); // prettier-ignore
  const second = await cli.run(line);
  expect(second.out).toBe(first.out);
  expect(second.account).toMatchObject({ requests: 0, windows: 1, complete: true });
});

test('text that a spreadsheet would read as a formula is unchanged by default, and neutralized on request', async () => {
  const [first = {}, ...others] = cli.service.records.d_ra ?? [];
  cli.service.records.d_ra = [{ ...first, race_name: '=HYPERLINK("http://example.com")' }, ...others];
  const query = 'query d_ra --racedate 2026-11-07 --columns racekey,race_name --format tsv';
  const namesOf = ({ out }: { out: string }) => out.split('\n').map((line) => line.split('\t')[1]);
  expect(namesOf(await cli.run(query))[1]).toBe('"=HYPERLINK(""http://example.com"")"');
  const harmless = namesOf(await cli.run(`${query} --neutralize`));
  expect(harmless[1]).toBe(`"'=HYPERLINK(""http://example.com"")"`);
  // Nothing else is changed.
  expect(harmless[2]).toBe('レース2');
});

test('a web page instead of records is reported with its text', async () => {
  cli.service.misbehave = () => ({
    text: '<html><title>Maintenance until noon</title></html>',
    headers: { 'content-type': 'text/html' },
  });
  const { code, messages, out } = await cli.run('query d_ra --racedate 2026-11-07');
  expect([code === 0, out]).toEqual([false, '']);
  expect(messages).toContain('it is a web page');
});

test('windows that could not be fetched are reported with one line per cause, and the others are delivered', async () => {
  // The answer for six days is never complete, and the answer for one day is a web page.
  const includesDay = ({ start_racedate: from = '', end_racedate: to = '' }: Filter, day: string) =>
    from <= day && day <= to;
  const broken = ['20260905', '20260912', '20260919', '20260926', '20261003', '20261010'];
  cli.service.misbehave = ({ table, filter }) => {
    if (table !== 'd_ra') return undefined;
    if (broken.some((day) => includesDay(filter, day))) return { text: '{"result":{"data":[' };
    if (!includesDay(filter, '20260712')) return undefined;
    return { text: '<html>Maintenance</html>', headers: { 'content-type': 'text/html' } };
  };
  const { code, out, messages, account } = await cli.run(
    'query d_ra --from 20260701 --to 20261114 --columns racekey',
  );
  expect(code).toBe(EXIT.incomplete);
  const racekeys = ['05260701', '05260702', '05260703', '05261401', '05261402', '05261403'];
  expect(out.trimEnd().split(/\s+/)).toEqual(['racekey', ...racekeys]);
  expect(messages.split('\n').slice(0, -1)).toEqual([
    expect.stringMatching(
      /^Not fetched: 20260701-2026\d{4}\. The response is not from a racing data service\. .*it is a web page$/,
    ),
    'Not fetched: 20260904-20260906, 20260911-20260913, 20260918-20260920, 20260925-20260927, 20261002-20261004 and 1 more. The service failed (cut short). Try again later.',
  ]);
  const { reasons } = account as { reasons: { reason: string }[] };
  expect(reasons.map(({ reason }) => reason)).toEqual([
    'not_fetched',
    ...Array.from(broken, () => 'cut_short'),
  ]);
});

test('JSON has the records as the service sent them', async () => {
  const { out } = await cli.run('query d_ra --from 20261107 --to 20261114 --format json');
  expect(JSON.parse(out)).toEqual(cli.service.records.d_ra);
  const lines = await cli.run('query d_ra --from 20261107 --to 20261114 --format ndjson');
  expect(
    lines.out
      .trimEnd()
      .split('\n')
      .map((text): unknown => JSON.parse(text)),
  ).toEqual(cli.service.records.d_ra);
});

test('a file is complete and has its manifest, and its extension determines the format', async () => {
  const path = join(cli.dataDir, 'out', 'races.tsv');
  expect(
    (await cli.run(`query d_ra --racedate 2026-11-07 --columns racekey,headcount --out ${path}`)).code,
  ).toBe(0);
  expect(await readFile(path, 'utf8')).toBe('racekey\theadcount\n05260701\t12\n05260702\t12\n05260703\t12\n');
  expect(JSON.parse(await readFile(`${path}.manifest.json`, 'utf8'))).toMatchObject({
    file: 'races.tsv',
    records: 3,
    complete: true,
    query: { source: { table: 'd_ra' } },
  });
  expect((await readdir(join(cli.dataDir, 'out'))).toSorted()).toEqual([
    'races.tsv',
    'races.tsv.manifest.json',
  ]);
});

test('--where delivers the records that pass, and the account counts only those', async () => {
  const line = `query d_ra --from 20261107 --to 20261114 --columns racekey --sort racekey`;
  const { out, account } = await cli.run(`${line} --where 'racedate 2026-11-14; racekey !05261402'`);
  expect(out).toBe('racekey\r\n05261401\r\n05261403\r\n');
  expect(account).toMatchObject({ records: 2, complete: true });
  const path = join(cli.dataDir, 'some.json');
  const filed = await cli.run(`${line} --where 'headcount >=12 and racecourse_cd tokyo' --out ${path}`);
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

test('a filter that does not parse is reported with the position, before any request', async () => {
  const { code, messages } = await cli.run("query d_ra --racedate 20261107 --where 'headcount >=x'");
  expect([code, cli.service.received]).toEqual([2, []]);
  expect(messages).toContain('Enter a number, such as 3 or 3.5.\n  headcount >=x\n              ^');
  expect((await cli.run("payoffs --from 20261107 --to 20261107 --where 'payoff >='")).code).toBe(2);
  expect((await cli.run("horse HX0000000101 --where 'odds'")).code).toBe(2);
});

test('Parquet goes to a file or a pipe, never to a terminal', async () => {
  const line = 'query d_ra --racedate 20261107 --format parquet';
  expect((await cli.run(line)).out).toMatch(/^PAR1[^]*PAR1$/);
  expect((await cli.run(line, { terminal: { isShown: true } })).code).toBe(2);
  const path = join(cli.dataDir, 'races.parquet');
  expect((await cli.run(`query d_ra --racedate 20261107 --out ${path}`)).code).toBe(0);
  expect((await readFile(path, 'latin1')).slice(0, 4)).toBe('PAR1');
  expect((await cli.run("sql 'select 1 as one' --format parquet")).out).toMatch(/^PAR1/);
});

test('an incomplete set is delivered and reported, and has its own exit code', async () => {
  cli.service.misbehave = ({ table, filter }) =>
    table === 'd_ra' ? { text: envelope(table, filter, cli.service.matching(table, filter), 99) } : undefined;
  const { code, account, out } = await cli.run('query d_ra --racedate 20261107');
  expect(code).toBe(3);
  expect(account).toMatchObject({
    records: 3,
    complete: false,
    reasons: [{ reason: 'count_differs', where: '20261107' }],
  });
  expect(out).toContain('05260703');
});

test('a refusal in the middle of a download ends as a refusal, and what was fetched before is stored', async () => {
  cli.service.misbehave = ({ table }) =>
    table === 'd_se' ? { status: 401, text: refusal('UNAUTHORIZED', 'no') } : undefined;
  expect((await cli.run('download d_ra d_se --from 20261107 --to 20261114')).code).toBe(4);
  cli.service.misbehave = () => undefined;
  cli.service.received.length = 0;
  const { code, account, out } = await cli.run('download d_ra d_se --from 20261107 --to 20261114');
  expect([code, out]).toEqual([0, '']);
  expect(account).toMatchObject({ records: 6 + 72, windows: 2, requests: 1, complete: true });
  expect(new Set(cli.service.received.map(({ table }) => table))).toEqual(new Set(['d_se']));
});

test('a table that takes single days is requested for its race days only', async () => {
  const { code, account } = await cli.run('download t_se --from 20261107 --to 20261114');
  expect([code, account]).toMatchObject([0, { records: 72 }]);
  expect(cli.service.requests.filter((request) => request.startsWith('t_se'))).toEqual([
    't_se 20261107',
    't_se 20261114',
  ]);
});

test('--offline sends no request: stored records are delivered, missing ones are reported', async () => {
  await cli.run('download d_ra --from 20261107 --to 20261110');
  cli.service.received.length = 0;
  expect((await cli.run('query d_ra --from 20261107 --to 20261110 --offline')).code).toBe(0);
  const half = await cli.run('query d_ra --from 20261107 --to 20261114 --offline');
  expect(half.code).toBe(3);
  expect(half.account).toMatchObject({
    records: 3,
    reasons: [{ reason: 'not_fetched', where: '20261111-20261114' }],
  });
  // A day that was fetched at its noon is as it was then, until it is over.
  const today = 'query t_ky --racedate 20261115 --columns racekey';
  await cli.run('query t_ka --racedate 20261115');
  expect((await cli.run(today)).code).toBe(0);
  cli.service.received.length = 0;
  expect((await cli.run(`${today} --offline`)).code).toBe(0);
  cli.clock.set(Date.UTC(2026, 10, 22, 3));
  const noon = await cli.run(`${today} --offline`);
  expect(noon.code).toBe(EXIT.incomplete);
  expect(noon.account).toMatchObject({
    records: 36,
    complete: false,
    reasons: [{ reason: 'not_fetched', where: '20261115' }],
  });
  const subject = await cli.run('query runners --racedate 20261115 --columns racekey --offline');
  expect(subject.code).toBe(EXIT.incomplete);
  const nothing = await cli.run('query d_hj --from 20261107 --to 20261114 --offline');
  expect([nothing.code, nothing.messages]).toEqual([3, expect.stringContaining('without --offline')]);
  expect(cli.service.received).toEqual([]);
});
