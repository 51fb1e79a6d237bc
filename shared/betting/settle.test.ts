import { describe, expect, it } from 'vitest';
import { outcomeOf, unknownOutcome, type OutcomeRunner } from './outcome.ts';
import { settle, type BetCombination } from './settle.ts';

const RACE = { racedate: '20261115', racekey: '05264811' };

/** Sixteen horses, two to a bracket, without results. */
const DRAWN: ReadonlyMap<number, OutcomeRunner> = new Map(
  Array.from({ length: 16 }, (_, at) => [at + 1, { bracket: Math.floor(at / 2) + 1 }]),
);

/** The same with results. */
const field = (without: readonly number[] = []): ReadonlyMap<number, OutcomeRunner> =>
  new Map(
    Array.from({ length: 16 }, (_, at) => [
      at + 1,
      { bracket: Math.floor(at / 2) + 1, hasStarted: !without.includes(at + 1) },
    ]),
  );

/** 7 before 3 before 12. */
const PAID = {
  ...RACE,
  win_horse_number_1: '07',
  win_payoff_1: '340',
  place_horse_number_1: '07',
  place_payoff_1: '150',
  place_horse_number_2: '03',
  place_payoff_2: '210',
  place_horse_number_3: '12',
  place_payoff_3: '480',
  bracket_quinella_number_1: '24',
  bracket_quinella_payoff_1: '760',
  quinella_number_1: '0307',
  quinella_payoff_1: '1,230',
  quinella_place_number_1: '0307',
  quinella_place_payoff_1: '450',
  quinella_place_number_2: '0712',
  quinella_place_payoff_2: '980',
  quinella_place_number_3: '0312',
  quinella_place_payoff_3: '1510',
  exacta_number_1: '0703',
  exacta_payoff_1: '2140',
  trio_number_1: '030712',
  trio_payoff_1: '5160',
  trifecta_number_1: '070312',
  trifecta_payoff_1: '21990',
};

const settled = (
  bet: BetCombination['bet'],
  combination: string,
  record: object = {},
  without: readonly number[] = [],
) => settle({ bet, combination }, outcomeOf({ ...PAID, ...record }, field(without)));

describe('a bet in a race that was paid', () => {
  it.each([
    ['win', '7', 340],
    ['place', '12', 480],
    ['bracket_quinella', '4-2', 760],
    ['quinella', '7-3', 1230],
    ['quinella_place', '12-3', 1510],
    ['exacta', '7>3', 2140],
    ['trio', '12-7-3', 5160],
    ['trifecta', '7>3>12', 21990],
  ] as const)('%s %s returns its payoff, in any order unless the order counts', (bet, combination, yen) => {
    expect(settled(bet, combination)).toEqual({ kind: 'hit', yen });
  });

  it.each([
    ['win', '3'],
    ['place', '5'],
    ['bracket_quinella', '2-5'],
    ['quinella', '7-12'],
    ['exacta', '3>7'],
    ['trio', '3-7-11'],
    ['trifecta', '7>12>3'],
  ] as const)('%s %s loses', (bet, combination) => {
    expect(settled(bet, combination)).toEqual({ kind: 'miss' });
  });

  it('pays each combination of a dead heat its own amount', () => {
    const record = {
      exacta_number_2: '0307',
      exacta_payoff_2: '1890',
      win_horse_number_2: '03',
      win_payoff_2: '260',
    };
    expect(settled('exacta', '7>3', record)).toEqual({ kind: 'hit', yen: 2140 });
    expect(settled('exacta', '3>7', record)).toEqual({ kind: 'hit', yen: 1890 });
    expect(settled('win', '3', record)).toEqual({ kind: 'hit', yen: 260 });
  });

  it('cannot be of a horse or bracket that the race does not have', () => {
    expect(settled('win', '17')).toEqual({ kind: 'impossible', reason: 'not_in_race' });
    expect(settled('trio', '3-7-18')).toEqual({ kind: 'impossible', reason: 'not_in_race' });
    expect(settled('win', '19')).toEqual({ kind: 'impossible', reason: 'no_combination' });
    expect(settled('quinella', '7-7')).toEqual({ kind: 'impossible', reason: 'no_combination' });
  });

  it('of a number beyond the field is not counted as lost without the card', () => {
    const outcome = outcomeOf({ ...PAID, refund_number_1: '05' }, undefined, 15);
    expect(settle({ bet: 'win', combination: '16' }, outcome)).toEqual({ kind: 'miss' });
    expect(settle({ bet: 'win', combination: '17' }, outcome)).toEqual({
      kind: 'unsettled',
      reason: 'number_unchecked',
    });
    expect(settle({ bet: 'bracket_quinella', combination: '78' }, outcomeOf(PAID, undefined, 7))).toEqual({
      kind: 'miss',
    });
  });

  it('cannot be of a pool that paid nothing: it was not sold, or given back', () => {
    const record = { place_horse_number_1: null, place_horse_number_2: '00', place_horse_number_3: '' };
    const blank = { place_payoff_1: null, place_payoff_2: '0', place_payoff_3: ' ' };
    expect(settled('place', '7', { ...record, ...blank })).toEqual({
      kind: 'impossible',
      reason: 'not_paid_out',
    });
  });
});

describe('a refund', () => {
  const record = { refund_number_1: '05', refund_number_2: '00' };

  it('is given for every bet with a withdrawn horse, whoever wins', () => {
    for (const [bet, combination] of [
      ['win', '5'],
      ['quinella', '5-7'],
      ['trifecta', '7>3>5'],
    ] as const)
      expect(settled(bet, combination, record, [5])).toEqual({ kind: 'refunded' });
    expect(settled('win', '6', record, [5])).toEqual({ kind: 'miss' });
  });

  it('of brackets is given once no horse of a bracket is left, or one for a pair of the same', () => {
    expect(settled('bracket_quinella', '3-8', record, [5])).toEqual({ kind: 'miss' });
    expect(settled('bracket_quinella', '3-3', record, [5])).toEqual({ kind: 'refunded' });
    const both = { refund_number_1: '05', refund_number_2: '06' };
    expect(settled('bracket_quinella', '3-8', both, [5, 6])).toEqual({ kind: 'refunded' });
    // Whatever became of the other horse.
    expect(settled('bracket_quinella', '3-3', record, [5, 6])).toEqual({ kind: 'refunded' });
  });

  it('of brackets is not guessed without the brackets; a paid pair is paid', () => {
    const outcome = outcomeOf({ ...PAID, ...record });
    expect(settle({ bet: 'bracket_quinella', combination: '38' }, outcome)).toEqual({
      kind: 'unsettled',
      reason: 'brackets_unknown',
    });
    expect(settle({ bet: 'bracket_quinella', combination: '24' }, outcome)).toEqual({
      kind: 'hit',
      yen: 760,
    });
    expect(settle({ bet: 'bracket_quinella', combination: '38' }, outcomeOf(PAID))).toEqual({ kind: 'miss' });
  });

  it('that may be missing for want of room leaves a loss open, unless the horses ran', () => {
    const full = Object.fromEntries(
      [1, 2, 4, 5, 6].map((horse, at) => [`refund_number_${at + 1}`, `0${horse}`]),
    );
    expect(settle({ bet: 'win', combination: '9' }, outcomeOf({ ...PAID, ...full }))).toEqual({
      kind: 'unsettled',
      reason: 'more_refunds',
    });
    expect(settled('win', '9', full, [1, 2, 4, 5, 6])).toEqual({ kind: 'miss' });
  });

  it('is not invented for a horse that did not start although the record does not name it', () => {
    expect(settled('win', '9', {}, [9])).toEqual({ kind: 'unsettled', reason: 'not_started' });
  });

  it('and a payoff for one combination contradict each other', () => {
    expect(settled('win', '7', { refund_number_1: '07' })).toEqual({
      kind: 'unsettled',
      reason: 'paid_and_refunded',
    });
  });
});

const FIRST_FIVE = Object.fromEntries(
  [1, 2, 3, 4, 5].map((horse) => [`refund_number_${horse}`, `0${horse}`]),
);

describe('a race without payoffs', () => {
  it('leaves bets open, but what was withdrawn is given back', () => {
    const outcome = outcomeOf({ ...RACE, refund_number_1: '05' }, field());
    expect(outcome.state).toBe('unsettled');
    expect(settle({ bet: 'win', combination: '7' }, outcome)).toEqual({
      kind: 'unsettled',
      reason: 'no_payoffs',
    });
    expect(settle({ bet: 'exacta', combination: '7-5' }, outcome)).toEqual({ kind: 'refunded' });
    expect(settle({ bet: 'win', combination: '7' }, unknownOutcome('05264811'))).toEqual({
      kind: 'unsettled',
      reason: 'no_payoffs',
    });
  });

  it('that refunds as many horses as its record can name is void: every stake is given back', () => {
    const outcome = outcomeOf({ ...RACE, ...FIRST_FIVE }, DRAWN);
    expect(outcome.state).toBe('void');
    expect(settle({ bet: 'trio', combination: '7-8-9' }, outcome)).toEqual({ kind: 'refunded' });
    expect(settle({ bet: 'win', combination: '17' }, outcome)).toEqual({
      kind: 'impossible',
      reason: 'not_in_race',
    });
  });

  it('that refunds as many is not void if another horse ran: its payoffs are still to come', () => {
    const outcome = outcomeOf({ ...RACE, ...FIRST_FIVE }, field([1, 2, 3, 4, 5]));
    expect(outcome.state).toBe('unsettled');
    expect(settle({ bet: 'win', combination: '7' }, outcome)).toEqual({
      kind: 'unsettled',
      reason: 'no_payoffs',
    });
    expect(settle({ bet: 'exacta', combination: '7-5' }, outcome)).toEqual({ kind: 'refunded' });
    // No horse but those that did not start has a result.
    const others = new Map([...DRAWN, [6, { bracket: 3, hasStarted: false }]]);
    expect(outcomeOf({ ...RACE, ...FIRST_FIVE }, others).state).toBe('void');
  });

  it('that refunds each of its few horses is void', () => {
    const four = new Map([1, 2, 3, 4].map((horse) => [horse, { bracket: horse }]));
    const refunds = Object.fromEntries([1, 2, 3, 4].map((horse) => [`refund_number_${horse}`, `0${horse}`]));
    expect(outcomeOf({ ...RACE, ...refunds }, four).state).toBe('void');
    expect(outcomeOf({ ...RACE, ...refunds }).state).toBe('unsettled');
  });
});

describe('a record that cannot be read', () => {
  it('leaves a named combination without an amount open, and the other bets as they are', () => {
    expect(settled('win', '7', { win_payoff_1: '' })).toEqual({
      kind: 'unsettled',
      reason: 'amount_unreadable',
    });
    expect(settled('win', '8', { win_payoff_1: '' })).toEqual({ kind: 'miss' });
  });

  it('leaves all losses of a bet open that paid something unknown', () => {
    const record = { win_horse_number_1: '', win_payoff_1: '70' };
    expect(settled('win', '8', record)).toEqual({ kind: 'unsettled', reason: 'payoff_unreadable' });
    expect(settled('place', '7', record)).toEqual({ kind: 'hit', yen: 150 });
  });

  it('that pays one combination two amounts leaves it open', () => {
    const record = { win_horse_number_2: '7', win_payoff_2: '350' };
    expect(settled('win', '7', record)).toEqual({ kind: 'unsettled', reason: 'amount_unreadable' });
    expect(settled('win', '7', { ...record, win_payoff_2: '340' })).toEqual({ kind: 'hit', yen: 340 });
  });
});
