// Periods that end long after the last day that can have racing, or begin long before the first: answered at once, with
// requests only for days that may have records.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ResultSource } from '#shared/bridge/source.ts';
import { addDays } from '#shared/racing/racedate.ts';
import type { FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { ofPeriod, threeDays, TODAY } from '../testing/three-days.ts';

/** No day after it is requested. */
const REACH = addDays(TODAY.racedate, 14);

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  core = await openCore(service);
});
afterEach(() => core.close());

const open = async (source: ResultSource, refresh = false) => {
  service.received.length = 0;
  const { summary } = await core.results.open(source, { alone: true, refresh });
  return { summary, requests: service.requests };
};

const ofSubject = (subject: 'races' | 'runners', from: string, to: string): ResultSource => ({
  kind: 'subject',
  subject,
  from,
  to,
});

describe.each(['20991231', '99991231'])('a period that ends on %s', (end) => {
  it('of a past table asks for what one that ends in two weeks does, and says the same', async () => {
    const near = await open(ofPeriod('d_se', '20261101', REACH));
    expect(near.requests).toContain(`d_se 20261101 ${REACH}`);
    await core.close();
    core = await openCore(service);
    const far = await open(ofPeriod('d_se', '20261101', end));
    expect(far.requests.toSorted()).toEqual(near.requests.toSorted());
    expect(far.summary).toEqual({ ...near.summary, resultId: far.summary.resultId });
    expect(far.summary.records).toBe(72);
  });

  it('and begins after that asks for nothing', async () => {
    const { requests, summary } = await open(ofPeriod('d_se', addDays(REACH, 1), end));
    expect(requests).toEqual([]);
    expect(summary).toMatchObject({ records: 0, reasons: [] });
  });

  it('of a subject names the days to come that have no cards, as far as there may be some', async () => {
    const { requests, summary } = await open(ofSubject('runners', '20261101', end));
    expect(requests).toEqual([]);
    const named = summary.reasons.flatMap(({ where }) => where.split('-'));
    expect(named.toSorted().at(-1)).toBe(REACH);
  });
});

it('a week that ends later asks for the programs of its first days', async () => {
  const { requests } = await open(ofSubject('races', addDays(REACH, -2), addDays(REACH, 4)));
  const programs = new Set(requests.filter((request) => request.startsWith('t_ra')));
  expect([...programs].toSorted()).toEqual([-2, -1, 0].map((days) => `t_ra ${addDays(REACH, days)}`));
});

it('before this calendar there was no racing', async () => {
  const { requests, summary } = await open(ofPeriod('d_se', '00010101', '18721231'));
  expect(requests).toEqual([]);
  expect(summary).toMatchObject({ records: 0, reasons: [] });
  const first = await open(ofPeriod('d_se', '00010101', '18730105'));
  expect(first.requests).toContain('d_se 18730101 18730105');
  // Not even as the day that is requested before the first one, in case a service leaves that out.
  expect(first.requests.filter((request) => request.includes('1872'))).toEqual([]);
});

it('the calendar of the last month that there is names its days', async () => {
  const { days, unknown } = await core.raceDays.list('99991201', '99991231');
  expect(days).toEqual([]);
  expect(unknown).toHaveLength(31);
  expect(service.received).toEqual([]);
});
