// The bets of a rule and the lists of bets are settled by two implementations (shared/betting/settle.ts), which have to
// agree: random races with dead heats, refunds, void races, races without payoffs, amounts that cannot be read, and results
// that contradict the payoffs.

import { expect, it } from 'vitest';
import { outcomeOf, unknownOutcome, type RaceOutcome } from '#shared/betting/outcome.ts';
import { settle, type Settlement as SingleSettlement } from '#shared/betting/settle.ts';
import {
  randomFrom,
  randomRace,
  type Random,
  type RandomRace,
} from '#shared/betting/testing/random-racing.ts';
import { BETS, betOf, payoffsOf, refundsOf, writeCombination } from '#shared/catalogue/bets.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { formsOf } from '#shared/rules/rule-problems.ts';
import type { RuleBet } from '#shared/rules/rule.ts';
import { QueryEngine } from '../query-engine.ts';
import { plainCombinations, plainlyTaken, type PlainRunner } from './plain-rule.fixture.ts';
import { APART, codeOfBet, raceKeyOf, type Settlement } from './settlement.ts';

const RACES = 1500;
const DAY = '20251228';
const KEY = '05254811';
const { columns: COLUMNS } = SUBJECTS.runners;

const below = (random: Random, end: number): number => Math.floor(random() * end);
const oneOf = <T>(random: Random, values: readonly T[]): T => values[below(random, values.length)] as T;

type RawRecord = Record<string, string | null>;

/** Makes some payoffs of the bet odd: an amount that is blank or zero, a combination that cannot be read, one that is there twice. */
function madeOdd(random: Random, record: RawRecord, bet: RuleBet): RawRecord {
  const { numberField, payoffField } = betOf(bet.bet);
  const [first, second] = [record[numberField(1)], record[numberField(2)]];
  if (first == null) return record;
  switch (below(random, 20)) {
    case 0:
      return { ...record, [payoffField(1)]: oneOf(random, [null, '0', 'x']) };
    case 1:
      return { ...record, [numberField(1)]: '99xx' };
    case 2:
      if (second != null) return record;
      return {
        ...record,
        [numberField(2)]: first,
        [payoffField(2)]: random() < 0.5 ? (record[payoffField(1)] ?? null) : '990',
      };
    default:
      return record;
  }
}

/** The field with its results as far as they are stored. `value` orders it. */
function fieldOf(random: Random, race: RandomRace): PlainRunner[] {
  const areUnknown = random() < 0.15;
  return Array.from({ length: race.size }, (_, at): PlainRunner => {
    const runner = race.runners?.[at];
    const isOdd = random() < 0.08;
    const state = runner?.ran === undefined || areUnknown ? 'unknown' : runner.ran !== isOdd ? 'ran' : 'out';
    return {
      racedate: DAY,
      racekey: KEY,
      number: at + 1,
      bracket: runner?.bracket ?? NaN,
      value: below(random, 50),
      isPicked: true,
      state,
    };
  });
}

const rowOf = ({ racedate, racekey, number, bracket, value, state }: PlainRunner) => ({
  racedate,
  racekey,
  horse_number: String(number).padStart(2, '0'),
  bracket_number: Number.isNaN(bracket) ? null : String(bracket),
  integration_index: value === null ? null : value.toFixed(1),
  order_of_finish: state === 'ran' ? '05' : null,
  trouble_classification: state === 'out' ? '1' : null,
});

/** As electron/rules/read-settlement.ts reads it. */
function settlementOf(record: RawRecord | undefined): Settlement {
  const payoffs = record === undefined ? [] : payoffsOf(record);
  const refunds = record === undefined ? [] : refundsOf(record);
  if (payoffs.length === 0 && refunds.length === 0) return '';
  const parts = [raceKeyOf(DAY, KEY), refunds.map((number) => String(number).padStart(2, '0')).join('')];
  if (payoffs.length > 0)
    parts.push(
      payoffs
        .map(({ bet, combination, payoff }) =>
          [codeOfBet(bet), combination, payoff].join(APART.partsOfPayoff),
        )
        .join(APART.payoffs),
    );
  return parts.join(APART.partsOfRace);
}

const outcomeIn = (record: RawRecord | undefined, field: readonly PlainRunner[]): RaceOutcome => {
  const runners = new Map(
    field.map(({ number, bracket, state }) => [
      number,
      {
        ...(Number.isNaN(bracket) ? {} : { bracket }),
        ...(state === 'unknown' ? {} : { hasStarted: state === 'ran' }),
      },
    ]),
  );
  return record === undefined ? { ...unknownOutcome(KEY, DAY), runners } : outcomeOf(record, runners);
};

function randomBet(random: Random): RuleBet {
  const { name: bet } = oneOf(random, BETS);
  const form = oneOf(random, formsOf(bet));
  const by = { column: 'integration_index', order: 'highest' as const };
  return { bet, form, by, stake: oneOf(random, [100, 500]), take: 1 + below(random, 5) };
}

async function tallyOf(field: readonly PlainRunner[], settlement: Settlement, bet: RuleBet) {
  const rows = field.map(rowOf);
  const opened = new QueryEngine().open(COLUMNS, {
    size: 'small',
    records: rows.length,
    cells: (names) => names.map((name) => rows.map((row) => row[name as keyof typeof row] ?? null)),
  });
  const known = { columns: [], races: new Map(), changing: [], minutesBeforePost: 0, filters: [] };
  const tally = await opened.query('rule', { bets: [bet], settlement, lacking: [], own: [], known });
  opened.release();
  return tally;
}

/** What the lists of bets leave open and a rule takes as given back: neither counts a stake. */
const GIVEN_BACK: ReadonlySet<string> = new Set(['not_started', 'paid_and_refunded']);

it('a rule and a list with the same bets have the same stakes, returns and hits', async () => {
  const random = randomFrom(1116);
  const seen = { deadHeats: 0, refunds: 0, void: 0, unsettled: 0, against: 0, counted: 0 };
  for (let at = 0; at < RACES; at += 1) {
    const race = randomRace(random, KEY, DAY);
    const bet = randomBet(random);
    const record = race.record && madeOdd(random, race.record, bet);
    const field = fieldOf(random, race);
    const outcome = outcomeIn(record, field);
    const { ordered: _ordered, brackets } = betOf(bet.bet);
    const tally = await tallyOf(field, settlementOf(record), bet);
    // Names the race of a failure.
    const where = { at, bet, record, field };

    const taken = plainlyTaken(bet, field);
    const isDrawKnown = !brackets || taken.every(({ bracket }) => !Number.isNaN(bracket));
    const single: SingleSettlement[] = !isDrawKnown
      ? []
      : plainCombinations(bet, taken).map((combination) =>
          settle(
            {
              bet: bet.bet,
              combination: writeCombination(bet.bet, combination.map(({ number, bracket }) => (brackets ? bracket : number))),
            },
            outcome,
          ),
        ); // prettier-ignore
    const reasons = single.flatMap((each) => (each.kind === 'unsettled' ? [each.reason] : []));
    const paid = outcome.payoffs.get(bet.bet);
    const isUnreadable =
      outcome.unreadable.has(bet.bet) || [...(paid?.values() ?? [])].some((yen) => yen === undefined);
    const { bets, hits, stake, returned, refunded } = tally.whole;
    if (tally.unsettled.races > 0) {
      seen.unsettled += 1;
      // A rule leaves out all combinations of a bet that the lists leave open in part: its losses alone would count.
      const isOpen =
        outcome.state === 'unsettled' ||
        isUnreadable ||
        !isDrawKnown ||
        reasons.some((reason) => !GIVEN_BACK.has(reason));
      expect({ ...where, isOpen, bets, hits, stake, returned }).toEqual({
        ...where,
        isOpen: true,
        bets: 0,
        hits: 0,
        stake: 0,
        returned: 0,
      });
      continue;
    }
    const won = single.flatMap((each) => (each.kind === 'hit' ? [each.yen] : []));
    const counted = won.length + single.filter(({ kind }) => kind === 'miss').length;
    const isSold = outcome.state === 'void' || (paid?.size ?? 0) > 0;
    const back = single.filter(({ kind }) => kind === 'refunded').length + reasons.length;
    const open = reasons.filter((reason) => !GIVEN_BACK.has(reason));
    expect({ ...where, bets, hits, stake, returned, refunded, open }).toEqual({
      ...where,
      bets: counted,
      hits: won.length,
      stake: counted * bet.stake,
      returned: (won.reduce((sum, yen) => sum + yen, 0) * bet.stake) / 100,
      refunded: isSold ? back * bet.stake : 0,
      open: [],
    });

    seen.counted += 1;
    if (outcome.state === 'void' && back > 0) seen.void += 1;
    if (won.length > 1) seen.deadHeats += 1;
    if (refunded > 0) seen.refunds += 1;
    const isAgainst = taken.some(({ number, state }) => state === 'out' && !outcome.refunded.has(number));
    if (isAgainst && won.length > 0) seen.against += 1;
  }
  // Each case came up.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
});

const runner = (number: number, bracket: number, state: PlainRunner['state']): PlainRunner => ({
  racedate: DAY,
  racekey: KEY,
  number,
  bracket,
  value: 1,
  isPicked: true,
  state,
});

it('a race without payoffs that refunds as many as it can name is void, unless another horse ran', async () => {
  const refunds = Object.fromEntries([1, 2, 3, 4, 5].map((horse) => [`refund_number_${horse}`, `0${horse}`]));
  const tallyIf = async (state: PlainRunner['state']) => {
    const field = [6, 7, 8].map((number) => runner(number, number, state));
    const tally = await tallyOf(field, settlementOf(refunds), { bet: 'win', form: 'each', stake: 100 });
    return { unsettled: tally.unsettled.races, refunded: tally.whole.refunded };
  };
  expect(await tallyIf('ran')).toEqual({ unsettled: 1, refunded: 0 });
  expect(await tallyIf('unknown')).toEqual({ unsettled: 0, refunded: 300 });
  expect(await tallyIf('out')).toEqual({ unsettled: 0, refunded: 300 });
});

it('a pair of one bracket is given back with either horse, whatever the result says of the other', async () => {
  const record = {
    bracket_quinella_number_1: '22',
    bracket_quinella_payoff_1: '500',
    refund_number_1: '02',
  };
  const field = [runner(1, 2, 'out'), runner(2, 2, 'ran')];
  const bet: RuleBet = { bet: 'bracket_quinella', form: 'box', stake: 100 };
  const { whole } = await tallyOf(field, settlementOf(record), bet);
  expect(whole).toMatchObject({ bets: 0, hits: 0, refunded: 100 });
});
