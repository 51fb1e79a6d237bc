// Days that are fetched again because the clock or the service was wrong, and what is reported about them until then.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Filter } from '#shared/catalogue/table.ts';
import { oddServicePerTest } from '../testing/odd-service.ts';

const odd = oddServicePerTest();
const { open } = odd;

describe('days that could not be fetched again', () => {
  it('are still reported as short of runners', async () => {
    const weekend: Filter = { start_racedate: '20260905', end_racedate: '20260906' };
    const lacking = (odd.service.records.d_se ?? []).filter(
      ({ racekey, horse_number }) => racekey !== '05260602' || horse_number !== '02',
    );
    odd.service.records.d_se = lacking;
    const short = { reason: 'headcount_differs', where: '05260602' };
    expect((await open(weekend)).reasons).toEqual([short]);
    odd.service.misbehave = ({ table, filter }) =>
      table === 'd_se' && filter.end_racedate !== '20260905' ? { status: 500, text: 'down' } : undefined;
    await odd.core.clock.advance(60_000);
    const { reasons } = await open(weekend, 'd_se', true);
    expect(reasons).toContainEqual(short);
    expect(reasons.map(({ reason }) => reason)).toContain('not_fetched');
  });
});

describe('days that a refresh no longer finds', () => {
  const PERIOD: Filter = { start_racedate: '20260904', end_racedate: '20260921' };
  const answeringAfter = (day: string) =>
    odd.answering(({ table, filter }) =>
      odd.service.matching(table, filter).filter(({ racedate }) => String(racedate) > day),
    );

  it('stay stored, and the next query still says so', async () => {
    const { records } = await open(PERIOD);
    answeringAfter('20260906');
    for (const table of ['d_ka', 'd_ra', 'd_se'] as const) await open(PERIOD, table, true);
    const gone = {
      reason: 'not_fetched',
      where: '20260905-20260906',
      because: { code: 'RECORDS_GONE', values: {} },
    };
    const summary = await open(PERIOD);
    expect(summary).toMatchObject({ records, complete: false });
    expect(summary.reasons).toContainEqual(gone);
    odd.service.misbehave = () => undefined;
    for (const table of ['d_ka', 'd_ra', 'd_se'] as const) await open(PERIOD, table, true);
    expect(await open(PERIOD)).toMatchObject({ records, complete: true });
  });

  it('are requested once more by themselves, and are complete if that brings them', async () => {
    const { records } = await open(PERIOD);
    odd.answering(({ table, filter }) => {
      const all = odd.service.matching(table, filter);
      const isCut = table === 'd_se' && filter.end_racedate === PERIOD.end_racedate;
      return isCut ? all.filter(({ racedate }) => racedate !== '20260912') : all;
    });
    expect(await open(PERIOD, 'd_se', true)).toMatchObject({ records, complete: true });
  });
});

describe('when this computer’s clock is ahead of the service’s', () => {
  const HOUR = 3_600_000;
  /** The afternoon of the last day in Tokyo. */
  const NOW = Date.UTC(2026, 8, 20, 6);
  const DAY: Filter = { start_racedate: '20260920', end_racedate: '20260920' };
  const DAY_BEFORE: Filter = { start_racedate: '20260919', end_racedate: '20260919' };
  const reasonsOf = async (filter: Filter) => (await open(filter)).reasons.map(({ reason }) => reason);

  beforeEach(() => {
    odd.service.misbehave = () => ({ headers: { date: new Date(NOW).toUTCString() } });
  });

  it('across midnight, a day that is still being raced does not count as final', async () => {
    odd.core.clock.set(NOW + 12 * HOUR);
    expect(await reasonsOf(DAY)).toContain('clock_ahead');
    expect(
      (await odd.core.results.open({ kind: 'table', table: 'd_se', filter: { racekey: '05264101' } })).summary
        .reasons,
    ).toContainEqual({ reason: 'clock_ahead', where: '05264101' });
    expect(await reasonsOf(DAY_BEFORE)).not.toContain('clock_ahead');

    // Two days later, with the right time.
    odd.service.misbehave = () => undefined;
    odd.core.clock.set(NOW + 48 * HOUR);
    expect(await open(DAY)).toMatchObject({ complete: true, windows: { fetched: 1 } });
  });

  it('by less than that, or by so much that the service’s clock must be wrong, nothing is suspected', async () => {
    odd.core.clock.set(NOW + HOUR);
    expect(await reasonsOf(DAY)).not.toContain('clock_ahead');
    odd.core.clock.set(NOW + 30 * 24 * HOUR);
    expect(await reasonsOf(DAY)).not.toContain('clock_ahead');
  });

  it('by however much, a day without records that is not over is fetched again', async () => {
    odd.core.clock.set(NOW + 30 * 24 * HOUR);
    const after: Filter = { start_racedate: '20260913', end_racedate: '20260927' };
    for (const table of ['d_ka', 'd_ra', 'd_se'] as const)
      odd.service.records[table] = (odd.service.records[table] ?? []).filter(
        ({ racedate }) => String(racedate) < '20260920',
      );
    const found = (await open(after)).reasons.filter(({ reason }) => reason === 'clock_ahead');
    expect(found.map(({ where }) => where)).toContain('20260920');
    expect(found.map(({ where }) => where)).not.toContain('20260914');
    odd.service.misbehave = () => undefined;
    odd.core.clock.set(NOW + 60 * 24 * HOUR);
    expect((await open(after)).reasons.map(({ reason }) => reason)).not.toContain('clock_ahead');
  });
});
