// How a service may interpret the two ends of a period (specification, section 4.3, rule 5: "range inclusivity: not
// shown").

import type { Filter } from '#shared/catalogue/table.ts';
import { addDays, spanDays } from '#shared/racing/racedate.ts';
import type { Envelope } from '#shared/service-api/envelope.ts';
import {
  changedRecords,
  envelopeIn,
  type Delivery,
  type Fault,
  type Situation,
  type Spoil,
} from '../delivery.ts';
import { refusal } from './words.ts';

interface Period {
  readonly from: string;
  readonly to: string;
}

export function periodOf({ start_racedate: from, end_racedate: to, racekey }: Filter): Period | undefined {
  return from === undefined || to === undefined || racekey !== undefined ? undefined : { from, to };
}

/** The number of days that the service answers at once for its wide tables. */
const LONGEST_SPAN = 31;

/** The answer to another period, with the echo of this one. */
export async function answerOfPeriod(situation: Situation, { from, to }: Period): Promise<Delivery> {
  if (from > to) return emptied(situation);
  const last = addDays(from, LONGEST_SPAN - 1);
  const end = to < last ? to : last;
  const first = await situation.sound({ start_racedate: from, end_racedate: end });
  const envelope = envelopeIn(first.body);
  if (envelope === undefined) return { answer: first };
  const rest = end === to ? [] : await recordsOf(situation, { from: addDays(end, 1), to });
  const data = [...envelope.result.data, ...rest];
  const request = { ...envelope.request, parameters: situation.filter };
  const whole = { ...envelope, request, result: { ...envelope.result, result_count: data.length, data } };
  return { answer: { ...first, body: Buffer.from(JSON.stringify(whole)) } };
}

async function recordsOf(situation: Situation, period: Period): Promise<Envelope['result']['data']> {
  const { answer } = await answerOfPeriod(situation, period);
  return envelopeIn(answer.body)?.result.data ?? [];
}

const emptied = changedRecords(() => []);

const movedBy =
  (atStart: number, atEnd: number): Spoil =>
  async (situation) => {
    const period = periodOf(situation.filter);
    if (period === undefined) return { answer: await situation.sound() };
    const { from, to } = period;
    return answerOfPeriod(situation, { from: addDays(from, atStart), to: addDays(to, atEnd) });
  };

/** Another answer to periods that meet a condition. */
const forPeriods =
  (isMeant: (period: Period, situation: Situation) => boolean, otherwise: Spoil): Spoil =>
  async (situation) => {
    const period = periodOf(situation.filter);
    return period !== undefined && isMeant(period, situation)
      ? otherwise(situation)
      : { answer: await situation.sound() };
  };

const isOneDay = ({ from, to }: Period): boolean => from === to;

const malformed = refusal((draw) => ({
  status: draw.of([400, 400, 422, 404, 500]),
  code: draw.of(['BAD_REQUEST', 'INVALID_RANGE', 'INVALID_PARAMETER', 'E1002', '']),
  message: draw.of([
    'start_racedate must be before end_racedate',
    'invalid period',
    '期間の指定が不正です',
    '',
  ]),
}));

const layer = 'range';

export const RANGE_READINGS: readonly Fault[] = [
  {
    name: 'start-open',
    does: 'omits the first day of a period',
    spoil: movedBy(1, 0),
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'end-open',
    does: 'omits the last day of a period',
    spoil: movedBy(0, -1),
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'both-open',
    does: 'omits the first and the last day of a period',
    spoil: movedBy(1, -1),
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'utc-behind',
    does: 'cuts days at midnight of UTC and keeps race dates as midnight in Tokyo: each day appears a day earlier',
    spoil: movedBy(1, 1),
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'utc-ahead',
    does: 'cuts days at midnight of Tokyo and keeps race dates as midnight of UTC: each day appears a day later',
    spoil: movedBy(-1, -1),
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'range-wide',
    does: 'answers an extra day at both ends of a period',
    spoil: movedBy(-1, 1),
    isWhole: true,
    mustDeliver: true,
    layer,
  },
  {
    name: 'day-refused',
    does: 'refuses a period whose ends are one day',
    spoil: forPeriods(isOneDay, malformed),
    mustDeliver: true,
    layer,
  },
  {
    name: 'day-empty',
    does: 'answers nothing for a period whose ends are one day',
    spoil: forPeriods(isOneDay, emptied),
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'ends-swapped',
    does: 'takes the later date for the start and refuses the other order',
    spoil: forPeriods(({ from, to }) => from < to, malformed),
    layer,
  },
  {
    name: 'ends-swapped-empty',
    does: 'takes the later date for the start and finds nothing between ends in the other order',
    spoil: forPeriods(({ from, to }) => from < to, emptied),
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'first-month',
    does: 'answers only the month in which a period begins',
    spoil: async (situation) => {
      const period = periodOf(situation.filter);
      if (period === undefined) return { answer: await situation.sound() };
      const { from, to } = period;
      const end = `${from.slice(0, 6)}31`;
      return from.slice(0, 6) === to.slice(0, 6)
        ? { answer: await situation.sound() }
        : answerOfPeriod(situation, { from, to: lastDayBefore(end, to) });
    },
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'race-days-only',
    does: 'refuses a period whose ends are not race days',
    spoil: async (situation) => {
      const period = periodOf(situation.filter);
      const sound = await situation.sound();
      if (period === undefined || spanDays(period.from, period.to) === 1) return { answer: sound };
      const days = new Set(envelopeIn(sound.body)?.result.data.map(({ racedate }) => racedate));
      return days.has(period.from) && days.has(period.to) ? { answer: sound } : malformed(situation);
    },
    layer,
  },
];

/** The last day of a month, written as its 31st, that is a real day before `to`. */
function lastDayBefore(end: string, to: string): string {
  const next = `${to.slice(0, 6)}01`;
  return addDays(next, -1) < end ? addDays(next, -1) : end;
}
