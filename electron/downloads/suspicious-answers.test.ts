// Suspicious answers: how often they are requested again, and which reasons the result finally has.

import { describe, expect, it, vi } from 'vitest';
import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { meetingOf, racesOf, runnersOf } from '../testing/fake-records.ts';
import { envelope, type ReceivedRequest, type Reply } from '../testing/fake-service.ts';
import {
  ENDS_IDLE,
  ENDS_RACED,
  RUNNERS_A_DAY,
  runnersIn,
  oddServicePerTest,
  spanOf,
} from '../testing/odd-service.ts';
import { Rechecks } from './fetch/recheck.ts';
import { firstSize, sizeNote, writeSize } from './plan/window-size.ts';

const odd = oddServicePerTest();
const { open, answering, plainRequests } = odd;

describe('rechecks are bounded', () => {
  it('when the count is always wrong', async () => {
    const plain = await plainRequests(ENDS_IDLE);
    odd.service.misbehave = ({ table, filter }) => {
      const records = odd.service.matching(table, filter);
      return { text: envelope(table, filter, records, records.length + 1) };
    };
    const summary = await open(ENDS_IDLE);
    expect(summary.records).toBe(runnersIn(ENDS_IDLE));
    expect(new Set(summary.reasons.map(({ reason }) => reason))).toEqual(
      new Set(['count_differs', 'unchecked']),
    );
    expect(odd.service.received.length).toBeLessThanOrEqual(3 * plain);
  });

  it('when every record comes twice, word for word: the result is complete and the repeats are counted', async () => {
    const plain = await plainRequests(ENDS_IDLE);
    answering(({ table, filter }) =>
      odd.service.matching(table, filter).flatMap((record) => [record, record]),
    );
    expect(await open(ENDS_IDLE)).toMatchObject({
      records: runnersIn(ENDS_IDLE),
      repeated: runnersIn(ENDS_IDLE),
      quarantined: 0,
      complete: true,
    });
    expect(odd.service.received.length).toBeLessThanOrEqual(3 * plain);
  });

  it('when the count leaves out the repeats', async () => {
    odd.service.misbehave = ({ table, filter }) => {
      const records = odd.service.matching(table, filter);
      return {
        text: envelope(table, filter, [...records, ...records.slice(0, 3)], records.length),
      };
    };
    const summary = await open(ENDS_IDLE);
    expect([summary.records, summary.reasons]).toEqual([runnersIn(ENDS_IDLE), []]);
    expect(summary.repeated).toBeGreaterThan(0);
  });

  it('when an answer names a further page that does not exist', async () => {
    const plain = await plainRequests(ENDS_IDLE);
    odd.service.misbehave = ({ table, filter }) => ({
      headers: { link: '</next>; rel="next"' },
      text: envelope(table, filter, odd.service.matching(table, filter)),
    });
    const summary = await open(ENDS_IDLE);
    expect(summary).toMatchObject({
      records: runnersIn(ENDS_IDLE),
      complete: false,
    });
    expect(odd.service.received.length).toBeLessThanOrEqual(3 * plain);
  });

  it('when a record comes in two versions, which is reported', async () => {
    const plain = await plainRequests(ENDS_IDLE);
    answering(({ table, filter }) => {
      const records = odd.service.matching(table, filter);
      const twice = records.find(
        ({ racekey, horse_number }) => racekey === '05261201' && horse_number === '01',
      );
      return table === 'd_se' && twice ? [...records, { ...twice, idm: '41.0' }] : records;
    });
    const { reasons } = await open(ENDS_IDLE);
    expect(reasons.map(({ reason }: Incompleteness) => reason)).toContain('duplicate_keys');
    expect(odd.service.received.length).toBeLessThanOrEqual(3 * plain);
  });

  it('when each answer has other records in two versions, and no more records', async () => {
    const plain = await plainRequests(ENDS_IDLE);
    odd.service.misbehave = ({ table, filter }, count) => {
      const records = odd.service
        .matching(table, filter)
        .flatMap((record, index) =>
          index % 5 < count % 5 ? [record, { ...record, updated_at: '20270101' }] : [record],
        );
      return { text: envelope(table, filter, records) };
    };
    await open(ENDS_IDLE);
    expect(odd.service.received.length).toBeLessThanOrEqual(3 * plain);
  });

  describe('when every answer echoes another period', () => {
    const echoingAnother = ({ table, filter }: ReceivedRequest): Reply => {
      const echo = { ...filter, start_racedate: '20250101' };
      return { text: envelope(table, echo, odd.service.matching(table, filter)) };
    };
    /** Requests for part of a window that was requested before. */
    const parts = () =>
      odd.service.received.filter(({ table, filter }, at) =>
        odd.service.received
          .slice(0, at)
          .some((before) => before.table === table && isInside(filter, before.filter)),
      );
    const isInside = (part: Filter, whole: Filter): boolean =>
      spanOf(part) < spanOf(whole) &&
      (part.start_racedate ?? '') >= (whole.start_racedate ?? '') &&
      (part.end_racedate ?? '') <= (whole.end_racedate ?? '');

    it('one window is rechecked, and the others of all tables take its result', async () => {
      const size = { ...firstSize(TABLES.d_se), days: 3 };
      await (await odd.core.archive()).setNote(sizeNote(TABLES.d_se), writeSize(size));
      odd.service.misbehave = echoingAnother;
      const { records, reasons } = await open(ENDS_IDLE);
      expect([records, reasons.map(({ reason }) => reason)]).toEqual([
        runnersIn(ENDS_IDLE),
        expect.arrayContaining(['other_question']),
      ]);
      expect(parts()).toHaveLength(2);

      // A finding expires: by then the service may truncate answers.
      await odd.core.clock.advance(2 * 3_600_000);
      odd.service.received.length = 0;
      await open(ENDS_IDLE, 'd_se', true);
      expect(parts()).toHaveLength(2);
    });

    const isPart = ({ filter }: ReceivedRequest) => spanOf(filter) < spanOf(ENDS_RACED);

    it('queries that run at the same time share one recheck', async () => {
      odd.service.misbehave = echoingAnother;
      await Promise.all([open(ENDS_RACED, 'd_ka'), open(ENDS_IDLE, 'd_ra'), open(ENDS_IDLE, 'd_se')]);
      expect(odd.service.received.filter(isPart)).toHaveLength(2);
    });

    it('a query that waits for another one’s recheck can be cancelled', async () => {
      odd.service.misbehave = (request) => (request.table === 'd_se' ? echoingAnother(request) : undefined);
      const rechecks = new Rechecks(odd.core.inFlight.findingsOf((await odd.core.archive()).path), () =>
        odd.core.clock.now(),
      );
      rechecks.begin(new Set(['other']));
      const controller = new AbortController();
      const { signal } = controller;
      const source = { kind: 'table', table: 'd_se', filter: ENDS_IDLE } as const;
      const opening = odd.core.results.open(source, { signal, alone: true });
      opening.catch(() => undefined);
      const isStored = async () => (await (await odd.core.archive()).usage()).length === 3;
      await vi.waitFor(async () => expect(await isStored()).toBe(true), 20_000);
      controller.abort();
      await expect(opening).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(odd.service.received.filter(isPart)).toEqual([]);
    });
  });
});

describe('repeats that replace other records, as when pages shift while they are read', () => {
  const DAY: Filter = { start_racedate: '20260906', end_racedate: '20260906' };
  const RACE: Filter = { racekey: '05260602' };
  /** In place of the second runner of a race, or of the second race of the day, the previous record comes again. */
  const shifting = (table: TableCode, times = Infinity) => {
    let left = times;
    odd.service.misbehave = ({ table: request, filter }) => {
      if (request !== table || (left -= 1) < 0) return undefined;
      const records = odd.service.matching(table, filter);
      const at = records.findIndex(
        ({ racekey, horse_number = '02' }) => racekey === RACE.racekey && horse_number === '02',
      );
      return { text: envelope(table, filter, records.toSpliced(at, 1, records[at - 1] ?? {})) };
    };
  };

  it('of one day are requested again', async () => {
    shifting('d_se', 1);
    expect(await open(DAY)).toMatchObject({ records: RUNNERS_A_DAY, complete: true });
  });

  it('of one race are reported, and the race is requested again by the next query', async () => {
    shifting('d_se');
    const { records, reasons } = await open(RACE);
    expect([records, reasons]).toEqual([
      3,
      [
        { reason: 'repeated_records', where: RACE.racekey },
        { reason: 'headcount_differs', where: RACE.racekey },
      ],
    ]);
    odd.service.misbehave = () => undefined;
    await odd.core.clock.advance(2 * 60_000);
    expect(await open(RACE)).toMatchObject({ records: 4, complete: true });
  });

  it('of the program leave a race unchecked until the program is requested again', async () => {
    shifting('d_ra');
    expect((await open(DAY)).reasons).toEqual([{ reason: 'unchecked', where: DAY.start_racedate }]);
    odd.service.misbehave = () => undefined;
    await odd.core.clock.advance(2 * 60_000);
    expect(await open(DAY)).toMatchObject({ records: RUNNERS_A_DAY, complete: true });
  });
});

describe('a web page instead of records', () => {
  const page: Reply = {
    headers: { 'content-type': 'text/html' },
    text: '<html>Maintenance</html>',
  };

  it('is requested again, and may pass', async () => {
    odd.service.misbehave = (_, count) => (count <= 2 ? page : undefined);
    expect(await open(ENDS_IDLE)).toMatchObject({
      records: runnersIn(ENDS_IDLE),
      complete: true,
    });
  });

  it('is reported with its cause if it does not', async () => {
    await open({ start_racedate: '20260904', end_racedate: '20260914' });
    odd.service.misbehave = ({ table }) => (table === 'd_se' ? page : undefined);
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

describe('keys and dates in another form identify the same records', () => {
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
    answering(({ table, filter }) => odd.service.matching(table, filter).map(written));
    const summary = await open(ENDS_IDLE);
    expect([summary.records, summary.quarantined, summary.reasons]).toEqual([runnersIn(ENDS_IDLE), 0, []]);
    expect(summary.drift).toBeGreaterThan(0);
  });
});

describe('an answer is not final or complete', () => {
  it('when an empty one came too early', async () => {
    const { d_se: runners } = odd.service.records;
    const yesterday = '20261114';
    const card = { racedate: yesterday, races: 2, runners: 4 };
    const day: Filter = { start_racedate: yesterday, end_racedate: yesterday };
    odd.service.records.d_se = [];
    await open(day);
    odd.service.records.d_se = [...(runners ?? []), ...runnersOf('d_se', card)];
    odd.service.records.d_ra = racesOf('d_ra', card);
    odd.service.records.d_ka = [{ ...meetingOf('d_ka', yesterday), number_of_races: 2 }];
    await odd.core.clock.advance(2 * 3_600_000);
    expect(await open(day)).toMatchObject({
      records: RUNNERS_A_DAY,
      complete: true,
    });
  });

  it('when it was checked against a truncated program', async () => {
    const { d_ra: races = [] } = odd.service.records;
    odd.service.records.d_ra = races.filter(({ racekey }) => !String(racekey).endsWith('02'));
    odd.service.records.d_se = (odd.service.records.d_se ?? []).filter(
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

  it('without a whole meeting that the calendar has', async () => {
    const other = {
      ...meetingOf('d_ka', '20260905'),
      holdingkey: '092605',
      number_of_races: 2,
    };
    odd.service.records.d_ka = [...(odd.service.records.d_ka ?? []), other];
    const { reasons } = await open({
      start_racedate: '20260905',
      end_racedate: '20260906',
    });
    expect(reasons).toEqual([{ reason: 'race_missing', where: '092605' }]);
  });

  it('but a race that was moved to another day is not missing', async () => {
    const moved = '05260501';
    expect(odd.service.records.d_se?.map(({ racekey }) => racekey)).toContain(moved);
    odd.service.records.d_se = (odd.service.records.d_se ?? []).map((record) =>
      record['racekey'] === moved ? { ...record, racedate: '20260907' } : record,
    );
    await open({ start_racedate: '20260907', end_racedate: '20260907' });
    const { reasons } = await open({ start_racedate: '20260905', end_racedate: '20260906' });
    expect(reasons).toEqual([]);
  });

  it('with more runners than the program has starters', async () => {
    const [first = {}] = odd.service.records.d_se ?? [];
    const surplus = {
      ...first,
      horse_number: '05',
      horse_id: 'HX0000000999',
      resultkey: '9',
    };
    odd.service.records.d_se = [...(odd.service.records.d_se ?? []), surplus];
    const { reasons } = await open({
      start_racedate: '20260905',
      end_racedate: '20260906',
    });
    expect(reasons).toEqual([{ reason: 'headcount_differs', where: String(first['racekey']) }]);
  });
});

describe('numbers and flags count in another form too', () => {
  const SATURDAY: Filter = {
    start_racedate: '20260905',
    end_racedate: '20260905',
  };

  it('a headcount in full-width digits', async () => {
    odd.service.records.d_ra = (odd.service.records.d_ra ?? []).map((race) => ({
      ...race,
      headcount: ' ４ ',
    }));
    odd.service.records.d_se = (odd.service.records.d_se ?? []).slice(1);
    const { reasons } = await open(SATURDAY);
    expect(reasons).toEqual([{ reason: 'headcount_differs', where: '05260501' }]);
  });

  it('the headcount that was fetched last counts, of the program of the day or of that of the past', async () => {
    const ofDay = (odd.service.records.d_ra ?? []).filter(({ racedate }) => racedate === '20260905');
    odd.service.records.t_ra = ofDay.map((race) => ({ ...race, headcount: 5 }));
    await open({ racedate: '20260905' }, 't_ra');
    await odd.core.clock.advance(60_000);
    await open(SATURDAY, 'd_ra');
    expect(await open(SATURDAY)).toMatchObject({ records: 8, reasons: [] });
    await odd.core.clock.advance(60_000);
    await open({ racedate: '20260905' }, 't_ra', true);
    expect((await open(SATURDAY)).reasons.map(({ reason }) => reason)).toEqual([
      'headcount_differs',
      'headcount_differs',
    ]);
  });

  it('without headcounts in the program, the number of runners is unchecked', async () => {
    odd.service.records.d_ra = (odd.service.records.d_ra ?? []).map((race) => ({
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
    'a runner that was withdrawn with %j is not a starter',
    async (flag) => {
      const card = { racedate: '20260905', races: 2, runners: 5 };
      odd.service.records.d_ky = runnersOf('d_ky', card).map((runner) => ({
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
