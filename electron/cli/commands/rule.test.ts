// `railbird rule`: two race days of three races each, of which horse 1 wins each. The payoffs alone say what was paid.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ruleText, type Rule } from '#shared/rules/rule.ts';
import { commandLine, type CommandLine } from '../../testing/command-line.ts';
import { racekeyOf, recordOf, runnersOf } from '../../testing/fake-records.ts';
import { SATURDAY, YESTERDAY } from '../../testing/three-days.ts';

let line: CommandLine;
let folder: string;

const paid = (racedate: string, race: number, given: Record<string, string> = {}) =>
  recordOf('d_hj', {
    racedate,
    racekey: racekeyOf(racedate, race),
    win_horse_number_1: '01',
    win_payoff_1: String(race * 100 + 50),
    quinella_number_1: '0102',
    quinella_payoff_1: '800',
    ...given,
  });

beforeAll(async () => {
  line = await commandLine();
  folder = await mkdtemp(join(tmpdir(), 'railbird-rule-'));
  line.service.records.d_ky = [SATURDAY, YESTERDAY].flatMap((card) => runnersOf('d_ky', card));
  line.service.records.d_hj = [
    ...[1, 2, 3].map((race) => paid(SATURDAY.racedate, race)),
    paid(YESTERDAY.racedate, 1),
    // Horse 2 is refunded.
    paid(YESTERDAY.racedate, 2, { refund_number_1: '02' }),
    paid(YESTERDAY.racedate, 3),
  ];
});
afterAll(async () => {
  await line.remove();
  await rm(folder, { recursive: true, force: true });
});

const RULE: Rule = {
  railbird: 'rule',
  version: 2,
  name: 'Inside horses',
  choosing: { from: SATURDAY.racedate, to: SATURDAY.racedate },
  checking: { from: YESTERDAY.racedate, to: YESTERDAY.racedate },
  filters: [{ column: 'horse_number', text: '<=2' }],
  bets: [
    { bet: 'win', form: 'each', stake: 100 },
    { bet: 'quinella', form: 'box', stake: 200 },
  ],
};

async function fileOf(change: Partial<Rule> = {}): Promise<string> {
  const path = join(folder, `${Math.random()}.json`);
  await writeFile(path, ruleText({ ...RULE, ...change }));
  return path;
}

const reportOf = async (words: string) => {
  const { out, code, messages } = await line.run(`rule ${words} --json`);
  return { code, messages, report: JSON.parse(out) };
};

it('tells what the choosing period returned, settled by the payoffs', async () => {
  const { report } = await reportOf(await fileOf());
  expect(report).toMatchObject({
    of: 'choosing',
    tally: {
      picked: { runners: 6, races: 3, racesInAll: 3 },
      bets: [
        { races: 3, bets: 6, hits: 3, stake: 600, returned: 150 + 250 + 350 },
        { races: 3, bets: 3, hits: 3, stake: 600, returned: 4800 },
      ],
      unsettled: { races: 0 },
    },
    looks: { rulesTried: 1, looks: 0 },
  });
});

it('names the runners of the winning combinations', async () => {
  const { report } = await reportOf(await fileOf());
  const [{ bet, racekey, runners }] = report.tally.winners;
  expect(bet).toBe('quinella');
  const first = runnersOf('d_ky', SATURDAY).find(
    (each) => each['racekey'] === racekey && Number(each['horse_number']) === 1,
  );
  expect(runners).toMatchObject([
    { number: 1, horse_name: first?.['horse_name'], horse_id: first?.['horse_id'] },
    { number: 2 },
  ]);
  expect(first?.['horse_name']).toEqual(expect.any(String));
});

it('keeps stakes that were given back apart, and counts each look at the checking period', async () => {
  const file = await fileOf();
  const { report } = await reportOf(`${file} --checking`);
  expect(report).toMatchObject({
    of: 'checking',
    tally: {
      bets: [
        { bets: 5, refunded: 100 },
        { bets: 2, refunded: 200 },
      ],
    },
    looks: { looks: 1 },
  });
  const again = await reportOf(`${file} --checking`);
  expect(again.report.looks.looks).toBe(2);
  expect(again.messages).toContain('The checking period has been looked at 2 times.');
});

it('decides by what was known, and tells where only the last values are stored', async () => {
  const file = await fileOf({
    filters: [{ column: 'prerace_win_odds', text: '=' }],
    minutesBeforePost: 10,
  });
  const { report, messages } = await reportOf(file);
  expect(report.tally.known).toMatchObject({ minutesBeforePost: 10, recorded: { races: 0 }, changed: 0 });
  expect(report.tally.known.last).toEqual({
    races: report.tally.whole.races,
    bets: report.tally.whole.bets,
  });
  expect(messages).toContain('so the values stored last were used: prerace_win_odds.');
  expect(messages).toContain(
    'races have no value of prerace_win_odds; a blank passes the filter there: from',
  );
});

it('leaves out runners whose mark was changed or removed after the race, and says so', async () => {
  const file = await fileOf({ filters: [{ column: 'my_mark', text: '◎' }] });
  const race = racekeyOf(SATURDAY.racedate, 1);
  for (const marked of ['1 ◎', '2 ◎', '2 none', '3 ◎', '3 ○']) await line.run(`mark ${race} ${marked}`);
  const { report, messages } = await reportOf(file);
  expect(report.tally).toMatchObject({ picked: { runners: 0 }, leftOut: 3 });
  expect(messages).toContain('3 runners are left out: your mark or note was changed after the start, or');
});

it('keeps runners whose note alone was written after the race, unless the rule reads notes', async () => {
  const race = racekeyOf(SATURDAY.racedate, 2);
  await line.run(`mark ${race} 1 --note late`);
  const picked = (column: string, text: string) => fileOf({ filters: [{ column, text }] });
  const before = await reportOf(await picked('my_mark', '◎'));
  await line.run(`mark ${race} 4 --note late`);
  const marks = await reportOf(await picked('my_mark', '◎'));
  expect(marks.report.tally.leftOut).toBe(before.report.tally.leftOut);
  const notes = await reportOf(await picked('my_note', 'late'));
  expect(notes.report.tally.leftOut).toBeGreaterThan(marks.report.tally.leftOut);
});

it('prints a row for all bets, each bet, each year and each value of a column', async () => {
  const { out } = await line.run(`rule ${await fileOf()} --by horse_number --format csv`);
  expect(out.split('\r\n').map((row) => row.split(',')[0])).toEqual([
    'of', 'all bets', '"Win', '"Quinella', '2026', 'Horse number: 1', 'Horse number: 2', '',
  ]); // prettier-ignore
});

it('prints every value of the column, however many there are', async () => {
  const other = await commandLine();
  const card = { ...SATURDAY, races: 6 };
  other.service.records.d_ky = runnersOf('d_ky', card);
  other.service.records.d_hj = [1, 2, 3, 4, 5, 6].map((race) => paid(SATURDAY.racedate, race));
  const file = await fileOf({ filters: [], bets: [{ bet: 'win', form: 'each', stake: 100 }] });
  const { tally } = JSON.parse((await other.run(`rule ${file} --by horse_id --json`)).out);
  expect(tally).toMatchObject({ whole: { bets: 72 }, moreGroups: false });
  expect(tally.groups).toHaveLength(72);
  await other.remove();
});

it('reads a rule as the window does: with a mark of its encoding, and in code page 932', async () => {
  const text = ruleText({ ...RULE, filters: [{ column: 'horse_name', text: '馬1の2' }] });
  for (const bytes of [Buffer.from(`\uFEFF${text}`), iconv.encode(text, 'cp932')]) {
    const path = join(folder, 'encoded.json');
    await writeFile(path, bytes);
    expect((await reportOf(path)).report.tally.picked).toMatchObject({ runners: 1 });
  }
});

it('refuses a rule that reads a result, a file that is none, and a column that is none', async () => {
  const reads = await fileOf({ filters: [{ column: 'confirmed_win_odds', text: '>=10' }] });
  const refused = await line.run(`rule ${reads}`);
  expect(refused.code).toBe(2);
  expect(refused.messages).toContain('known only after the race');
  await writeFile(join(folder, 'none.json'), '[]');
  expect((await line.run(`rule ${join(folder, 'none.json')}`)).messages).toContain('not a rule of Railbird');
  expect((await line.run(`rule ${join(folder, 'missing.json')}`)).code).toBe(6);
  const both = await line.run(`rule ${join(folder, 'none.json')} --json --format csv`);
  expect([both.code, both.messages]).toEqual([2, expect.stringContaining('Either --json, or --format')]);
  const group = await line.run(`rule ${await fileOf()} --by nonsense`);
  expect(group.messages).toContain('no column “nonsense”');
});

it('leaves out races without payoffs, names them, and is incomplete', async () => {
  const other = await commandLine();
  other.service.records.d_ky = runnersOf('d_ky', SATURDAY);
  other.service.records.d_hj = [paid(SATURDAY.racedate, 1), paid(SATURDAY.racedate, 3)];
  const { code, out, messages } = await other.run(`rule ${await fileOf()} --json`);
  expect(JSON.parse(out)).toMatchObject({
    complete: false,
    tally: {
      whole: { races: 2 },
      unsettled: { races: 1, named: [{ racekey: racekeyOf(SATURDAY.racedate, 2) }] },
    },
  });
  expect(messages).toContain('1 race has bets that are in no figure');
  expect(messages).toContain(`${SATURDAY.racedate} ${racekeyOf(SATURDAY.racedate, 2)}`);
  expect(code).toBe(3);
  await other.remove();
});
