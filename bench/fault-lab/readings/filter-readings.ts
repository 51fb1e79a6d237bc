// How a service may combine its filters (specification, section 4.3, rule 5: "when several are sent, when none is
// sent: not shown").

import { addDays } from '#shared/racing/racedate.ts';
import { envelopeIn, type Fault, type Situation, type Spoil } from '../delivery.ts';
import { answerOfPeriod, periodOf } from './range-readings.ts';

/** Beyond the lab's racing on either side. */
const FAR = 21;

const asPeriod =
  (change: (period: { from: string; to: string }) => { from: string; to: string }): Spoil =>
  async (situation) => {
    const period = periodOf(situation.filter);
    return period === undefined
      ? { answer: await situation.sound() }
      : answerOfPeriod(situation, change(period));
  };

/** The answer to another query, with the echo of this one. */
const insteadOf = async (situation: Situation, filter: Situation['filter']) => {
  const answer = await situation.sound(filter);
  const envelope = envelopeIn(answer.body);
  if (envelope === undefined) return { answer };
  const echoed = { ...envelope, request: { ...envelope.request, parameters: situation.filter } };
  return { answer: { ...answer, body: Buffer.from(JSON.stringify(echoed)) } };
};

const layer = 'filters';

export const FILTER_READINGS: readonly Fault[] = [
  {
    name: 'filters-or',
    does: 'combines the filters with OR: every day from the start on, and every day up to the end',
    spoil: asPeriod(({ from, to }) => ({ from: addDays(from, -FAR), to: addDays(to, FAR) })),
    isWhole: true,
    mustDeliver: true,
    layer,
  },
  {
    name: 'end-ignored',
    does: 'silently ignores all but the start of a period',
    spoil: asPeriod(({ from, to }) => ({ from, to: addDays(to, FAR) })),
    isWhole: true,
    mustDeliver: true,
    layer,
  },
  {
    name: 'start-ignored',
    does: 'silently ignores all but the end of a period',
    spoil: asPeriod(({ from, to }) => ({ from: addDays(from, -FAR), to })),
    isWhole: true,
    mustDeliver: true,
    layer,
  },
  {
    name: 'first-wins',
    does: 'takes the first date of a period for the requested day',
    spoil: asPeriod(({ from }) => ({ from, to: from })),
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'last-wins',
    does: 'takes the last date of a period for the requested day',
    spoil: asPeriod(({ to }) => ({ from: to, to })),
    onlyKnownBy: 'program',
    mustDeliver: true,
    layer,
  },
  {
    name: 'filters-ignored',
    does: 'silently answers its newest day to every request',
    spoil: async (situation) => insteadOf(situation, {}),
    onlyKnownBy: 'program',
    layer,
  },
  {
    name: 'racekey-ignored',
    does: 'answers its newest day to a request for a race',
    spoil: async (situation) =>
      situation.filter.racekey === undefined ? { answer: await situation.sound() } : insteadOf(situation, {}),
    onlyKnownBy: 'program',
    layer,
  },
];
