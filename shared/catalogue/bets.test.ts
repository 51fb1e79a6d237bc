// Bets, their payoffs in a record, and combinations in every notation.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betOf, BET_NAMES, BETS, combinationsOf, isBetName, payoffsOf, readCombination, refundsOf, showCombination, writeCombination } from '#shared/catalogue/bets.ts'; // prettier-ignore
import { columnOf } from '#shared/catalogue/tables.ts';

it('the fields of every bet are columns of the payoff record', () => {
  for (const bet of BETS)
    for (let slot = 1; slot <= bet.slots; slot += 1)
      for (const name of [bet.numberField(slot), bet.payoffField(slot), bet.popularityField(slot)])
        expect(columnOf('t_hj', name)?.group).toBe(bet.name);
});

it('only the fields of win and place contain "horse number"', () => {
  const named = BETS.filter((bet) => bet.numberField(1).endsWith('_horse_number_1')).map((bet) => bet.name);
  expect(named).toEqual(['win', 'place']);
});

it('only the exacta and the trifecta depend on the order of finish', () => {
  expect(BETS.filter((bet) => bet.ordered).map((bet) => bet.name)).toEqual(['exacta', 'trifecta']);
});

it('recognizes the names of bets', () => {
  expect([isBetName('trio'), isBetName('win5'), isBetName('constructor')]).toEqual([true, false, false]);
});

describe('the payoffs of a record', () => {
  it('are raw, bet by bet, without unused slots', () => {
    const record = {
      racekey: '05260101',
      win_horse_number_1: '07',
      win_payoff_1: '510',
      win_popularity_1: '2',
      win_horse_number_2: '',
      win_payoff_2: null,
      place_horse_number_3: '03',
      place_payoff_3: ' 210',
      bracket_quinella_number_1: '00',
      bracket_quinella_payoff_1: '0000000',
      exacta_number_1: '0703',
      exacta_payoff_1: '3780',
    };
    expect(payoffsOf(record)).toEqual([
      { bet: 'win', slot: 1, combination: '07', payoff: '510', popularity: '2' },
      { bet: 'place', slot: 3, combination: '03', payoff: ' 210', popularity: '' },
      { bet: 'exacta', slot: 1, combination: '0703', payoff: '3780', popularity: '' },
    ]);
  });

  it('are absent from an empty record', () => {
    expect(payoffsOf({})).toEqual([]);
  });
});

it('refunds are the horse numbers in the record', () => {
  expect(refundsOf({ refund_number_1: '05', refund_number_2: '00', refund_number_3: null, refund_number_5: '11' })).toEqual([5, 11]); // prettier-ignore
});

const betName = fc.constantFrom(...BETS.map((bet) => bet.name));

const combination = betName.chain((name) => {
  const { numbers, brackets } = betOf(name);
  const number = fc.integer({ min: 1, max: brackets ? 8 : 18 });
  const drawn = brackets
    ? fc.array(number, { minLength: numbers, maxLength: numbers })
    : fc.uniqueArray(number, { minLength: numbers, maxLength: numbers });
  return drawn.map((read) => ({ name, read }));
});

describe('a combination', () => {
  it('is parsed back after formatting', () => {
    fc.assert(
      fc.property(combination, ({ name, read }) => {
        const expected = betOf(name).ordered ? read : read.toSorted((a, b) => a - b);
        expect(readCombination(name, writeCombination(name, read))).toEqual(expected);
      }),
    );
  });

  it('parses the same with any separator, padded or not', () => {
    const separator = fc.constantFrom('-', ' ', ' - ', ',', '、', '→', '－', '・', '–', '/');
    fc.assert(
      fc.property(combination, separator, fc.constantFrom(1, 2), ({ name, read }, between, digits) => {
        const text = read.map((number) => String(number).padStart(digits, '0')).join(between);
        expect(readCombination(name, text)).toEqual(read);
      }),
    );
  });

  it.each([
    ['quinella', '3-12', [3, 12]],
    ['quinella', '0312', [3, 12]],
    ['quinella', '36', [3, 6]],
    ['bracket_quinella', '36', [3, 6]],
    ['bracket_quinella', '33', [3, 3]],
    ['exacta', '３→１２', [3, 12]],
    ['win', '07', [7]],
    ['trio', '123', [1, 2, 3]],
  ] as const)('%s %s', (name, text, expected) => {
    expect(readCombination(name, text)).toEqual(expected);
  });

  it.each([
    ['quinella', ''],
    ['quinella', 'abc'],
    ['quinella', '312'],
    ['quinella', '3-3'],
    ['quinella', '3-19'],
    ['quinella', '0-3'],
    ['quinella', '3-4-5'],
    ['quinella', '-3'],
    ['bracket_quinella', '3-9'],
    ['trio', '1-2'],
    ['win', '007'],
    ['win', '1a'],
  ] as const)('%s %j is nonsense', (name, text) => {
    expect(readCombination(name, text)).toBeUndefined();
  });

  it('is shown with arrows if order counts, and unchanged if it does not parse', () => {
    expect(showCombination('trifecta', '031201')).toBe('3→12→1');
    expect(showCombination('trio', '010312')).toBe('1-3-12');
    expect(showCombination('trio', '????')).toBe('????');
  });
});

describe('the combinations that can be backed', () => {
  it('are as many as plain loops over the horses find', () => {
    for (let runners = 0; runners <= 18; runners += 1) {
      const horses = Array.from({ length: runners }, (_, at) => at);
      const pairs = horses.flatMap((a) => horses.filter((b) => b !== a).map((b) => [a, b] as const));
      const triples = pairs.flatMap(([a, b]) =>
        horses.filter((c) => c !== a && c !== b).map((c) => [a, b, c]),
      );
      const unordered = (lists: readonly (readonly number[])[]): number =>
        new Set(lists.map((list) => list.toSorted((a, b) => a - b).join('-'))).size;
      // Up to eight horses have a bracket each, the others join one that is not full: the ninth is the eighth's partner.
      const bracketOf = (horse: number): number => (runners <= 8 ? horse : horse % 8);
      const expected = {
        win: runners,
        place: runners,
        quinella: unordered(pairs),
        quinella_place: unordered(pairs),
        exacta: pairs.length,
        trio: unordered(triples),
        trifecta: triples.length,
        bracket_quinella: unordered(pairs.map(([a, b]) => [bracketOf(a), bracketOf(b)])),
      };
      for (const name of BET_NAMES)
        expect([name, runners, combinationsOf(name, runners)]).toEqual([name, runners, expected[name]]);
    }
  });
});
