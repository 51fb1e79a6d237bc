// A bet list in a terminal.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandLine, type CommandLine } from '../../testing/command-line.ts';
import { racekeyOf, recordOf } from '../../testing/fake-records.ts';
import { SATURDAY, TODAY } from '../../testing/three-days.ts';

const { racedate } = SATURDAY;
const LIST = `日付,場名,R,式別,組番,金額\n2026/11/07,東京,1,単勝,"3,5",200\n2026/11/07,東京,2,馬連,1-3,100\n2026/11/07,東京,9,単勝,1,100\n誤り,,,,,`;

let cli: CommandLine;
let file: string;

beforeEach(async () => {
  cli = await commandLine();
  cli.service.records.d_hj = [1, 2].map((race) =>
    recordOf('d_hj', {
      racedate,
      racekey: racekeyOf(racedate, race),
      win_horse_number_1: '03',
      win_payoff_1: '420',
      quinella_number_1: '0103',
      quinella_payoff_1: '1230',
    }),
  );
  file = join(cli.dataDir, 'list.csv');
  await writeFile(file, LIST);
});
afterEach(() => cli.remove());

test('its totals are text, with what is open and what is no bet below', async () => {
  const { out, code } = await cli.run(`bets ${file}`);
  const lines = out.trimEnd().split('\n');
  expect(lines[1]?.split(/\s{2,}/)).toEqual(['total', '3', '2', '500', '0', '2070', '414.0%']);
  expect(lines.map((line) => line.split(/\s{2,}/)[0])).toEqual(
    expect.arrayContaining(['Win', 'Quinella', 'Tokyo', '2026-11']),
  );
  expect(out).toContain('balance 1570 yen, no drawdown');
  expect(out).toContain('without an outcome: 100 yen');
  expect(out).toMatch(/line 4: .*\n {2}There is no such race/);
  expect(out).toMatch(/line 5: .*\n {2}No bet was found/);
  expect(code).toBe(0);
});

test('csv has a row for each line, json the whole report', async () => {
  const rows: Record<string, string>[] = parse((await cli.run(`bets ${file} --format csv`)).out, {
    columns: true,
  });
  expect(rows.map(({ racekey, returned, line }) => [racekey, returned, line])).toEqual([
    ['05260701', '840', '2'],
    ['05260702', '1230', '3'],
    ['', '0', '4'],
    ['', '', '5'],
  ]);
  const report = JSON.parse((await cli.run(`bets ${file} --format json`)).out) as object;
  expect(report).toMatchObject({ total: { staked: 500, returned: 2070 }, open: 100, bad: [{ line: 5 }] });
});

test('its csv opens as the same list', async () => {
  const again = join(cli.dataDir, 'again.csv');
  await writeFile(again, (await cli.run(`bets ${file} --format csv`)).out);
  const totals = async (list: string): Promise<string | undefined> =>
    (await cli.run(`bets ${list} --offline`)).out.split('\nline ')[0];
  expect(await totals(again)).toBe(await totals(file));
});

test('races without payoffs make it incomplete and are named', async () => {
  const { code, account } = await cli.run(`bets ${file} --offline`);
  expect(code).toBe(3);
  expect(account).toMatchObject({ complete: false, reasons: [{ reason: 'not_fetched', where: '20261107' }] });
});

describe('if its fetch fails', () => {
  const failed = { status: 503, text: '' };

  test('bets that stay open are incomplete for its cause, though payoffs from before are stored', async () => {
    await writeFile(file, `${LIST}\n2026/11/15,東京,1,単勝,3,100`);
    cli.service.records.t_hj = [
      recordOf('t_hj', { racedate: TODAY.racedate, racekey: racekeyOf(TODAY.racedate, 1) }),
    ];
    expect(await cli.run(`bets ${file}`)).toMatchObject({ code: 0 });
    cli.service.misbehave = ({ table }) => (table === 't_hj' ? failed : undefined);
    cli.clock.set(Date.UTC(2026, 10, 15, 8));
    const { code, account, messages } = await cli.run(`bets ${file}`);
    expect(code).toBe(3);
    const reasons = [{ reason: 'not_fetched', where: '05261501', because: { code: 'SERVICE_FAILED' } }];
    expect(account).toMatchObject({ complete: false, reasons });
    expect(messages).toContain('Not fetched: 05261501. The service failed (503)');
  });

  test('what is settled is printed, even if nothing came', async () => {
    await cli.run(`bets ${file}`);
    await writeFile(file, `${LIST}\n2026/10/10,東京,1,単勝,3,100`);
    cli.service.misbehave = () => ({ breaks: true });
    const { code, out, account, messages } = await cli.run(`bets ${file}`);
    expect(out).toContain('balance 1570 yen, no drawdown');
    expect(account).toMatchObject({ reasons: [{ reason: 'not_fetched', where: '20261010' }] });
    expect([code, messages]).toEqual([5, expect.stringContaining('Not fetched: 20261010. ')]);
  });

  test('without one settled bet it ends with the error', async () => {
    cli.service.misbehave = () => ({ breaks: true });
    expect(await cli.run(`bets ${file}`)).toMatchObject({ code: 5, out: '' });
  });
});
