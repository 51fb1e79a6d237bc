// Services that interpret the specification differently from Railbird's own: a result is complete, or reports what it
// lacks.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Filter } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { envelope, refusal, type Reply } from '../testing/fake-service.ts';
import { bad, ENDS_IDLE, ENDS_RACED, runnersIn, spanOf, oddServicePerTest } from '../testing/odd-service.ts';
import { forgetReadings } from './fetch/service-readings.ts';
import { firstSize, sizeNote, writeSize } from './plan/window-size.ts';

const odd = oddServicePerTest();
const { open, learned, asThough, answering, refusing } = odd;

describe.each([
  ['days that raced', ENDS_RACED],
  ['days without racing', ENDS_IDLE],
])('a period whose ends are %s is complete', (_, period) => {
  it.each([
    ['the first day is left out', 1, 0],
    ['the last day is left out', 0, -1],
    ['both ends are left out', 1, -1],
    ['days are found a day early', 1, 1],
    ['days are found a day late', -1, -1],
    ['an extra day is answered at both ends', -1, 1],
  ])('when %s', async (_words, atStart, atEnd) => {
    asThough((from, to) => [addDays(from, atStart), addDays(to, atEnd)]);
    const summary = await open(period);
    expect(summary.records).toBe(runnersIn(period));
    // Records that were not requested are reported, but none is reported as missing.
    expect(summary.reasons.filter(({ reason }) => reason !== 'outside_filter')).toEqual([]);
  });

  it('when the later date has to come first, and the reverse is empty', async () => {
    asThough((from, to) => [to, from]);
    const summary = await open(period);
    expect([summary.records, summary.reasons]).toEqual([runnersIn(period), []]);
    expect(await learned()).toEqual(['swapped']);
  });

  it('when a period of one day is refused', async () => {
    refusing((filter) => filter.start_racedate === filter.end_racedate, bad(400));
    const summary = await open(period);
    expect([summary.records, summary.reasons]).toEqual([runnersIn(period), []]);
  });
});

describe('a period is complete', () => {
  const period = ENDS_RACED;

  it.each([400, 403, 413, 414, 416, 422, 429, 500, 504])(
    'when more than eight days are refused with %i',
    async (status) => {
      refusing((filter) => spanOf(filter) > 8, bad(status, 'PERIOD_TOO_LONG'));
      const summary = await open(period);
      expect([summary.records, summary.reasons]).toEqual([runnersIn(period), []]);
      expect(odd.core.client.activity.current().blockedBy).toBeUndefined();
    },
  );

  it.each([1, 2])(
    'when more than %i days fail with 504, and the service is not taken for down while windows shrink',
    async (most) => {
      refusing((filter) => spanOf(filter) > most, bad(504, 'TIMEOUT'));
      expect(await open(ENDS_IDLE)).toMatchObject({ records: runnersIn(ENDS_IDLE), reasons: [] });
    },
  );

  it('when a long period is answered with the address of a file', async () => {
    refusing((filter) => spanOf(filter) > 8, {
      status: 303,
      headers: { location: '/file' },
      text: '',
    });
    expect(await open(period)).toMatchObject({
      records: runnersIn(period),
      complete: true,
    });
  });

  it.each([30, 37])('when an answer is silently cut off after %i records', async (most) => {
    answering(({ table, filter }) => odd.service.matching(table, filter).slice(0, most));
    expect(await open(period)).toMatchObject({
      records: runnersIn(period),
      complete: true,
    });
  });

  it('when only the first race days of a period are answered, of its meetings as well', async () => {
    answering(({ table, filter }) => {
      const records = odd.service.matching(table, filter);
      const first = new Set([...new Set(records.map(({ racedate }) => racedate))].slice(0, 2));
      return records.filter(({ racedate }) => first.has(racedate));
    });
    expect(await open(period)).toMatchObject({
      records: runnersIn(period),
      complete: true,
    });
  });

  it.each([
    ['last', (_from: string, to: string) => [to, to] as const],
    ['first', (from: string) => [from, from] as const],
  ])('when only the %s day of a period is answered', async (_words, other) => {
    asThough(other);
    expect(await open(period)).toMatchObject({
      records: runnersIn(period),
      complete: true,
    });
    expect(await learned()).toContain('oneByOne');
  });
});

it('a service that always answers its newest day is detected', async () => {
  const newest: Filter = {
    start_racedate: '20260920',
    end_racedate: '20260920',
  };
  answering(({ table }) => odd.service.matching(table, newest));
  const { reasons, complete } = await open(ENDS_IDLE);
  expect(complete).toBe(false);
  expect(reasons).toContainEqual({
    reason: 'no_racing_known',
    where: '20260905-20260913',
  });
  expect(reasons).toContainEqual({ reason: 'unchecked', where: '20260919' });
});

describe('what was learned about a service', () => {
  beforeEach(() => asThough((from, to) => [from, addDays(to, -1)]));

  it('saves the next query a recheck, and is forgotten on request', async () => {
    await open(ENDS_RACED);
    expect(await learned()).toEqual(['after']);
    odd.service.received.length = 0;
    await open({ start_racedate: '20260905', end_racedate: '20260905' });
    expect(odd.service.requests.filter((request) => request.startsWith('d_se'))).toEqual([
      'd_se 20260905 20260906',
    ]);
    await forgetReadings(await odd.core.archive());
    expect(await learned()).toEqual([]);
  });

  it('expires, and does no harm if the service has changed', async () => {
    await open({ start_racedate: '20260912', end_racedate: '20260920' });
    odd.service.misbehave = () => undefined;
    expect(await open(ENDS_RACED)).toMatchObject({
      records: runnersIn(ENDS_RACED),
      complete: true,
    });
    await odd.core.clock.advance(31 * 24 * 3_600_000);
    expect(await learned()).toEqual([]);
  });
});

it('a service that expects the later date first and later does not is still read', async () => {
  refusing((filter) => spanOf(filter) > 1, bad(400));
  asThough((from, to) => [to, from]);
  await open({ start_racedate: '20260904', end_racedate: '20260907' });
  expect(await learned()).toEqual(['swapped']);
  odd.service.misbehave = () => undefined;
  const rest = { start_racedate: '20260908', end_racedate: '20260921' };
  expect(await open(rest)).toMatchObject({
    records: runnersIn(rest),
    complete: true,
  });
  expect(await learned()).toEqual([]);
});

describe('a refusal of the user', () => {
  it('by 401 is tested once', async () => {
    odd.service.misbehave = () => bad(401, 'UNAUTHORIZED');
    await expect(open(ENDS_IDLE)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(odd.core.client.activity.current().blockedBy).toBe('UNAUTHORIZED');
    expect(odd.service.received.length).toBeLessThanOrEqual(3);
  });

  it('by 403 is distinguished from one of the period by requesting one day', async () => {
    odd.service.misbehave = () => bad(403, 'FORBIDDEN');
    await expect(open(ENDS_IDLE)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(odd.core.client.activity.current().blockedBy).toBe('FORBIDDEN');
    expect(odd.service.received.length).toBeLessThanOrEqual(6);
  });
});

describe('when nothing matches', () => {
  const idle: Filter = { start_racedate: '20260907', end_racedate: '20260910' };
  const empty = (result: unknown): Reply => ({
    text: JSON.stringify({ request: { parameters: {} }, result }),
  });
  const ways: readonly (readonly [string, Reply])[] = [
    ['null', empty({ status: 200, result_count: 0, data: null })],
    ['no list', empty({ status: 200, result_count: 0 })],
    ['a count in text', empty({ status: 200, result_count: '0', data: [] })],
    ['no result', empty(null)],
    ['an empty text', empty({ status: 200, result_count: 0, data: '' })],
    ['a list of null', empty({ status: 200, result_count: 0, data: [null] })],
    ['a status of 404 in the envelope', empty({ status: 404, result_count: 0, data: [] })],
    ['204', { status: 204, text: '' }],
    ['404', { status: 404, text: refusal('NOT_FOUND', 'not found') }],
    ['404 in other words', { status: 404, text: refusal('E404', '該当するデータがありません') }],
    ['400', { status: 400, text: refusal('BAD_REQUEST', 'no data') }],
    ['an error under 200', { text: refusal('NO_DATA', 'no data') }],
  ];

  const some = ways.filter(([name]) => ['null', '204', '400'].includes(name));

  const sayingNothingAs = (reply: Reply) => {
    odd.service.misbehave = ({ table, filter }) =>
      odd.service.matching(table, filter).length === 0 ? reply : undefined;
  };

  it.each(ways)('%s is an empty answer', async (_, reply) => {
    sayingNothingAs(reply);
    expect(await open(idle)).toMatchObject({
      records: 0,
      complete: true,
      reasons: [],
    });
    expect(await open(ENDS_IDLE)).toMatchObject({
      records: runnersIn(ENDS_IDLE),
      complete: true,
    });
  });

  it.each(some)('%s is not believed for days that raced', async (_, reply) => {
    odd.service.misbehave = ({ table }) => (table === 'd_se' ? reply : undefined);
    const { reasons } = await open({
      start_racedate: '20260905',
      end_racedate: '20260906',
    });
    expect(reasons).toEqual([
      { reason: 'day_missing', where: '20260905' },
      { reason: 'day_missing', where: '20260906' },
    ]);
  });

  it.each(some)('%s does not delete stored records', async (_, reply) => {
    const before = await open(ENDS_RACED);
    odd.service.misbehave = () => reply;
    const after = await open(ENDS_RACED, 'd_se', true);
    expect(after.records).toBe(before.records);
    expect(after.reasons.filter(({ reason }) => reason === 'not_fetched')).toMatchObject([
      { where: '20260906', because: { code: 'RECORDS_GONE' } },
      { where: '20260912-20260913', because: { code: 'RECORDS_GONE' } },
      { where: '20260919', because: { code: 'RECORDS_GONE' } },
    ]);
  });
});

it('a day that came only with the answer for another day is reported as missing', async () => {
  const [saturday, sunday] = ['20260912', '20260913'];
  answering(({ table, filter }) => {
    if (table === 'd_se' && filter.end_racedate === saturday)
      return odd.service.matching(table, { ...filter, end_racedate: sunday });
    return odd.service.matching(table, filter).filter(({ racedate }) => racedate !== sunday);
  });
  await open({ start_racedate: saturday, end_racedate: saturday });
  const { complete, reasons } = await open({ start_racedate: sunday, end_racedate: sunday });
  expect(complete).toBe(false);
  expect(reasons).toContainEqual({ reason: 'day_missing', where: sunday });
});

it('a weekend without racing is reported if an answer had a day that was not requested', async () => {
  const period = { start_racedate: '20260912', end_racedate: '20260928' };
  const quiet = { reason: 'no_racing_known', where: '20260926-20260927' };
  expect((await open(period)).reasons).not.toContainEqual(quiet);
  asThough((from, to) => [addDays(from, -7), to]);
  expect((await open(period, 'd_se', true)).reasons).toContainEqual(quiet);
});

describe('a day that was learned to need the days around it in its request', () => {
  const DAY: Filter = { start_racedate: '20260912', end_racedate: '20260912' };

  it('is requested alone if these are refused', async () => {
    odd.service.misbehave = ({ filter }) => (spanOf(filter) === 1 ? bad(400) : undefined);
    expect(await open(DAY)).toMatchObject({ records: runnersIn(DAY) });
    expect(await learned()).toContain('oneDay');
    odd.service.misbehave = ({ filter }) => (spanOf(filter) > 1 ? bad(400) : undefined);
    expect(await open(DAY, 'd_se', true)).toMatchObject({ records: runnersIn(DAY) });
    expect(await learned()).not.toContain('oneDay');
  });

  it('is not learned from an answer whose records belong to no day', async () => {
    const idle: Filter = { start_racedate: '20260914', end_racedate: '20260914' };
    odd.service.misbehave = ({ table, filter }) =>
      odd.service.matching(table, filter).length === 0 ? { text: envelope(table, filter, [{}]) } : undefined;
    await open(idle);
    expect(await learned()).not.toContain('oneDay');
  });
});

describe('a weekend is not called complete with half of its days', () => {
  const WEEKEND: Filter = { start_racedate: '20260919', end_racedate: '20260920' };
  const RACES = 2 * 2;
  const expectReported = (summary: Awaited<ReturnType<typeof open>>, whole = runnersIn(WEEKEND)) => {
    expect([summary.records === whole, summary.complete]).not.toEqual([false, true]);
  };

  it('by a service that takes the first date for the whole period and answers a day late', async () => {
    asThough((from) => [addDays(from, 1), addDays(from, 1)]);
    const size = { ...firstSize(TABLES.d_se), days: 1, most: 1 };
    await (await odd.core.archive()).setNote(sizeNote(TABLES.d_se), writeSize(size));
    expectReported(await open(WEEKEND));
    expectReported(await open(WEEKEND, 'd_se', true));
  });

  it('by a service that always answers its newest day', async () => {
    const newest: Filter = { start_racedate: '20260920', end_racedate: '20260920' };
    answering(({ table }) => odd.service.matching(table, newest));
    expectReported(await open(WEEKEND, 'd_ra'), RACES);
    expectReported(await open(WEEKEND, 'd_ra'), RACES);
    expectReported(await open(WEEKEND));
  });
});
