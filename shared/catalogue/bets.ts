// The eight bet types as data: names, payout rates, and the fields of their payoffs in a record.

import { isBlank, rawText, readNumber } from '#shared/catalogue/reading.ts';
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
  /** Most combinations that win without a dead heat: the first three horses of place, their pairs of wide, else one. */
  readonly winners: 1 | 3;
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

type Rules = Pick<Bet, 'slots' | 'numbers' | 'payoutRate'> &
  Partial<Pick<Bet, 'winners' | 'ordered' | 'brackets'>>;

const bet = (
  name: BetName,
  en: readonly [string, string],
  ja: readonly [string, string],
  rules: Rules,
): Bet => ({
  name,
  label: { en: en[0], ja: ja[0] },
  short: { en: en[1], ja: ja[1] },
  winners: 1,
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
  bet('place', ['Place', 'Place'], ['複勝', '複'], { slots: 5, winners: 3, numbers: 1, payoutRate: 0.8 }),
  bet('bracket_quinella', ['Bracket quinella', 'Brk Q'], ['枠連', '枠連'], { slots: 3, numbers: 2, payoutRate: 0.775, brackets: true }),
  bet('quinella', ['Quinella', 'Quin'], ['馬連', '馬連'], { slots: 3, numbers: 2, payoutRate: 0.775 }),
  bet('quinella_place', ['Wide', 'Wide'], ['ワイド', 'ワ'], { slots: 7, winners: 3, numbers: 2, payoutRate: 0.775 }),
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

export const MOST_HORSES = 18;
const MOST_BRACKETS = 8;

/**
 * How many combinations of a bet can be backed in a race with so many runners: the lowest rank of popularity there. Of
 * brackets, those of two horses and more can also be backed with themselves.
 */
export function combinationsOf(name: BetName, runners: number): number {
  const { numbers, brackets, ordered } = betOf(name);
  if (brackets) {
    const filled = Math.min(MOST_BRACKETS, runners);
    return (filled * (filled - 1)) / 2 + Math.min(MOST_BRACKETS, Math.max(0, runners - MOST_BRACKETS));
  }
  const inOrder = [0, 1, 2].slice(0, numbers).reduce((product, at) => product * Math.max(0, runners - at), 1);
  return ordered || numbers === 1 ? inOrder : inOrder / (numbers === 2 ? 2 : 6);
}

/** Place pays the third horse from so many starters on. */
const THIRD_PAID_FROM = 8;

/** How many combinations of a bet win without a dead heat in a race with so many starters. */
export const winnersOf = (name: BetName, starters: number): number =>
  name === 'place' && starters < THIRD_PAID_FROM ? 2 : betOf(name).winners;

/** One payoff of one race, raw as the record has it. */
export interface Payoff {
  readonly bet: BetName;
  /** 1 for the first winning combination; more with dead heats and bets that pay several. */
  readonly slot: number;
  readonly combination: string;
  readonly payoff: string;
  readonly popularity: string;
}

/** Empty: blank, or the zeros that pad an unused slot. */
const isUnused = (value: unknown): boolean => isBlank(value) || /^0+$/.test(rawText(value).trim());

/** Every payoff of a payoff record (section 2.2), bet by bet; unused slots are left out. */
export const payoffsOf = (record: Readonly<Record<string, unknown>>): readonly Payoff[] =>
  BETS.flatMap((each) =>
    Array.from({ length: each.slots }, (_, index) => index + 1)
      .filter(
        (slot) => !isUnused(record[each.numberField(slot)]) || !isUnused(record[each.payoffField(slot)]),
      )
      .map((slot) => ({
        bet: each.name,
        slot,
        combination: rawText(record[each.numberField(slot)]),
        payoff: rawText(record[each.payoffField(slot)]),
        popularity: rawText(record[each.popularityField(slot)]),
      })),
  );

export const REFUND_SLOTS = 5;

/** Numbers of the horses whose stakes were refunded. */
export const refundsOf = (record: Readonly<Record<string, unknown>>): readonly number[] =>
  Array.from({ length: REFUND_SLOTS }, (_, index) => record[`refund_number_${index + 1}`]).flatMap((raw) => {
    const horse = readNumber(raw);
    return horse === undefined || horse === 0 ? [] : [horse];
  });

/** The column group of lists of refunded horses. */
export const REFUND_GROUP = 'refund';

/** The horses of a list of refunded horses, two digits each ("0412"); undefined for anything else. */
export function readRefunded(raw: string): readonly number[] | undefined {
  const digits = raw.trim();
  return /^(?:\d\d)+$/.test(digits) ? (digits.match(/../g) ?? []).map(Number) : undefined;
}

const SEPARATORS = /[^0-9]+/;

/**
 * The numbers of a combination in the order written. The interface joins two digits per horse ("0312") or one per
 * bracket ("36"); users write "3-12", "3 12", "3→12". Undefined for anything else: too few or too many numbers, a
 * repeated horse, a horse or bracket that does not exist.
 */
export function readCombination(name: BetName, text: string): readonly number[] | undefined {
  const { numbers, brackets } = betOf(name);
  const plain = text.normalize('NFKC').trim();
  if (/[^0-9\s,、・:/>→\u2010-\u2015−-]/.test(plain)) return undefined;
  const parts = SEPARATORS.test(plain) ? plain.split(SEPARATORS) : cut(plain, numbers);
  const read = parts.map(Number);
  const most = brackets ? MOST_BRACKETS : MOST_HORSES;
  const sound =
    parts.length === numbers &&
    parts.every((part) => part !== '' && part.length <= 2) &&
    read.every((number) => number >= 1 && number <= most) &&
    // Two horses of one bracket make a combination; one horse twice does not.
    (brackets || new Set(read).size === numbers);
  return sound ? read : undefined;
}

/** Splits digits without separators into parts of one or two. */
function cut(digits: string, count: number): readonly string[] {
  if (count === 1) return [digits];
  const width = digits.length / count;
  if (width !== 1 && width !== 2) return [];
  return Array.from({ length: count }, (_, index) => digits.slice(index * width, (index + 1) * width));
}

/** The interface's form of a combination; the smaller number comes first if order does not count. */
export function writeCombination(name: BetName, combination: readonly number[]): string {
  const { brackets, ordered } = betOf(name);
  const sorted = ordered ? combination : combination.toSorted((a, b) => a - b);
  return sorted.map((number) => String(number).padStart(brackets ? 1 : 2, '0')).join('');
}

/** For display: "3-12", or "3→12" if the order counts; an invalid combination is unchanged. */
export function showCombination(name: BetName, raw: string): string {
  return readCombination(name, raw)?.join(betOf(name).ordered ? '→' : '-') ?? raw;
}
