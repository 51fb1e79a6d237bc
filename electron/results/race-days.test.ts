import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { ofPeriod, threeDays } from '../testing/three-days.ts';

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  core = await openCore(service);
});

afterEach(() => core.close());

describe('the racing calendar', () => {
  it('takes past days from d_ka and each coming day from t_ka', async () => {
    const list = await core.raceDays.list('20261101', '20261116');
    expect(list).toEqual({
      days: [
        { racedate: '20261107', racecourses: ['05'], past: true },
        { racedate: '20261114', racecourses: ['05'], past: true },
        { racedate: '20261115', racecourses: ['05'], past: false },
      ],
      unknown: [],
    });
    expect(service.requests.toSorted()).toEqual([
      // The first and the last Sunday without a meeting are requested alone and with the days around them: a service
      // that cuts long periods short, or has other day boundaries, would have some there.
      'd_ka 20261031 20261102',
      // One more day at both ends, since a service may leave them out.
      'd_ka 20261031 20261115',
      'd_ka 20261101 20261101',
      'd_ka 20261107 20261109',
      'd_ka 20261108 20261108',
      // Only the present table may have a day of last week yet.
      't_ka 20261108',
      't_ka 20261115',
      't_ka 20261116',
    ]);
  });

  it('distinguishes a day that was not answered from a day without racing', async () => {
    service.misbehave = ({ table }) => (table === 't_ka' ? { breaks: true } : undefined);
    const list = await core.raceDays.list('20261113', '20261116');
    expect(list.days.map((day) => day.racedate)).toEqual(['20261114']);
    expect(list.unknown).toEqual(['20261115', '20261116']);
  });

  it('does not request days more than two weeks ahead', async () => {
    const list = await core.raceDays.list('20261115', '20261201');
    expect(list.unknown).toEqual(['20261130', '20261201']);
    expect(service.received).toHaveLength(15);
  });

  it('has a day of last week that only the present table has yet, once it was asked for it', async () => {
    service.records.d_ka = (service.records.d_ka ?? []).filter((each) => each['racedate'] !== '20261114');
    const { days, unknown } = await core.raceDays.list('20261107', '20261114');
    expect(days.map(({ racedate }) => racedate)).toEqual(['20261107', '20261114']);
    expect(unknown).toEqual([]);
    // Weekdays are not asked for one by one.
    expect(service.requests.filter((request) => request.startsWith('t_ka')).toSorted()).toEqual([
      't_ka 20261108',
      't_ka 20261114',
    ]);
  });

  it('does not say that last week had no racing if the present table could not be asked', async () => {
    service.records.d_ka = (service.records.d_ka ?? []).filter((each) => each['racedate'] !== '20261114');
    service.misbehave = ({ table }) => (table === 't_ka' ? { breaks: true } : undefined);
    const { days, unknown } = await core.raceDays.list('20261107', '20261114');
    expect(days.map(({ racedate }) => racedate)).toEqual(['20261107']);
    expect(unknown).toEqual(['20261108', '20261114']);
  });

  it.each([
    ['a coming day', '20261121', 4 * 86_400_000],
    ['a day of last week', '20261113', 2 * 3_600_000],
  ])('does not say that %s has no racing by an answer that may have changed', async (_, day, after) => {
    expect(await core.raceDays.list(day, day)).toEqual({ days: [], unknown: [] });
    service.misbehave = () => ({ breaks: true });
    await core.clock.advance(after);
    expect(await core.raceDays.list(day, day)).toEqual({ days: [], unknown: [day] });
  });

  it('asks the present table for a day of last week if the past one can no longer be asked', async () => {
    service.records.d_ka = (service.records.d_ka ?? []).filter((each) => each['racedate'] !== '20261114');
    await core.results.open(ofPeriod('d_ka', '20261114', '20261114'));
    service.misbehave = ({ table }) => (table === 'd_ka' ? { breaks: true } : undefined);
    await core.clock.advance(2 * 3_600_000);
    const { days, unknown } = await core.raceDays.list('20261114', '20261114');
    expect([days.map(({ racedate }) => racedate), unknown]).toEqual([['20261114'], []]);
  });

  it('has the first and last day with stored records of a table', async () => {
    expect(await core.raceDays.stored('d_se')).toEqual({});
    await core.results.open(ofPeriod('d_se', '20261101', '20261114'));
    expect(await core.raceDays.stored('d_se')).toEqual({ from: '20261107', to: '20261114' });
    expect(await core.raceDays.stored('d_hj')).toEqual({});
  });
});
