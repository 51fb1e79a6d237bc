// Answers that arrive in another order than they were requested.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import type { Spool } from '../service-client/spool.ts';
import { storedAnswerOf } from '../testing/answers.ts';
import { recordOf } from '../testing/fake-records.ts';
import type { Archive } from './archive.ts';
import { eachTestOpensAnArchive } from './testing/each-test.ts';

const SATURDAY = '20261114';
const SUNDAY = '20261115';
const FIRST_RACE = '05264101';
const SECOND_RACE = '05264102';
const NOON = Date.UTC(2026, 10, 14, 3);

let spool: Spool;
let archive: Archive;

const opened = eachTestOpensAnArchive(NOON);
beforeEach(() => {
  ({ archive, spool } = opened());
});

/** `sentAt` tells which request was sent first; answers arrive in the order of the calls. */
const arrive = async (
  sentAt: number,
  filter: Filter,
  records: readonly WireRecord[],
  { table = 't_pd', reasons = [] }: { table?: TableCode; reasons?: readonly Incompleteness[] } = {},
): Promise<void> => {
  const fetchedAt = (arrived += 1);
  await archive.write(await storedAnswerOf(table, filter, records, spool, { sentAt, fetchedAt, reasons }));
};
let arrived = NOON;

const odds = (win_odds: string, racekey = FIRST_RACE, racedate = SATURDAY): WireRecord =>
  recordOf('t_pd', { racekey, racedate, horse_number: '01', win_odds });

const stored = async () =>
  (await archive.rows('select racekey, win_odds from t_pd order by 1')).map(([race, win]) => [race, win]);

const covered = async (unit: string) => (await archive.coverage('t_pd', [unit])).get(unit);

describe('an answer whose request was sent before one that is stored', () => {
  it('leaves a race that was refreshed meanwhile as it is, and brings the others of its day', async () => {
    await arrive(2, { racekey: FIRST_RACE }, [odds('9.9')]);
    await arrive(1, { racedate: SATURDAY }, [odds('2.0'), odds('3.0', SECOND_RACE)]);
    expect(await stored()).toEqual([
      [FIRST_RACE, '9.9'],
      [SECOND_RACE, '3.0'],
    ]);
    expect(await covered(`day:${SATURDAY}`)).toMatchObject({ records: 2 });
  });

  it('says of that race what its own answer said', async () => {
    await arrive(0, { racedate: SATURDAY }, [odds('1.0'), odds('1.0', SECOND_RACE)]);
    const short = (where: string): Incompleteness => ({ reason: 'headcount_differs', where });
    await arrive(2, { racekey: FIRST_RACE }, [odds('9.9')]);
    await arrive(1, { racedate: SATURDAY }, [odds('2.0'), odds('3.0', SECOND_RACE)], {
      reasons: [short(FIRST_RACE), short(SECOND_RACE)],
    });
    expect((await covered(`day:${SATURDAY}`))?.reasons).toEqual([short(SECOND_RACE)]);
  });

  it('brings no record of a race that was refreshed without it', async () => {
    await arrive(0, { racedate: SATURDAY }, [odds('1.0'), odds('1.0', SECOND_RACE)]);
    await arrive(2, { racekey: FIRST_RACE }, [odds('9.9')]);
    const scratched = recordOf('t_pd', { racekey: FIRST_RACE, racedate: SATURDAY, horse_number: '02' });
    await arrive(1, { racedate: SATURDAY }, [odds('2.0'), scratched, odds('3.0', SECOND_RACE)]);
    expect(await stored()).toEqual([
      [FIRST_RACE, '9.9'],
      [SECOND_RACE, '3.0'],
    ]);
  });

  it('changes nothing of the same request', async () => {
    await arrive(2, { racedate: SATURDAY }, [odds('9.9')]);
    const before = await covered(`day:${SATURDAY}`);
    await arrive(1, { racedate: SATURDAY }, [odds('2.0')]);
    expect(await stored()).toEqual([[FIRST_RACE, '9.9']]);
    expect(await covered(`day:${SATURDAY}`)).toEqual(before);
  });

  it('changes nothing of a race whose day was read meanwhile', async () => {
    await arrive(2, { racedate: SATURDAY }, [odds('9.9')]);
    await arrive(1, { racekey: FIRST_RACE }, [odds('2.0')]);
    expect(await stored()).toEqual([[FIRST_RACE, '9.9']]);
  });

  it('brings the other days of its period', async () => {
    await arrive(2, { racedate: SATURDAY }, [odds('9.9')]);
    const before = await covered(`day:${SATURDAY}`);
    await arrive(1, { start_racedate: SATURDAY, end_racedate: SUNDAY }, [
      odds('2.0'),
      odds('3.0', SECOND_RACE, SUNDAY),
    ]);
    expect(await stored()).toEqual([
      [FIRST_RACE, '9.9'],
      [SECOND_RACE, '3.0'],
    ]);
    expect(await covered(`day:${SATURDAY}`)).toEqual(before);
    expect(await covered(`day:${SUNDAY}`)).toMatchObject({ records: 1 });
  });

  it('leaves a horse that was read by its number as it is', async () => {
    const horse = (horse_name: string) =>
      recordOf('m_uk', { horse_id: '26HX00000001', kettonum: '23100001', horse_name });
    await arrive(2, { kettonum: '23100001' }, [horse('new')], { table: 'm_uk' });
    await arrive(1, { horse_id: '26HX00000001' }, [horse('old')], { table: 'm_uk' });
    expect(await archive.rows('select horse_name from m_uk')).toEqual([['new']]);
  });
});

describe('an answer is stored', () => {
  it('in the order of the requests', async () => {
    await arrive(1, { racedate: SATURDAY }, [odds('2.0')]);
    await arrive(2, { racekey: FIRST_RACE }, [odds('9.9')]);
    await arrive(3, { racedate: SATURDAY }, [odds('4.0')]);
    expect(await stored()).toEqual([[FIRST_RACE, '4.0']]);
  });

  it('if what was requested later concerns other records', async () => {
    await arrive(2, { racedate: SUNDAY }, [odds('9.9', SECOND_RACE, SUNDAY)]);
    await arrive(3, { racedate: SATURDAY }, [odds('8.0')], { table: 't_ky' });
    await arrive(1, { racedate: SATURDAY }, [odds('2.0')]);
    expect(await stored()).toEqual([
      [FIRST_RACE, '2.0'],
      [SECOND_RACE, '9.9'],
    ]);
  });

  it('if what was requested later was deleted since', async () => {
    await arrive(2, { racedate: SATURDAY }, [odds('9.9')]);
    await archive.remove(['t_pd']);
    await arrive(1, { racedate: SATURDAY }, [odds('2.0')]);
    expect(await stored()).toEqual([[FIRST_RACE, '2.0']]);
  });
});
