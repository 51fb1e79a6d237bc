import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandLine, type CommandLine } from '../../testing/command-line.ts';
import { racesOf, runnersOf } from '../../testing/fake-records.ts';
import { TODAY } from '../../testing/three-days.ts';

let cli: CommandLine;
beforeEach(async () => {
  cli = await commandLine();
});
afterEach(() => cli.remove());

test('find prints kind, name, key and last day of what is stored, best first', async () => {
  cli.service.records.t_ky = runnersOf('t_ky', TODAY, {
    horse_name: 'ローレルスパイラル',
    jockey_cd: '05001',
    jockey_name: '武藤豊作',
    sire_name: 'ローレル',
    sire_birth_year: '2004',
  });
  await cli.run('query t_ky --racedate 20261115');
  const json = async (line: string) => JSON.parse((await cli.run(line)).out) as unknown;
  expect(await json('find ろーれる --format json --limit 2')).toEqual([
    { kind: 'sire', name: 'ローレル', key: 'ローレル 2004', last_seen: '2026-11-15', where: null },
    {
      kind: 'horse',
      name: 'ローレルスパイラル',
      key: expect.any(String),
      last_seen: '2026-11-15',
      where: null,
    },
  ]);
  expect(await json('find rooreru --kinds sire --format json')).toHaveLength(1);
  expect(await json('find 武藤 --format json')).toEqual([
    { kind: 'jockey', name: '武藤豊作', key: '05001', last_seen: '2026-11-15', where: null },
  ]);
  expect(await json('find 05261501 --format json')).toEqual([
    { kind: 'race', name: 'レース1', key: '05261501', last_seen: '2026-11-15', where: 'Tokyo 1R' },
  ]);
  const sent = cli.service.received.length;
  const few = await cli.run('find ローレル --limit 1');
  expect(few.out).toMatch(/^kind +name +key +last_seen/);
  expect(few.messages).toContain('Listed 1 of 37');
  expect(few.account).toMatchObject({ records: 1, complete: true });
  expect(few.code).toBe(0);
  expect(cli.service.received).toHaveLength(sent);
});

test('find tells sires and dams of one name apart by their birth years', async () => {
  cli.service.records.t_ky = runnersOf('t_ky', TODAY).map((runner, at) => ({
    ...runner,
    sire_name: 'ローレル',
    sire_birth_year: at === 0 ? '2004' : '2009',
    mare_name: 'リュマ',
    mare_birth_year: at === 0 ? '2011' : '2012',
  }));
  await cli.run('query t_ky --racedate 20261115');
  const keys = async (name: string): Promise<unknown> => {
    const found: unknown = JSON.parse((await cli.run(`find ${name} --format json`)).out);
    return Array.isArray(found) ? found.map(({ kind, key }) => `${kind} ${key}`) : found;
  };
  expect(await keys('ローレル')).toEqual(['sire ローレル 2004', 'sire ローレル 2009']);
  expect(await keys('リュマ')).toEqual(['dam リュマ 2011', 'dam リュマ 2012']);
});

test('find has generic race names in the language, and proper ones as they are', async () => {
  cli.service.records.t_ra = racesOf('t_ra', TODAY).map((race, at) => ({
    ...race,
    race_name: at === 0 ? '２歳未勝利' : `レース${at + 1}`,
  }));
  await cli.run('query t_ra --racedate 20261115');
  const names = async (line: string) =>
    (JSON.parse((await cli.run(line)).out) as { name: string }[]).map(({ name }) => name);
  expect(await names('find 05261501 --format json')).toEqual(['2yo Maiden']);
  expect(await names('find 05261501 --format json --language ja')).toEqual(['２歳未勝利']);
  expect(await names('find 05261502 --format json')).toEqual(['レース2']);
});

test('find says that a text is no date, that nothing matches, and what it does not take', async () => {
  expect((await cli.run('find 20261399')).messages).toContain('20261399 is not a date');
  expect((await cli.run('find ローレル')).messages).toContain('Nothing that is stored matches');
  expect((await cli.run('find 09261202')).out).toContain('not stored');
  const refused = ['find " "', 'find x --limit 0', 'find x --limit 1001', 'find x --kinds dog'];
  for (const line of refused) expect(await cli.run(line)).toMatchObject({ code: 2 });
});

test('find that lists as many as it can says how to find fewer', async () => {
  cli.service.records.t_ky = runnersOf(
    't_ky',
    { ...TODAY, races: 12, runners: 99 },
    { horse_name: 'ローレル' },
  );
  await cli.run('query t_ky --racedate 20261115');
  const { messages } = await cli.run('find ローレル --limit 1000');
  expect(messages).toMatch(
    /Listed 1000 of \d{4}: more are not listed\. Type more of the name, or choose --kinds\./,
  );
});
