import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { racedatesBetween } from '#shared/racing/racedate.ts';
import { dayUnit, type StoredUnit } from '../../archive/coverage.ts';
import { meetingOf } from '../../testing/fake-records.ts';
import { FakeService } from '../../testing/fake-service.ts';
import { storedUnit } from '../../testing/stored-unit.ts';
import { openCore } from '../../testing/open-core.ts';
import { runQuery } from '../query.ts';
import { isWithoutRacing, knownDays } from './idle-days.ts';

const DAY = 24 * 3_600_000;
/** Noon of 15 November 2026 in Tokyo. */
const NOW = Date.UTC(2026, 10, 15, 3);

const empty = (day: string, given: Partial<StoredUnit> = {}): StoredUnit =>
  storedUnit(dayUnit(day), { fetchedAt: NOW - 30_000, records: 0, ...given });

describe('an empty day of the calendar', () => {
  it.each([
    ['means no racing if it is long past', true, 'd_ka', '20261101', {}],
    ['proves nothing while its records may not be published yet', false, 'd_ka', '20261112', {}],
    [
      'proves nothing if it was requested soon after',
      false,
      'd_ka',
      '20261101',
      { fetchedAt: NOW - 10 * DAY },
    ],
    [
      'proves nothing if the answer had an anomaly',
      false,
      'd_ka',
      '20261101',
      { reasons: [{ reason: 'count_differs', where: '' }] },
    ],
    ['of yesterday is trusted for an hour in the table of cards', true, 't_ka', '20261114', {}],
    ['of yesterday is not trusted longer', false, 't_ka', '20261114', { fetchedAt: NOW - 2 * 3_600_000 }],
    ['of today proves nothing in the past table', false, 'd_ka', '20261115', {}],
    ['of today is trusted for a minute', true, 't_ka', '20261115', {}],
    ['of today is not trusted longer', false, 't_ka', '20261115', { fetchedAt: NOW - 61_000 }],
    ['to come is trusted for ten minutes', true, 't_ka', '20261120', { fetchedAt: NOW - 599_000 }],
    ['that has a meeting had racing', false, 'd_ka', '20261101', { records: 2 }],
    ['fetched in the future is not trusted', false, 'd_ka', '20261101', { fetchedAt: NOW + 1 }],
  ] as const)('%s', (_, expected, code, day, given) => {
    expect(isWithoutRacing(TABLES[code], day, empty(day, given), NOW)).toBe(expected);
  });
});

describe('the known days', () => {
  const open = async (records: FakeService['records']) => {
    const service = new FakeService(records);
    const core = await openCore(service);
    return { service, core, context: await core.context() };
  };
  const period = { start_racedate: '20261001', end_racedate: '20261007' };
  const MONTH = [...racedatesBetween(period.start_racedate, period.end_racedate)];

  it('come from the calendar, and a query then requests only the days that raced', async () => {
    const { core, context, service } = await open({ d_ka: [meetingOf('d_ka', '20261003')] });
    try {
      expect(await knownDays(context.archive, MONTH, NOW)).toEqual({ raced: new Set(), idle: new Set() });
      await runQuery(context, 'd_ka', period);
      const { raced, idle } = await knownDays(context.archive, MONTH, NOW);
      expect([...raced]).toEqual(['20261003']);
      expect(idle.size).toBe(6);
      const report = await runQuery(context, 'd_hj', period);
      // The day raced and has no payoffs. A service that leaves out the ends of a period would answer the same, so it
      // is checked once.
      expect(service.requests.filter((request) => request.startsWith('d_hj'))).toEqual([
        'd_hj 20261003 20261003',
        'd_hj 20261002 20261004',
      ]);
      // A day without racing is not missing.
      expect(report).toMatchObject({ missing: [], reasons: [] });
    } finally {
      await core.close();
    }
  });

  it('are not taken from a calendar that answered with other days', async () => {
    const { core, context, service } = await open({ d_ka: [meetingOf('d_ka', '20261003')] });
    try {
      service.matching = () => [meetingOf('d_ka', '20260905')];
      await runQuery(context, 'd_ka', period);
      expect((await knownDays(context.archive, MONTH, NOW)).idle).toEqual(new Set());
    } finally {
      await core.close();
    }
  });

  it('do not include a day as idle if any table has a record of it', async () => {
    const { core, context } = await open({ d_hj: [{ racedate: '20261004', racekey: '05264101' }] });
    try {
      await runQuery(context, 'd_hj', period);
      await runQuery(context, 'd_ka', period);
      expect([...(await knownDays(context.archive, MONTH, NOW)).idle]).not.toContain('20261004');
    } finally {
      await core.close();
    }
  });
});
