import { describe, expect, it } from 'vitest';
import { biggestPayoffs } from './biggest-payoffs.ts';

const RECORDS = [
  {
    racekey: '05265601',
    win_horse_number_1: '05',
    win_payoff_1: '1540',
    trifecta_number_1: '051203',
    trifecta_payoff_1: '0125340',
    trifecta_number_2: '050312',
    trifecta_payoff_2: '98760',
    trio_number_1: '030512',
    trio_payoff_1: null,
  },
  { racekey: '05265602', win_horse_number_1: '00', win_payoff_1: '0000000' },
  { racekey: '08265601', exacta_number_1: '0102', exacta_payoff_1: '110200', place_payoff_1: '  ' },
];

describe('the biggest payoffs of a day', () => {
  it('are ranked over all bets and races, dead heats included', () => {
    const { payoffs } = biggestPayoffs(RECORDS, 3);
    expect(payoffs.map(({ racekey, bet, amount }) => [racekey, bet, amount])).toEqual([
      ['05265601', 'trifecta', 125_340],
      ['08265601', 'exacta', 110_200],
      ['05265601', 'trifecta', 98_760],
    ]);
  });

  it('count only races that paid, so that the others can be named as missing', () => {
    expect(biggestPayoffs(RECORDS, 5).races).toBe(2);
    expect(biggestPayoffs([], 5)).toEqual({ payoffs: [], races: 0 });
  });
});
