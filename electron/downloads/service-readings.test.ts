// Services that read the specification in another way than Railbird's own: a set is whole, or says what it lacks.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { addDays, spanDays } from '#shared/racing/racedate.ts';
import type { WireRecord } from '#shared/wire/envelope.ts';
import { meetingOf, racesOf, runnersOf } from '../testing/fake-records.ts';
import { envelope, FakeService, refusal, type Asked, type Reply } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { forgetReadings, learntReadings } from './service-reading.ts';

/** Saturdays and Sundays of three weeks, long past. */
const DAYS = ['20260905', '20260906', '20260912', '20260913', '20260919', '20260920'];
const ENDS_RACED: Filter = {
  start_racedate: '20260906',
  end_racedate: '20260919',
};
const ENDS_IDLE: Filter = {
  start_racedate: '20260904',
  end_racedate: '20260921',
};
const RUNNERS_A_DAY = 2 * 4;

let service: FakeService;
let core: Core;

beforeEach(async () => {
  const cards = DAYS.map((racedate) => ({ racedate, races: 2, runners: 4 }));
  service = new FakeService({
    d_ra: cards.flatMap((card) => racesOf('d_ra', card)),
    d_se: cards.flatMap((card) => runnersOf('d_se', card)),
    d_ka: DAYS.map((day) => ({
      ...meetingOf('d_ka', day),
      number_of_races: 2,
    })),
  });
  core = await openCore(service);
});
afterEach(() => core.close());

const open = async (filter: Filter, table: TableCode = 'd_se', refresh = false) =>
  (await core.results.open({ kind: 'table', table, filter }, { alone: true, refresh })).summary;

const learnt = async () =>
  (await learntReadings(await core.archive(), core.clock.now())).map(({ kind, detail }) =>
    detail === '' ? kind : `${kind} ${detail}`,
  );

const runnersIn = ({ start_racedate: from = '', end_racedate: to = '' }: Filter) =>
  DAYS.filter((day) => day >= from && day <= to).length * RUNNERS_A_DAY;

const isPeriod = (filter: Filter): boolean => filter.start_racedate !== undefined;
const spanOf = ({ start_racedate: from = '', end_racedate: to = '' }: Filter) => spanDays(from, to);

/** Answers periods as though they were others. */
const asThough = (other: (from: string, to: string) => readonly [string, string]) => {
  service.misbehave = ({ table, filter }) => {
    const { start_racedate: from = '', end_racedate: to = '' } = filter;
    if (!isPeriod(filter)) return undefined;
    const [start, end] = other(from, to);
    const records = service.matching(table, {
      start_racedate: start,
      end_racedate: end,
    });
    return { text: envelope(table, filter, records) };
  };
};

const answering = (records: (asked: Asked) => readonly WireRecord[]) => {
  service.misbehave = (asked) =>
    isPeriod(asked.filter) ? { text: envelope(asked.table, asked.filter, records(asked)) } : undefined;
};

const refusing = (isRefused: (filter: Filter) => boolean, reply: Reply) => {
  service.misbehave = ({ filter }) => (isPeriod(filter) && isRefused(filter) ? reply : undefined);
};

const bad = (status: number, code = 'BAD_REQUEST'): Reply => ({
  status,
  text: refusal(code, 'invalid request'),
});

/** Requests that a service takes that answers as Railbird's own does. */
async function plainRequests(filter: Filter): Promise<number> {
  const plain = await openCore(service);
  const { misbehave } = service;
  service.misbehave = () => undefined;
  const before = service.asked.length;
  await plain.results.open({ kind: 'table', table: 'd_se', filter }, { alone: true });
  const count = service.asked.length - before;
  await plain.close();
  service.misbehave = misbehave;
  service.asked.length = 0;
  return count;
}

describe.each([
  ['days that raced', ENDS_RACED],
  ['days without racing', ENDS_IDLE],
])('a period whose ends are %s is whole', (_, period) => {
  it.each([
    ['the first day is left out', 1, 0],
    ['the last day is left out', 0, -1],
    ['both ends are left out', 1, -1],
    ['days are found a day early', 1, 1],
    ['days are found a day late', -1, -1],
    ['a day more is answered at both ends', -1, 1],
  ])('where %s', async (_words, atStart, atEnd) => {
    asThough((from, to) => [addDays(from, atStart), addDays(to, atEnd)]);
    const summary = await open(period);
    expect(summary.records).toBe(runnersIn(period));
    // Records that were not asked for are told; nothing is said to be missing.
    expect(summary.reasons.filter(({ reason }) => reason !== 'outside_filter')).toEqual([]);
  });

  it('where the later date has to come first, and anything else is empty', async () => {
    asThough((from, to) => [to, from]);
    const summary = await open(period);
    expect([summary.records, summary.reasons]).toEqual([runnersIn(period), []]);
    expect(await learnt()).toEqual(['swapped']);
  });

  it('where a period of one day is refused', async () => {
    refusing((filter) => filter.start_racedate === filter.end_racedate, bad(400));
    const summary = await open(period);
    expect([summary.records, summary.reasons]).toEqual([runnersIn(period), []]);
  });
});

describe('a period is whole', () => {
  const period = ENDS_RACED;

  it.each([400, 403, 413, 414, 416, 422, 429, 500, 504])(
    'where more than eight days are refused with %i',
    async (status) => {
      refusing((filter) => spanOf(filter) > 8, bad(status, 'PERIOD_TOO_LONG'));
      const summary = await open(period);
      expect([summary.records, summary.reasons]).toEqual([runnersIn(period), []]);
      expect(core.client.activity.current().blockedBy).toBeUndefined();
    },
  );

  it('where a long period is answered with the address of a file', async () => {
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

  it.each([30, 37])('where an answer stops at %i records without a word', async (most) => {
    answering(({ table, filter }) => service.matching(table, filter).slice(0, most));
    expect(await open(period)).toMatchObject({
      records: runnersIn(period),
      complete: true,
    });
  });

  it('where only the first race days of a period are answered, of its meetings as well', async () => {
    answering(({ table, filter }) => {
      const records = service.matching(table, filter);
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
  ])('where the %s day of a period alone is answered', async (_words, other) => {
    asThough(other);
    expect(await open(period)).toMatchObject({
      records: runnersIn(period),
      complete: true,
    });
    expect(await learnt()).toContain('oneByOne');
  });
});

it('a service that answers its newest day whatever is asked is found out', async () => {
  const newest: Filter = {
    start_racedate: '20260920',
    end_racedate: '20260920',
  };
  answering(({ table }) => service.matching(table, newest));
  const { reasons, complete } = await open(ENDS_IDLE);
  expect(complete).toBe(false);
  expect(reasons).toContainEqual({
    reason: 'no_racing_known',
    where: '20260905-20260913',
  });
  expect(reasons).toContainEqual({ reason: 'unchecked', where: '20260919' });
});

describe('what was learnt of a service', () => {
  beforeEach(() => asThough((from, to) => [from, addDays(to, -1)]));

  it('spares the next question the doubt, and is forgotten on request', async () => {
    await open(ENDS_RACED);
    expect(await learnt()).toEqual(['after']);
    service.asked.length = 0;
    await open({ start_racedate: '20260905', end_racedate: '20260905' });
    expect(service.requests.filter((request) => request.startsWith('d_se'))).toEqual([
      'd_se 20260905 20260906',
    ]);
    await forgetReadings(await core.archive());
    expect(await learnt()).toEqual([]);
  });

  it('is not believed for ever, and does no harm where the service has changed', async () => {
    await open({ start_racedate: '20260912', end_racedate: '20260920' });
    service.misbehave = () => undefined;
    expect(await open(ENDS_RACED)).toMatchObject({
      records: runnersIn(ENDS_RACED),
      complete: true,
    });
    await core.clock.advance(31 * 24 * 3_600_000);
    expect(await learnt()).toEqual([]);
  });
});

it('a service that wants the later date first and then does not any more is still read', async () => {
  refusing((filter) => spanOf(filter) > 1, bad(400));
  asThough((from, to) => [to, from]);
  await open({ start_racedate: '20260904', end_racedate: '20260907' });
  expect(await learnt()).toEqual(['swapped']);
  service.misbehave = () => undefined;
  const rest = { start_racedate: '20260908', end_racedate: '20260921' };
  expect(await open(rest)).toMatchObject({
    records: runnersIn(rest),
    complete: true,
  });
  expect(await learnt()).toEqual([]);
});

describe('a refusal of the person', () => {
  it('by 401 is asked about once', async () => {
    service.misbehave = () => bad(401, 'UNAUTHORIZED');
    await expect(open(ENDS_IDLE)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(core.client.activity.current().blockedBy).toBe('UNAUTHORIZED');
    expect(service.asked.length).toBeLessThanOrEqual(3);
  });

  it('by 403 is told from one of a period by asking for one day', async () => {
    service.misbehave = () => bad(403, 'FORBIDDEN');
    await expect(open(ENDS_IDLE)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(core.client.activity.current().blockedBy).toBe('FORBIDDEN');
    expect(service.asked.length).toBeLessThanOrEqual(6);
  });
});

describe('where nothing matches', () => {
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
    ['a status of 404 within', empty({ status: 404, result_count: 0, data: [] })],
    ['204', { status: 204, text: '' }],
    ['404', { status: 404, text: refusal('NOT_FOUND', 'not found') }],
    ['404 in other words', { status: 404, text: refusal('E404', '該当するデータがありません') }],
    ['400', { status: 400, text: refusal('BAD_REQUEST', 'no data') }],
    ['an error under 200', { text: refusal('NO_DATA', 'no data') }],
  ];

  const some = ways.filter(([name]) => ['null', '204', '400'].includes(name));

  const sayingNothingAs = (reply: Reply) => {
    service.misbehave = ({ table, filter }) =>
      service.matching(table, filter).length === 0 ? reply : undefined;
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

  it.each(ways)('%s does not stand for days that raced', async (_, reply) => {
    service.misbehave = ({ table }) => (table === 'd_se' ? reply : undefined);
    const { reasons } = await open({
      start_racedate: '20260905',
      end_racedate: '20260906',
    });
    expect(reasons).toEqual([
      { reason: 'day_missing', where: '20260905' },
      { reason: 'day_missing', where: '20260906' },
    ]);
  });

  it.each(ways)('%s does not take away what is held', async (_, reply) => {
    const before = await open(ENDS_RACED);
    service.misbehave = () => reply;
    const after = await open(ENDS_RACED, 'd_se', true);
    expect(after.records).toBe(before.records);
    expect(after.reasons.filter(({ reason }) => reason === 'not_fetched')).toMatchObject([
      { where: '20260906', because: { code: 'RECORDS_GONE' } },
      { where: '20260912-20260913', because: { code: 'RECORDS_GONE' } },
      { where: '20260919', because: { code: 'RECORDS_GONE' } },
    ]);
  });
});

describe('doubt is bounded', () => {
  it('where the count is always wrong', async () => {
    const plain = await plainRequests(ENDS_IDLE);
    service.misbehave = ({ table, filter }) => {
      const records = service.matching(table, filter);
      return { text: envelope(table, filter, records, records.length + 1) };
    };
    const summary = await open(ENDS_IDLE);
    expect(summary.records).toBe(runnersIn(ENDS_IDLE));
    expect(new Set(summary.reasons.map(({ reason }) => reason))).toEqual(
      new Set(['count_differs', 'unchecked']),
    );
    expect(service.asked.length).toBeLessThanOrEqual(3 * plain);
  });

  it('where every record comes twice, word for word: that is complete, with a count', async () => {
    const plain = await plainRequests(ENDS_IDLE);
    answering(({ table, filter }) => service.matching(table, filter).flatMap((record) => [record, record]));
    expect(await open(ENDS_IDLE)).toMatchObject({
      records: runnersIn(ENDS_IDLE),
      repeated: runnersIn(ENDS_IDLE),
      setAside: 0,
      complete: true,
    });
    expect(service.asked.length).toBeLessThanOrEqual(3 * plain);
  });

  it('where repeats are not counted in the count', async () => {
    service.misbehave = ({ table, filter }) => {
      const records = service.matching(table, filter);
      return {
        text: envelope(table, filter, [...records, ...records.slice(0, 3)], records.length),
      };
    };
    const summary = await open(ENDS_IDLE);
    expect([summary.records, summary.reasons]).toEqual([runnersIn(ENDS_IDLE), []]);
    expect(summary.repeated).toBeGreaterThan(0);
  });

  it('where a further page is named that does not exist', async () => {
    const plain = await plainRequests(ENDS_IDLE);
    service.misbehave = ({ table, filter }) => ({
      headers: { link: '</next>; rel="next"' },
      text: envelope(table, filter, service.matching(table, filter)),
    });
    const summary = await open(ENDS_IDLE);
    expect(summary).toMatchObject({
      records: runnersIn(ENDS_IDLE),
      complete: false,
    });
    expect(service.asked.length).toBeLessThanOrEqual(3 * plain);
  });

  it('where two versions of a record come, which is said', async () => {
    const plain = await plainRequests(ENDS_IDLE);
    answering(({ table, filter }) => {
      const records = service.matching(table, filter);
      const twice = records.find(
        ({ racekey, horse_number }) => racekey === '05261201' && horse_number === '01',
      );
      return table === 'd_se' && twice ? [...records, { ...twice, idm: '41.0' }] : records;
    });
    const { reasons } = await open(ENDS_IDLE);
    expect(reasons.map(({ reason }: Incompleteness) => reason)).toContain('duplicate_keys');
    expect(service.asked.length).toBeLessThanOrEqual(3 * plain);
  });
});

describe('a web page in the place of records', () => {
  const page: Reply = {
    headers: { 'content-type': 'text/html' },
    text: '<html>Maintenance</html>',
  };

  it('is asked again, and is gone', async () => {
    service.misbehave = (_, count) => (count <= 2 ? page : undefined);
    expect(await open(ENDS_IDLE)).toMatchObject({
      records: runnersIn(ENDS_IDLE),
      complete: true,
    });
  });

  it('is told with its cause where it stays', async () => {
    await open({ start_racedate: '20260904', end_racedate: '20260914' });
    service.misbehave = ({ table }) => (table === 'd_se' ? page : undefined);
    const { reasons } = await open(ENDS_IDLE);
    expect(reasons).toContainEqual({
      reason: 'not_fetched',
      where: '20260915-20260921',
      because: {
        code: 'NOT_THE_SERVICE',
        values: { problem: 'it is a web page' },
      },
    });
  });
});

describe('keys and dates in another form name the same records', () => {
  const dashed = (day: unknown) => String(day).replace(/^(....)(..)(..)$/, '$1-$2-$3');
  const wide = (text: unknown) =>
    String(text).replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

  it.each([
    [
      'dates with dashes',
      (record: WireRecord) => ({
        ...record,
        racedate: dashed(record['racedate']),
      }),
    ],
    [
      'dates with a time',
      (record: WireRecord) => ({
        ...record,
        racedate: `${dashed(record['racedate'])}T00:00:00+09:00`,
      }),
    ],
    [
      'dates as numbers',
      (record: WireRecord) => ({
        ...record,
        racedate: Number(record['racedate']),
      }),
    ],
    [
      'padded',
      (record: WireRecord) => ({
        ...record,
        racedate: ` ${String(record['racedate'])} `,
      }),
    ],
    [
      'full-width',
      (record: WireRecord) => ({
        ...record,
        racedate: wide(record['racedate']),
      }),
    ],
    [
      'race keys as numbers',
      (record: WireRecord) =>
        'racekey' in record ? { ...record, racekey: Number(record['racekey']) } : record,
    ],
  ])('%s', async (_, written) => {
    answering(({ table, filter }) => service.matching(table, filter).map(written));
    const summary = await open(ENDS_IDLE);
    expect([summary.records, summary.setAside, summary.reasons]).toEqual([runnersIn(ENDS_IDLE), 0, []]);
    expect(summary.drift).toBeGreaterThan(0);
  });
});

describe('what is held for good', () => {
  it('is not an empty answer that came too early', async () => {
    const { d_se: runners } = service.records;
    const yesterday = '20261114';
    const card = { racedate: yesterday, races: 2, runners: 4 };
    const day: Filter = { start_racedate: yesterday, end_racedate: yesterday };
    service.records.d_se = [];
    await open(day);
    service.records.d_se = [...(runners ?? []), ...runnersOf('d_se', card)];
    service.records.d_ra = racesOf('d_ra', card);
    service.records.d_ka = [{ ...meetingOf('d_ka', yesterday), number_of_races: 2 }];
    await core.clock.advance(2 * 3_600_000);
    expect(await open(day)).toMatchObject({
      records: RUNNERS_A_DAY,
      complete: true,
    });
  });

  it('is not what was held against a programme that was cut short', async () => {
    const { d_ra: races = [] } = service.records;
    service.records.d_ra = races.filter(({ racekey }) => !String(racekey).endsWith('02'));
    service.records.d_se = (service.records.d_se ?? []).filter(
      ({ racekey }) => !String(racekey).endsWith('02'),
    );
    const { reasons } = await open({
      start_racedate: '20260905',
      end_racedate: '20260906',
    });
    expect(reasons).toEqual([
      { reason: 'race_missing', where: '052605' },
      { reason: 'race_missing', where: '052606' },
    ]);
  });

  it('lacks a whole meeting that the calendar knows', async () => {
    const other = {
      ...meetingOf('d_ka', '20260905'),
      holdingkey: '092605',
      number_of_races: 2,
    };
    service.records.d_ka = [...(service.records.d_ka ?? []), other];
    const { reasons } = await open({
      start_racedate: '20260905',
      end_racedate: '20260906',
    });
    expect(reasons).toEqual([{ reason: 'race_missing', where: '092605' }]);
  });

  it('has no more runners than the programme has starters', async () => {
    const [first = {}] = service.records.d_se ?? [];
    const surplus = {
      ...first,
      horse_number: '05',
      horse_id: 'HX0000000999',
      resultkey: '9',
    };
    service.records.d_se = [...(service.records.d_se ?? []), surplus];
    const { reasons } = await open({
      start_racedate: '20260905',
      end_racedate: '20260906',
    });
    expect(reasons).toEqual([{ reason: 'headcount_differs', where: String(first['racekey']) }]);
  });
});

describe('numbers and flags in another form count all the same', () => {
  const SATURDAY: Filter = {
    start_racedate: '20260905',
    end_racedate: '20260905',
  };

  it('a headcount in full-width digits', async () => {
    service.records.d_ra = (service.records.d_ra ?? []).map((race) => ({
      ...race,
      headcount: ' ４ ',
    }));
    service.records.d_se = (service.records.d_se ?? []).slice(1);
    const { reasons } = await open(SATURDAY);
    expect(reasons).toEqual([{ reason: 'headcount_differs', where: '05260501' }]);
  });

  it('of a programme without headcounts nothing tells how many ran', async () => {
    service.records.d_ra = (service.records.d_ra ?? []).map((race) => ({
      ...race,
      headcount: null,
    }));
    const { reasons } = await open(SATURDAY);
    expect(reasons).toEqual([
      { reason: 'unchecked', where: '05260501' },
      { reason: 'unchecked', where: '05260502' },
    ]);
  });

  it.each(['1', 'true', ' TRUE ', '１'])(
    'a runner that was withdrawn with %j is no starter',
    async (flag) => {
      const card = { racedate: '20260905', races: 2, runners: 5 };
      service.records.d_ky = runnersOf('d_ky', card).map((runner) => ({
        ...runner,
        withdrawn_flag: runner['horse_number'] === '05' ? flag : '0',
      }));
      expect(await open(SATURDAY, 'd_ky')).toMatchObject({
        records: 10,
        reasons: [],
      });
    },
  );
});
