// The eight bet types as data: what they are called, what they pay, where their payoffs stand in a record.

import type { Text } from '#shared/text.ts';

export const BET_NAMES = [
  'win', 'place', 'bracket_quinella', 'quinella', 'quinella_place', 'exacta', 'trio', 'trifecta',
] as const; // prettier-ignore

export type BetName = (typeof BET_NAMES)[number];

export interface Bet {
  /** The prefix of the bet's fields in a payoff record (specification, section 2.2). */
  readonly name: BetName;
  readonly label: Text;
  readonly short: Text;
  /** Most payoffs that one race can have: dead heats, and bets that pay several combinations. */
  readonly slots: number;
  /** How many numbers a combination has. */
  readonly numbers: 1 | 2 | 3;
  /** Whether the numbers are brackets (1 to 8, one digit) instead of horses (1 to 18, two digits). */
  readonly brackets: boolean;
  /** Whether the order of finish counts. */
  readonly ordered: boolean;
  /** Share of the stakes that is paid out, 0 to 1. */
  readonly payoutRate: number;
  readonly numberField: (slot: number) => string;
  readonly payoffField: (slot: number) => string;
  readonly popularityField: (slot: number) => string;
}

type Rules = Pick<Bet, 'slots' | 'numbers' | 'payoutRate'> & Partial<Pick<Bet, 'ordered' | 'brackets'>>;

const bet = (
  name: BetName,
  en: readonly [string, string],
  ja: readonly [string, string],
  rules: Rules,
): Bet => ({
  name,
  label: { en: en[0], ja: ja[0] },
  short: { en: en[1], ja: ja[1] },
  ordered: false,
  brackets: false,
  ...rules,
  // Section 2.2: win and place name a horse number, all others a number.
  numberField: (slot) => (rules.numbers === 1 ? `${name}_horse_number_${slot}` : `${name}_number_${slot}`),
  payoffField: (slot) => `${name}_payoff_${slot}`,
  popularityField: (slot) => `${name}_popularity_${slot}`,
});

// prettier-ignore
export const BETS: readonly Bet[] = [
  bet('win', ['Win', 'Win'], ['単勝', '単'], { slots: 3, numbers: 1, payoutRate: 0.8 }),
  bet('place', ['Place', 'Place'], ['複勝', '複'], { slots: 5, numbers: 1, payoutRate: 0.8 }),
  bet('bracket_quinella', ['Bracket quinella', 'Brk Q'], ['枠連', '枠連'], { slots: 3, numbers: 2, payoutRate: 0.775, brackets: true }),
  bet('quinella', ['Quinella', 'Quin'], ['馬連', '馬連'], { slots: 3, numbers: 2, payoutRate: 0.775 }),
  bet('quinella_place', ['Wide', 'Wide'], ['ワイド', 'ワ'], { slots: 7, numbers: 2, payoutRate: 0.775 }),
  bet('exacta', ['Exacta', 'Exa'], ['馬単', '馬単'], { slots: 6, numbers: 2, payoutRate: 0.75, ordered: true }),
  bet('trio', ['Trio', 'Trio'], ['三連複', '3複'], { slots: 3, numbers: 3, payoutRate: 0.75 }),
  bet('trifecta', ['Trifecta', 'Tri'], ['三連単', '3単'], { slots: 6, numbers: 3, payoutRate: 0.725, ordered: true }),
];

const BY_NAME: ReadonlyMap<string, Bet> = new Map(BETS.map((each) => [each.name, each]));

export function betOf(name: BetName): Bet {
  const found = BY_NAME.get(name);
  if (!found) throw new Error(`no such bet: ${name}`);
  return found;
}

export const isBetName = (text: string): text is BetName => BY_NAME.has(text);
