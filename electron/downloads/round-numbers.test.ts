// Answers with a round number of records, at which a service may have cut them off: a window that brings no more in parts
// is complete, with all of its days.

import { describe, expect, it } from 'vitest';
import type { Filter } from '#shared/catalogue/table.ts';
import { meetingOf, racesOf, runnersOf } from '../testing/fake-records.ts';
import { envelope } from '../testing/fake-service.ts';
import { oddServicePerTest } from '../testing/odd-service.ts';

const odd = oddServicePerTest();
const { open } = odd;

describe('a round number of records that splitting the window does not change', () => {
  /** A Sunday and the Saturday after it: the days between are known to be idle, so the window spans them. */
  const RACED = ['20260906', '20260912'] as const;
  const WINDOW: Filter = { start_racedate: RACED[0], end_racedate: RACED[1] };
  const ofRunners = (runners: number) => {
    const cards = RACED.map((racedate) => ({ racedate, races: 5, runners }));
    odd.service.records.d_ra = cards.flatMap((card) => racesOf('d_ra', card));
    odd.service.records.d_se = cards.flatMap((card) => runnersOf('d_se', card));
    odd.service.records.d_ka = RACED.map((day) => ({ ...meetingOf('d_ka', day), number_of_races: 5 }));
  };
  const openIdleFirst = async () => {
    await open(WINDOW, 'd_ka');
    return open(WINDOW);
  };
  /** What is said against stored days: subjects and SQL queries report it of all days, idle ones too. */
  const noted = async () => {
    const archive = await odd.core.archive();
    const rows = await archive.rows(
      `select last_day, reasons from coverage where table_code = 'd_se' and reasons <> '[]' order by last_day`,
    );
    return rows.map(([day]) => day);
  };
  const parts = () =>
    odd.service.requests.filter((request) => request.startsWith('d_se')).map((request) => request.slice(5));

  it.each([5, 10])(
    'is no reason for any day of it, those that it only spans included: 2 × 5 × %i',
    async (each) => {
      ofRunners(each);
      expect(await openIdleFirst()).toMatchObject({ records: 10 * each, complete: true });
      expect(parts()).toEqual(['20260906 20260912', '20260906 20260911', '20260912 20260912']);
      expect(await noted()).toEqual([]);
      odd.service.received.length = 0;
      await open(WINDOW);
      expect(odd.service.received).toEqual([]);
    },
  );

  it('is a reason where one part has all of the records, and runners are missing: a service may stop there', async () => {
    ofRunners(11);
    const { d_se: runners = [] } = odd.service.records;
    odd.service.records.d_se = runners.filter(
      ({ racedate, horse_number }) => racedate === RACED[1] && horse_number !== '11',
    );
    const reasons = (await openIdleFirst()).reasons.filter(({ reason }) => reason === 'round_number');
    expect(reasons).toEqual([{ reason: 'round_number', where: RACED[1] }]);
  });

  it('is none of a single day whose races and runners are all there, which is requested no more', async () => {
    const [day] = RACED;
    odd.service.records.d_ra = racesOf('d_ra', { racedate: day, races: 5, runners: 10 });
    odd.service.records.d_se = runnersOf('d_se', { racedate: day, races: 5, runners: 10 });
    odd.service.records.d_ka = [{ ...meetingOf('d_ka', day), number_of_races: 5 }];
    const one = { start_racedate: day, end_racedate: day };
    expect(await open(one)).toMatchObject({ records: 50, complete: true, reasons: [] });
    await odd.core.clock.advance(2 * 60_000);
    odd.service.received.length = 0;
    expect(await open(one)).toMatchObject({ records: 50, complete: true });
    expect(odd.service.received).toEqual([]);
    // As what was stored before is read: nothing is requested for a subject of many days, nor for a SQL query.
    const runs = { kind: 'subject', subject: 'runs', from: '20260801', to: '20261031' } as const;
    const all = [runs, { kind: 'sql', sql: 'select * from d_se' } as const];
    for (const source of all) {
      const { reasons } = (await odd.core.results.open(source)).summary;
      expect(reasons.filter(({ reason }) => reason === 'round_number')).toEqual([]);
      // A day with a reason is not final, and would not count as fetched.
      if (source.kind === 'sql') expect(reasons).toEqual([]);
    }
    expect(odd.service.received).toEqual([]);
  });

  it('is a reason of a single day if a race is short, or its program is not known', async () => {
    const [day] = RACED;
    const one = { start_racedate: day, end_racedate: day };
    const reason = { reason: 'round_number', where: day };
    odd.service.records.d_ra = racesOf('d_ra', { racedate: day, races: 5, runners: 11 });
    odd.service.records.d_se = runnersOf('d_se', { racedate: day, races: 5, runners: 10 });
    odd.service.records.d_ka = [{ ...meetingOf('d_ka', day), number_of_races: 5 }];
    expect((await open(one)).reasons).toContainEqual(reason);
    odd.service.misbehave = ({ table }) => (table === 'd_ka' ? { breaks: true } : undefined);
    await (await odd.core.archive()).remove(['d_ra', 'd_ka']);
    odd.service.records.d_ra = racesOf('d_ra', { racedate: day, races: 5, runners: 10 });
    expect((await open(one)).reasons).toContainEqual(reason);
  });

  it('leaves no reason of an earlier answer on idle days: these are requested again, and then no more', async () => {
    ofRunners(6);
    odd.service.misbehave = ({ table, filter }) => {
      const records = odd.service.matching(table, filter);
      return table === 'd_se' ? { text: envelope(table, filter, records, records.length + 1) } : undefined;
    };
    await openIdleFirst();
    odd.service.misbehave = () => undefined;
    await odd.core.clock.advance(2 * 60_000);
    // The days that raced were stored well meanwhile, as by versions that left the others as they were.
    for (const day of RACED) await open({ start_racedate: day, end_racedate: day });
    expect(await noted()).toEqual(['20260907', '20260908', '20260909', '20260910', '20260911']);
    odd.service.received.length = 0;
    await open(WINDOW);
    expect(parts()).toEqual(['20260907 20260911']);
    expect(await noted()).toEqual([]);
    odd.service.received.length = 0;
    await open(WINDOW);
    expect(odd.service.received).toEqual([]);
  });
});
