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

  it('is a reason where one part has all of the records: a service may stop there', async () => {
    ofRunners(10);
    const { d_se: runners = [] } = odd.service.records;
    odd.service.records.d_se = runners.filter(({ racedate }) => racedate === RACED[1]);
    const reasons = (await openIdleFirst()).reasons.filter(({ reason }) => reason === 'round_number');
    expect(reasons).toEqual([{ reason: 'round_number', where: RACED[1] }]);
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
