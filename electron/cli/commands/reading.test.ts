// Commands that print something to read: races, horses, payoffs, stored days, the catalogue, and SQL.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSettingsFile } from '../../settings/settings-file.ts';
import { commandLine, type CommandLine } from '../../testing/command-line.ts';
import { meetingOf, racekeyOf, racesOf, recordOf, runnersOf } from '../../testing/fake-records.ts';
import { envelope } from '../../testing/fake-service.ts';
import { SATURDAY } from '../../testing/three-days.ts';

let cli: CommandLine;
beforeEach(async () => {
  cli = await commandLine();
});
afterEach(() => cli.remove());

test('--where filters a horse’s runs, and the payoffs that are counted', async () => {
  await cli.run('download d_ra d_se --from 20261107 --to 20261114');
  const all = await cli.run('horse HX0000000101');
  const one = await cli.run("horse HX0000000101 --where 'racedate 2026-11-07'");
  expect(one.out).toContain('2026-11-07');
  expect(all.out).toContain('2026-11-14');
  expect(one.out).not.toContain('2026-11-14');
  const paid = { win_horse_number_1: '03', win_payoff_1: '510', win_popularity_1: '2' };
  cli.service.records.d_hj = [1, 2].map((race) =>
    recordOf('d_hj', { racedate: '20261107', racekey: racekeyOf('20261107', race), ...paid }),
  );
  const payoffs = await cli.run(
    "payoffs --from 20261107 --to 20261107 --where 'race_number 2; bet win' --format json",
  );
  expect(JSON.parse(payoffs.out)).toEqual([expect.objectContaining({ bet: 'win', n: 1 })]);
  expect(payoffs.account).toMatchObject({ records: 1 });
});

test('of a horse, what is stored is printed offline or without a network: its record or its runs', async () => {
  const horse_id = 'HX0000000101';
  const line = `horse ${horse_id}`;
  expect(await cli.run(`${line} --offline`)).toMatchObject({ code: 3, out: '' });
  await cli.run('query d_se --racedate 20261107');
  const runs = await cli.run(`${line} --offline`);
  expect(runs.out).toContain('2026-11-07');
  expect(runs.out).toContain('could not be read');
  expect(runs.out).not.toContain('no such horse');
  const reasons = expect.arrayContaining([
    expect.objectContaining({ reason: 'not_fetched', where: horse_id }),
  ]);
  expect([runs.code, runs.account]).toMatchObject([3, { complete: false, reasons }]);
  cli.service.misbehave = () => ({ breaks: true });
  expect(await cli.run(line)).toMatchObject({ code: 5, out: runs.out });
});

test('a horse and its runs have their names as the settings of the window say', async () => {
  const named = { horse_name: 'リュマ', jockey_name: 'ローレル' };
  cli.service.records.m_uk = [
    recordOf('m_uk', { horse_id: 'HX0000000101', ...named, sire_name: 'サイヤー', sex_cd: '1' }),
  ];
  cli.service.records.d_se = runnersOf('d_se', SATURDAY, named);
  cli.service.records.d_ky = runnersOf('d_ky', SATURDAY, named);
  await cli.run('download d_ra d_ky d_se --from 20261107 --to 20261107');
  const kana = (await cli.run('horse HX0000000101')).out;
  for (const name of ['リュマ', 'サイヤー', 'ローレル']) expect(kana).toContain(name);
  const settings = await openSettingsFile({ dataDir: cli.dataDir, notify: () => undefined });
  const state = await settings.read();
  await settings.update(() => ({ ...state, settings: { ...state.settings, names: 'latin' } }));
  const latin = (await cli.run('horse HX0000000101')).out;
  for (const name of ['Ryuma', 'Saiyaa', 'Rooreru']) expect(latin).toContain(name);
  expect(latin).not.toMatch(/リュマ|サイヤー|ローレル/);
});

test('the runs of a horse have generic race names in the language', async () => {
  const named = racesOf('d_ra', SATURDAY).map((race) => ({ ...race, race_name: '３歳以上１勝クラス' }));
  cli.service.records.d_ra = named;
  await cli.run('download d_ra d_ky d_se --from 20261107 --to 20261107');
  const english = (await cli.run('horse HX0000000101')).out;
  expect(english).toContain('3yo+ 1-win class');
  expect(english).not.toContain('勝クラス');
  expect((await cli.run('horse HX0000000101 --language ja')).out).toContain('３歳以上１勝クラス');
});

test('runs are queried over days and of one horse, each with where it is known from', async () => {
  cli.service.records.t_ze = [
    recordOf('t_ze', {
      racedate: '20261114',
      racekey: racekeyOf('20261114', 1),
      horse_id: 'HX0000000101',
      race_back_1_racedate: '20261010',
      race_back_1_racekey: '05264301',
      race_back_1_order_of_finish: '4',
    }),
  ];
  await cli.run('query t_ze --racedate 20261114');
  const columns = '--columns racedate,order_of_finish,known_from --format json';
  const days = await cli.run(`query runs --from 20261107 --to 20261107 ${columns}`);
  expect(days.account).toMatchObject({ records: 36 });
  const earlier = await cli.run(`query runs --from 20260901 --to 20261031 ${columns}`);
  const card = { racedate: '20261010', order_of_finish: '4', known_from: 'card' };
  expect(JSON.parse(earlier.out)).toEqual([card]);
  expect(earlier.code).toBe(3);
  const horse = await cli.run(`query runs --horse-id HX0000000101 ${columns}`);
  expect(JSON.parse(horse.out)).toEqual([
    { racedate: '20261107', order_of_finish: '1', known_from: 'result' },
    card,
  ]);
  const sql = await cli.run(
    "sql 'select known_from, count(*) as n from typed.runs group by all order by all'",
  );
  expect(sql.out).toContain('card,1');
  expect(sql.out).toContain('result,36');
});

test('payoffs are limited to the bets and courses named, by code or by name in either language', async () => {
  const paid = {
    win_horse_number_1: '03',
    win_payoff_1: '510',
    trio_number_1: '030712',
    trio_payoff_1: '5920',
  };
  cli.service.records.d_hj = ['05260701', '09260701'].map((racekey) =>
    recordOf('d_hj', { racedate: '20261107', racekey, ...paid }),
  );
  const read = async (more: string) => {
    const { out } = await cli.run(`payoffs --from 20261107 --to 20261107 --format json ${more}`);
    return (JSON.parse(out) as { bet: string; n: number }[]).map(({ bet, n }) => `${bet} ${n}`);
  };
  expect(await read('')).toEqual(['win 2', 'trio 2']);
  expect(await read('--bets trio')).toEqual(['trio 2']);
  expect(await read('--bets win,trio --courses 05')).toEqual(['win 1', 'trio 1']);
  for (const course of ['5', 'tokyo', 'TOKYO', '東京'])
    expect(await read(`--courses ${course}`)).toEqual(['win 1', 'trio 1']);
  expect(await read('--courses tokyo,hanshin')).toEqual(['win 2', 'trio 2']);
  const nowhere = await cli.run('payoffs --from 20261107 --to 20261107 --courses atlantis');
  expect(nowhere.code).toBe(2);
  expect(nowhere.messages).toMatch(/no course "atlantis".*05 Tokyo/s);
});

test('race, horse, payoffs and coverage print readable text', async () => {
  cli.service.records.t_hj = racesOf('t_hj', SATURDAY);
  const race = await cli.run('race 05260701');
  expect(race.code).toBe(0);
  expect(race.out).toMatch(/Tokyo 1R {2}レース1/);
  expect(race.out).toContain('馬1の12');
  const horse = await cli.run('horse HX0000000101');
  expect(horse.out).toContain('HX0000000101');
  const coverage = await cli.run('coverage --format json');
  expect(JSON.parse(coverage.out)).toContainEqual(
    expect.objectContaining({ table: 'd_se', races_and_horses: 1 }),
  );
  expect((await cli.run('race 05269901')).out).toContain('no such race');
  const payoffs = await cli.run('payoffs --from 20261107 --to 20261107 --format json');
  expect(payoffs.out).toBe('[]\n');
});

test('a race key with a capital letter prints the race that is meant', async () => {
  const day = { racedate: '20261107', races: 1, runners: 4 };
  cli.service.records.d_ra = racesOf('d_ra', day).map((race) => ({ ...race, racekey: '05267a01' }));
  const { out } = await cli.run('race 05267A01');
  expect(out).toContain('There is one with the race key 05267a01.');
  expect((await cli.run('race 05267a01')).out).toContain('レース1');
});

test('coverage prints neighboring days of one state as one period', async () => {
  await cli.run('download d_ra --from 20261107 --to 20261110');
  cli.service.misbehave = ({ table, filter }) => ({
    text: envelope(table, filter, cli.service.matching(table, filter), 99),
  });
  await cli.run('query d_ra --from 20261111 --to 20261112');
  cli.service.misbehave = () => undefined;
  await cli.run('download d_ra --from 20261114 --to 20261114');
  const { out } = await cli.run('coverage d_ra --format json');
  expect(JSON.parse(out)).toMatchObject([
    { from: '20261107', to: '20261110', state: 'complete', race_days: 1, records: 3, reasons: null },
    { from: '20261111', to: '20261112', state: 'incomplete', race_days: 0, records: 0 },
    { from: '20261114', to: '20261114', race_days: 1, records: 3 },
  ]);
});

test('coverage calls results without indices provisional for three weeks', async () => {
  const days = ['20261024', '20261025', '20261107'].map((racedate) => ({ racedate, races: 1, runners: 3 }));
  const { records } = cli.service;
  records.d_ra = days.flatMap((day) => racesOf('d_ra', day));
  records.d_ka = days.map(({ racedate }) => ({ ...meetingOf('d_ka', racedate), number_of_races: 1 }));
  records.d_se = days.flatMap((day) =>
    runnersOf('d_se', day, day.racedate === '20261107' ? {} : { idm: '' }),
  );
  await cli.run('download d_se --from 20261024 --to 20261107');
  const periods = JSON.parse((await cli.run('coverage d_se --format json')).out) as { records: number }[];
  expect(periods.filter((period) => period.records > 0)).toMatchObject([
    { from: '20261024', to: '20261024', state: 'complete' },
    { from: '20261025', to: '20261025', state: 'provisional', race_days: 1, records: 3 },
    { to: '20261107', state: 'complete' },
  ]);
  const tables: unknown = JSON.parse((await cli.run('coverage --format json')).out);
  expect(tables).toContainEqual(
    expect.objectContaining({ table: 'd_se', provisional_days: 1, incomplete_days: 0 }),
  );
});

test('coverage calls no day complete that was fetched before it was over, that lacks a race, or that cannot be checked', async () => {
  const periods = async (table: string): Promise<unknown> =>
    JSON.parse((await cli.run(`coverage ${table} --format json`)).out);
  await cli.run('query t_ka --racedate 20261115');
  await cli.run('query t_ky --racedate 20261115');
  const today = { from: '20261115', to: '20261115', records: 36 };
  expect(await periods('t_ky')).toMatchObject([{ ...today, state: 'provisional', reasons: null }]);
  cli.clock.set(Date.UTC(2026, 10, 22, 3));
  expect(await periods('t_ky')).toMatchObject([{ ...today, state: 'provisional', reasons: null }]);
  expect(JSON.parse((await cli.run('coverage --format json')).out)).toContainEqual(
    expect.objectContaining({ table: 't_ky', days: 1, provisional_days: 1, incomplete_days: 0 }),
  );
  await cli.run('query t_ky --racedate 20261115');
  expect(await periods('t_ky')).toMatchObject([{ ...today, state: 'complete' }]);
  await cli.run('query t_ky --racedate 20261128');
  expect(await periods('t_ky')).toMatchObject([
    { ...today, state: 'complete' },
    { from: '20261128', state: 'provisional', records: 0 },
  ]);

  const all = cli.service.records.t_ky ?? [];
  cli.service.records.t_ky = all.filter(({ racekey }) => racekey !== racekeyOf('20261114', 2));
  await cli.run('query t_ky --racedate 20261114');
  expect(await periods('t_ky')).toMatchObject([
    { from: '20261114', to: '20261114', records: 24, state: 'incomplete', reasons: 'race_missing' },
    { ...today, state: 'complete' },
    { from: '20261128' },
  ]);
  cli.service.misbehave = ({ table }) => (table === 't_ky' ? undefined : { status: 400, text: 'no' });
  await cli.run('query t_ky --racedate 20261107');
  expect(await periods('t_ky')).toMatchObject([
    { from: '20261107', to: '20261107', state: 'incomplete', reasons: 'unchecked' },
    { from: '20261114' },
    { from: '20261115' },
    { from: '20261128' },
  ]);
});

test('tables and columns come from the catalogue and print no account', async () => {
  expect(await cli.run('tables')).toMatchObject({ code: 0, account: undefined });
  const { out } = await cli.run('columns d_ra --format json --language ja');
  expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ column: 'racekey', label: 'レースキー' }));
});

test('SQL reads the archive and nothing else', async () => {
  // Empty days are stored for good a week after them.
  cli.clock.set(Date.UTC(2026, 10, 22, 3));
  await cli.run('download d_ra --from 20261107 --to 20261114');
  const counted = await cli.run(
    "sql 'select racedate, count(*) as races from d_ra group by all order by all' --format json",
  );
  expect(JSON.parse(counted.out)).toEqual([
    { racedate: '20261107', races: 3 },
    { racedate: '20261114', races: 3 },
  ]);
  expect(counted.account).toMatchObject({ records: 2, complete: true, requests: 0 });
  for (const wicked of ['delete from d_ra', 'select 1; drop table d_ra', 'selec 1']) {
    expect((await cli.run(`sql '${wicked}'`)).code).toBe(2);
  }
});

test('SQL over gaps, or over what is not stored, is incomplete', async () => {
  const count = async (table: string) => {
    const { code, account, out } = await cli.run(`sql 'select count(*) as n from ${table}'`);
    return { code, n: out.split('\r\n')[1], reasons: account?.['reasons'] };
  };
  const lacking = (where: string) => ({ code: 3, reasons: [{ reason: 'not_fetched', where }] });
  expect(await count('d_ra')).toMatchObject({ n: '0', ...lacking('d_ra') });
  for (const day of ['20261107', '20261114']) await cli.run(`download d_ra --from ${day} --to ${day}`);
  expect(await count('typed.d_ra')).toMatchObject({ n: '6', ...lacking('20261108-20261113') });
  expect(await count('range(3)')).toEqual({ code: 0, n: '3', reasons: [] });
});
