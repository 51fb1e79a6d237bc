// Lists of bets against an archive over a fake service.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BetReport } from '#shared/betting/report.ts';
import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import type { Language } from '#shared/text.ts';
import { csvLine } from '../exports/csv.ts';
import { racekeyOf, recordOf, runnersOf } from '../testing/fake-records.ts';
import type { FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { ofPeriod, SATURDAY, threeDays, TODAY, YESTERDAY } from '../testing/three-days.ts';
import { missingRaces } from './bets.ts';
import { CHECKED_FIELDS, checkedLines } from './checked-lines.ts';
import { readList } from './read-list.ts';

const DAY = TODAY.racedate;

/** A race that 3 won before 1 and 2. */
const paid = (racedate: string, race: number, more: WireRecord = {}): WireRecord =>
  recordOf('d_hj', {
    racedate,
    racekey: racekeyOf(racedate, race),
    win_horse_number_1: '03',
    win_payoff_1: '420',
    quinella_number_1: '0103',
    quinella_payoff_1: '1230',
    ...more,
  });

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  service.records.d_hj = [SATURDAY, YESTERDAY].flatMap(({ racedate }) => [
    paid(racedate, 1),
    paid(racedate, 2, { refund_number_1: '05' }),
    paid(racedate, 3, { win_horse_number_2: '04', win_payoff_2: '180' }),
  ]);
  service.records.t_hj = [paid(DAY, 1)];
  core = await openCore(service);
});

afterEach(() => core.close());

const [one, two, three] = [1, 2, 3].map((race) => racekeyOf(SATURDAY.racedate, race)) as [
  string,
  string,
  string,
];

describe('a list', () => {
  it('is checked without a request, names what is not stored, and counts it once it is fetched', async () => {
    const text = `${one} win 3 200\n2026-11-07 東京 2R 単勝 5,3 100\n${three} win 4 100\n${three} quinella 1-2`;
    const before = await core.bets.check(text);
    expect(service.received).toEqual([]);
    expect(before.open).toBe(600);
    expect(before.bets.map(({ reasons }) => reasons[0]?.reason)).toEqual(Array(4).fill('not_stored'));
    const missing = missingRaces(before, DAY);
    expect(missing).toEqual([{ racekey: one }, { racedate: SATURDAY.racedate }, { racekey: three }]);
    await core.bets.fetch(missing);
    const after = await core.bets.check(text);
    expect(after.bets).toMatchObject([
      { racekey: one, racedate: SATURDAY.racedate, hits: 1, staked: 200, returned: 840 },
      { racekey: two, hits: 1, staked: 100, returned: 420, refunded: 100 },
      { racekey: three, hits: 1, returned: 180 },
      { racekey: three, hits: 0, staked: 100, returned: 0 },
    ]);
    expect(after.open).toBe(0);
    expect(after.total).toEqual({ settled: 4, hits: 3, staked: 500, returned: 1440, refunded: 100 });
  });

  it('is fetched by month and meeting, not race by race', async () => {
    const lines = [SATURDAY, YESTERDAY].flatMap(({ racedate }) =>
      [1, 2, 3].map((race) => `${racekeyOf(racedate, race)} win 3`),
    );
    const report = await core.bets.check(lines.join('\n'));
    await core.bets.fetch(missingRaces(report, DAY));
    const requests = service.received.filter(({ table }) => table === 'd_hj');
    // One race of each meeting tells its day; the rest of the month is one period.
    expect(requests).toHaveLength(3);
    expect((await core.bets.check(lines.join('\n'))).total).toMatchObject({ settled: 6, hits: 6 });
  });

  it('says what could not be requested, though other days are there', async () => {
    expect(await core.bets.fetch([{ racedate: SATURDAY.racedate }])).toEqual({});
    service.misbehave = () => ({ breaks: true });
    const { failure } = await core.bets.fetch([SATURDAY, YESTERDAY].map(({ racedate }) => ({ racedate })));
    expect(failure?.code).toBe('UNREACHABLE');
  });

  it('names races of today and later as to come, and pays them once they are paid', async () => {
    const text = `2026-11-15 東京1R 単勝 3\n2026-11-15 東京2R 単勝 3\n2026-11-22 東京1R 単勝 3`;
    const before = await core.bets.check(text);
    expect(before.bets.map(({ reasons }) => reasons[0]?.reason)).toEqual(Array(3).fill('to_come'));
    await core.bets.fetch(missingRaces(before, DAY));
    const after = await core.bets.check(text);
    expect(after.bets.map(({ returned, open }) => [returned, open])).toEqual([
      [420, 0],
      [0, 100],
      [0, 100],
    ]);
  });

  it('names races that there are not, once the payoffs of their day are stored', async () => {
    const text = '2026-11-07 東京12R 単勝 3\n3916BU11 win 3';
    await core.bets.fetch([SATURDAY, YESTERDAY].map(({ racedate }) => ({ racedate })));
    // The last is a race of Saturday.
    const report = await core.bets.check(`${text}\n${YESTERDAY.racedate} ${one} win 3`);
    expect(report.bets.map(({ reasons }) => reasons[0]?.reason)).toEqual(Array(3).fill('no_such_race'));
    expect(missingRaces(report, DAY)).toEqual([]);
  });

  it('knows by card and result which numbers a race has, and who did not start', async () => {
    service.records.d_se = runnersOf('d_se', SATURDAY).map((record) =>
      record['horse_number'] === '07'
        ? { ...record, order_of_finish: '', trouble_classification: '1' }
        : record,
    );
    await core.results.open(ofPeriod('d_se', SATURDAY.racedate, SATURDAY.racedate));
    // From before the draw.
    service.records.t_ky = ['00', '', '０'].map((horse_number) =>
      recordOf('t_ky', { racedate: SATURDAY.racedate, racekey: one, horse_number }),
    );
    await core.results.open({ kind: 'table', table: 't_ky', filter: { racekey: one } });
    await core.bets.fetch([{ racedate: SATURDAY.racedate }]);
    const report = await core.bets.check(`${one} win 13\n${one} win 7\n${one} win 12`);
    expect(report.bets.map(({ reasons, staked }) => [reasons[0]?.reason, staked])).toEqual([
      ['not_in_race', 0],
      ['not_started', 0],
      [undefined, 100],
    ]);
  });

  it('takes the day of a race that was moved from the newest answer', async () => {
    await core.bets.fetch([{ racedate: SATURDAY.racedate }]);
    service.records.d_hj = [{ ...paid('20261108', 1), racekey: one }];
    await core.bets.fetch([{ racedate: '20261108' }]);
    const report = await core.bets.check(`${one} win 3\n2026-11-08 ${one} win 3`);
    expect(report.bets.map(({ reasons, racedate }) => [reasons[0]?.reason, racedate])).toEqual([
      [undefined, '20261108'],
      [undefined, '20261108'],
    ]);
  });

  it('with more combinations than can be checked is refused', async () => {
    const all = Array.from({ length: 18 }, (_, at) => at + 1).join(',');
    const text = Array(205).fill(`${one} trifecta BOX ${all}`).join('\n');
    await expect(core.bets.check(text)).rejects.toMatchObject({ code: 'TOO_MANY_BETS' });
  });
});

describe('the checked lines', () => {
  /** The file of a checked list. */
  const fileOf = (report: BetReport, language: Language): string =>
    [Object.keys(CHECKED_FIELDS), ...checkedLines(report, language)].map(csvLine).join('');
  const whatIsIn = ({ bets }: BetReport) =>
    bets.map(({ bet, racekey, racedate, racecourse_cd, raceNumber, shown, combinations, stake }) => {
      const race = { racekey, racedate, racecourse_cd, raceNumber };
      return { ...race, bet, shown, combinations, stake };
    });

  it.each(['en', 'ja'] as const)('open as the same list again in a file (%s)', async (language) => {
    await core.bets.fetch([{ racedate: SATURDAY.racedate }]);
    const lines = [
      'win 3 200', '複 3,5,7', 'bracket 3-3', '枠連 BOX 1,2,3', '枠連 3-5,7', 'quinella 3-5 300', 'quinella 0305',
      'quinella 3-5,7', 'wide BOX 3,5,7', 'ワイド 3,5-7,9', 'exacta 3>5', 'exacta BOX 3,5', 'exacta 3>5,7 multi',
      'trio 1-2-3', 'trio BOX 1,2,3,4', 'trio 1-2,3,4', 'trio 1-2,3-4,5 total 400', '三連複 軸2頭流し 3,5-7,9',
      'trifecta 3>1>2', 'trifecta BOX 1,2,3', 'trifecta 3>1,2 multi 600', 'trifecta 3>5,7',
      'trifecta 1,2>1,2,3>1,2,3,4', '三連単 軸2頭マルチ 3,5-7',
    ].map((bet) => `${one} ${bet}`); // prettier-ignore
    const others = [
      `${three};win;3;100`,
      '2026-11-07\t東京\t2R\t馬連\tBOX 1,3,5\t300',
      `${two},win,"3,4",100`,
      // Not stored, to come, and no race at all.
      '2026-11-14 東京 1R win 1',
      `${racekeyOf(TODAY.racedate, 2)} win 1`,
      '2026-11-07 東京12R 単勝 3',
    ];
    const report = await core.bets.check([...lines, ...others].join('\n'));
    expect(report.bad).toEqual([]);
    const again = await core.bets.check(fileOf(report, language));
    expect(again.bad).toEqual([]);
    expect(whatIsIn(again)).toEqual(whatIsIn(report));
    expect(again.total).toEqual(report.total);
    expect(again.open).toBe(report.open);
  });

  it('have every line that is no bet, which is none in their file either', async () => {
    const report = await core.bets.check(`${one} win 3\nnonsense`);
    const rows = checkedLines(report, 'en');
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain('nonsense');
    const again = await core.bets.check(fileOf(report, 'en'));
    expect([again.bets.length, again.bad.length]).toEqual([1, 1]);
  });

  it('of a race without a key name its course in words that can be read', () => {
    const courses = Object.entries(CODE_TABLES.racecourse_cd.codes).flatMap(([code, { en, ja }]) =>
      [en, ja].map((course) => [course, code]),
    );
    const read = courses.map(([course]) => {
      const list = `racedate,racekey,course_name,race_no,bet,combination\n20261107,,${course},3,win,1`;
      const line = readList(list)[0]?.read;
      return [course, line?.is === 'bet' && line.race.by === 'day' ? line.race.racecourse_cd : line];
    });
    expect(read).toEqual(courses);
  });

  it('are read with the names of their columns', () => {
    const lines = readList('racedate,racekey,bet,combination,stake\n20261107,05260701,win,3,200');
    expect(lines[0]?.read).toMatchObject({ race: { by: 'key', racedate: '20261107' }, stake: 200 });
  });
});
