import { beforeEach, describe, expect, it } from 'vitest';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import type { Spool } from '../service-client/spool.ts';
import { storedAnswerOf } from '../testing/answers.ts';
import { racekeyOf, runnersOf } from '../testing/fake-records.ts';
import type { Archive } from './archive.ts';
import type { StoredAnswer } from './stored-answer.ts';
import { eachTestOpensAnArchive } from './testing/each-test.ts';

const NOW = Date.UTC(2026, 10, 15, 3);
const TODAY = '20261115';
const [SATURDAY, SUNDAY] = ['20261107', '20261108'];
const WEEKEND: Filter = { start_racedate: '20261106', end_racedate: SUNDAY };
const card = (racedate: string) => ({ racedate, races: 2, runners: 3 });
const GONE = { reason: 'not_fetched', because: { code: 'RECORDS_GONE' } };

let spool: Spool;
let archive: Archive;
const opened = eachTestOpensAnArchive(NOW);
beforeEach(() => {
  ({ archive, spool } = opened());
});

let fetches = 0;
async function write(
  table: TableCode,
  filter: Filter,
  records: readonly WireRecord[],
  given: Partial<StoredAnswer['answer']> & Pick<Partial<StoredAnswer>, 'reasons'> = {},
): Promise<readonly string[]> {
  fetches += 1;
  return archive.write(
    await storedAnswerOf(table, filter, records, spool, { fetchedAt: NOW + fetches, ...given }),
  );
}

const storedOf = async (table: TableCode, unit: string) => (await archive.coverage(table, [unit])).get(unit);
const countOf = async (table: TableCode, where = 'true') =>
  Number((await archive.rows(`select count(*)::INTEGER from ${table} where ${where}`))[0]?.[0]);

describe('a day that an answer leaves out', () => {
  beforeEach(() =>
    write(
      'd_se',
      WEEKEND,
      [SATURDAY, SUNDAY].flatMap((day) => runnersOf('d_se', card(day))),
    ),
  );

  it('keeps its records, and the reason until they are answered again', async () => {
    const before = await storedOf('d_se', `day:${SATURDAY}`);
    expect(await write('d_se', WEEKEND, runnersOf('d_se', card(SUNDAY)), { quarantined: 2 })).toEqual([
      `day:${SATURDAY}`,
    ]);
    expect(await countOf('d_se')).toBe(12);
    const kept = await storedOf('d_se', `day:${SATURDAY}`);
    expect(kept).toMatchObject({ ...before, reasons: [{ ...GONE, where: SATURDAY }] });
    // The account of the answer is on the first of the days that it replaced, once.
    const others = ['day:20261106', `day:${SUNDAY}`].map((unit) => storedOf('d_se', unit));
    expect((await Promise.all(others)).map((unit) => unit?.quarantined)).toEqual([2, 0]);

    await write(
      'd_se',
      WEEKEND,
      [SATURDAY, SUNDAY].flatMap((day) => runnersOf('d_se', card(day))),
    );
    expect(await storedOf('d_se', `day:${SATURDAY}`)).toMatchObject({ reasons: [], records: 6 });
    expect(await countOf('d_se')).toBe(12);
  });

  it('keeps them from an answer without any record, whichever request brought them', async () => {
    await write('d_hj', { racekey: racekeyOf(SATURDAY, 1) }, [
      { racedate: SATURDAY, racekey: racekeyOf(SATURDAY, 1), win_payoff_1: '500' },
    ]);
    expect(await write('d_hj', WEEKEND, [])).toEqual([`day:${SATURDAY}`]);
    expect(await countOf('d_hj')).toBe(1);
    expect(await storedOf('d_hj', `day:${SATURDAY}`)).toBeUndefined();
    expect(await storedOf('d_hj', `day:${SUNDAY}`)).toMatchObject({ records: 0, reasons: [] });
  });
});

it.each([TODAY, '20261121'])(
  'today and the days to come keep their cards from an empty answer: %s',
  async (day) => {
    await write('t_ky', { racedate: day }, runnersOf('t_ky', card(day)));
    expect(await write('t_ky', { racedate: day }, [])).toEqual([`day:${day}`]);
    expect(await countOf('t_ky')).toBe(6);
    expect(await storedOf('t_ky', `day:${day}`)).toMatchObject({
      records: 6,
      reasons: [{ ...GONE, where: day }],
    });
  },
);

describe('an answer for one race', () => {
  const racekey = racekeyOf(SATURDAY, 1);
  const ofRace = runnersOf('t_ch', card(SATURDAY)).filter((record) => record.racekey === racekey);
  const day = () => storedOf('t_ch', `day:${SATURDAY}`);
  const another = { reason: 'count_differs', where: racekeyOf(SATURDAY, 2) } as const;

  beforeEach(async () => {
    await write('t_ch', { racedate: SATURDAY }, runnersOf('t_ch', card(SATURDAY)), { reasons: [another] });
  });

  it('that is short makes its day short, until the race is whole again', async () => {
    const fetchedAt = (await day())?.fetchedAt;
    const short = { reason: 'count_differs', where: racekey } as const;
    await write('t_ch', { racekey }, ofRace.slice(0, 1), { reasons: [short] });
    expect(await day()).toMatchObject({
      records: 4,
      fetchedAt,
      reasons: [another, short, { reason: 'fewer_records', where: SATURDAY, before: 6 }],
    });
    await write('t_ch', { racekey }, ofRace);
    expect(await day()).toMatchObject({ records: 6, fetchedAt, reasons: [another] });
  });

  it('that is empty leaves its records, and is a reason against the day', async () => {
    expect(await write('t_ch', { racekey }, [])).toEqual([`race:${racekey}`]);
    expect(await countOf('t_ch')).toBe(6);
    expect((await day())?.reasons).toMatchObject([another, { ...GONE, where: racekey }]);
    await write('t_ch', { racekey }, ofRace);
    expect((await day())?.reasons).toEqual([another]);
  });
});

describe('fewer records of a day than are stored', () => {
  const filter = { start_racedate: SATURDAY, end_racedate: SATURDAY };
  const all = runnersOf('d_se', card(SATURDAY));
  const reasons = async () => (await storedOf('d_se', `day:${SATURDAY}`))?.reasons;
  const fewer = { reason: 'fewer_records', where: SATURDAY, before: 6 };

  it('are stored and are a reason, until an answer has as many again', async () => {
    await write('d_se', filter, all);
    await write('d_se', filter, all.slice(0, 2));
    expect(await countOf('d_se')).toBe(2);
    expect(await reasons()).toEqual([fewer]);
    await write('d_se', filter, all.slice(0, 2));
    expect(await reasons()).toEqual([fewer]);
    await write('d_se', filter, all.slice(0, 5));
    expect(await reasons()).toEqual([fewer]);
    await write('d_se', filter, all);
    expect(await reasons()).toEqual([]);
  });

  it('are no reason if the day was not over when those were fetched, or a record had come in two versions', async () => {
    await write('d_se', filter, all, { fetchedAt: Date.UTC(2026, 10, 7, 3) });
    await write('d_se', filter, all.slice(0, 5));
    expect(await reasons()).toEqual([]);
    await write('d_se', filter, [...all.slice(0, 5), { ...all[0], idm: '1' }]);
    await write('d_se', filter, all.slice(0, 5));
    expect(await reasons()).toEqual([]);
  });

  it('without an order of finish, which they had, are a reason until they have it again', async () => {
    const finished = all.map((record) => ({ ...record, order_of_finish: '1' }));
    const blank = all.map((record) => ({ ...record, order_of_finish: null }));
    await write('d_se', filter, blank);
    expect(await reasons()).toEqual([]);
    await write('d_se', filter, finished);
    await write('d_se', filter, blank);
    await write('d_se', filter, blank);
    expect(await reasons()).toEqual([{ reason: 'finish_gone', where: SATURDAY }]);
    await write('d_se', filter, finished);
    expect(await reasons()).toEqual([]);
  });
});
