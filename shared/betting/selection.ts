// The combinations that a typed selection stands for: a plain combination, a box, a formation, a wheel.

import { betOf, writeCombination, type BetName } from '#shared/catalogue/bets.ts';
import type { LineProblem } from '#shared/betting/line-problems.ts';

export type Combination = readonly number[];

export interface Selection {
  readonly combinations: readonly Combination[];
  /** As it was understood: "BOX 3,5,7", "3-5,7". */
  readonly shown: string;
}

export type ReadSelection =
  | ({ readonly is: 'selection' } & Selection)
  | { readonly is: 'problem'; readonly problem: LineProblem };

const MOST_HORSES = 18;
const MOST_BRACKETS = 8;

const BOX = /box|ボックス/i;
const MULTI = /multi|マルチ/i;
/** The first position is the usual axis of a wheel, so its word adds nothing. */
const WHEEL = /wheel|nagashi|(?:1着|軸1頭|軸2頭)?(?:ながし|流し)/i;
const FORMATION = /formation|フォーメーション/i;

/** Between positions, where typists and spreadsheets put every kind of dash. */
const BETWEEN_POSITIONS = /[-‐-―−ー→>/~=]/;
const BETWEEN_NUMBERS = /[,、.・+&]/;
/** What spreadsheets make of 3-5. */
const A_DATE = /月|年|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i;

const problem = (is: LineProblem['is'], values: LineProblem['values'] = {}): ReadSelection => ({
  is: 'problem',
  problem: { is, values },
});

/**
 * Reads a selection: `3`, `3-5`, `0305`, `BOX 3,5,7`, a formation with a list of numbers for each position (`3-5,7-1,2`),
 * or a wheel with fewer positions than the bet has numbers, whose last list fills the rest (`3-5,7,9` of a trio). `multi`
 * takes a combination of an ordered bet in all orders.
 */
export function readSelection(bet: BetName, text: string): ReadSelection {
  const { numbers, ordered, brackets } = betOf(bet);
  const plain = text.normalize('NFKC').trim();
  const isBox = BOX.test(plain);
  const isMulti = MULTI.test(plain);
  const bare = [BOX, MULTI, WHEEL, FORMATION].reduce((rest, word) => rest.replace(word, ' '), plain).trim();
  if (bare === '') return problem('no_combination');
  if (A_DATE.test(bare)) return problem('became_date', { text: bare });
  const positions = positionsIn(bare, numbers, brackets);
  const most = brackets ? MOST_BRACKETS : MOST_HORSES;
  for (const position of positions) {
    const wrong = position.find((each) => !/^\d{1,2}$/.test(each) || Number(each) < 1 || Number(each) > most);
    if (wrong !== undefined) return problem('bad_number', { number: wrong === '' ? bare : wrong, most });
    const repeated = position.find((each, at) =>
      position.some((other, before) => before < at && Number(other) === Number(each)),
    );
    if (repeated !== undefined) return problem('repeated_number', { number: Number(repeated) });
  }
  const lists = positions.map((position) => position.map(Number));
  if (isMulti && !ordered) return problem('multi_unordered');
  if (isBox) return boxOf(bet, lists);
  if (lists.length > numbers) return problem('too_many_numbers', { numbers });
  if (lists.length < numbers && lists.length === 1) return problem('too_few_numbers', { numbers });
  const taken = taking(lists, numbers, ordered, brackets);
  const all = isMulti ? taken.flatMap((each) => ordersOf(each)) : taken;
  const combinations = distinct(bet, all);
  if (combinations.length === 0) return problem('no_combination');
  const joint = ordered ? '→' : '-';
  const shown = lists.map((list) => list.join(',')).join(joint) + (isMulti ? ' multi' : '');
  return { is: 'selection', combinations, shown };
}

/** The numbers of each position as written. */
function positionsIn(text: string, numbers: number, brackets: boolean): readonly (readonly string[])[] {
  // As the interface joins them: two digits a horse, one a bracket.
  const width = brackets ? 1 : 2;
  if (numbers > 1 && /^\d+$/.test(text) && text.length === numbers * width)
    return Array.from({ length: numbers }, (_, at) => [text.slice(at * width, (at + 1) * width)]);
  return text
    .split(BETWEEN_POSITIONS)
    .map((position) => position.split(BETWEEN_NUMBERS).flatMap((number) => number.trim().split(/\s+/)));
}

function boxOf(bet: BetName, lists: readonly (readonly number[])[]): ReadSelection {
  const { numbers, ordered } = betOf(bet);
  const horses = [...new Set(lists.flat())].toSorted((a, b) => a - b);
  if (horses.length < numbers) return problem('small_box', { numbers });
  const chosen = choices(horses, numbers);
  const combinations = ordered ? chosen.flatMap((each) => ordersOf(each)) : chosen;
  return { is: 'selection', combinations, shown: `BOX ${horses.join(',')}` };
}

/** One number of each list; the last list fills all positions that are left. */
function taking(
  lists: readonly (readonly number[])[],
  numbers: number,
  ordered: boolean,
  brackets: boolean,
): readonly Combination[] {
  const own = lists.length === numbers ? lists : lists.slice(0, -1);
  const firsts = own.reduce<readonly Combination[]>(
    (taken, list) =>
      taken.flatMap((each) =>
        list.filter((number) => brackets || !each.includes(number)).map((number) => [...each, number]),
      ),
    [[]],
  );
  if (own.length === numbers) return firsts;
  const last = lists.at(-1) ?? [];
  return firsts.flatMap((first) =>
    choices(
      last.filter((number) => !first.includes(number)),
      numbers - own.length,
    ).flatMap((rest) => (ordered ? ordersOf(rest) : [rest]).map((each) => [...first, ...each])),
  );
}

/** Every choice of so many of the numbers, in their order. */
function choices(numbers: readonly number[], count: number): readonly Combination[] {
  if (count === 0) return [[]];
  return numbers.flatMap((number, at) =>
    choices(numbers.slice(at + 1), count - 1).map((rest) => [number, ...rest]),
  );
}

function ordersOf(combination: Combination): readonly Combination[] {
  if (combination.length <= 1) return [combination];
  return combination.flatMap((number, at) =>
    ordersOf(combination.toSpliced(at, 1)).map((rest) => [number, ...rest]),
  );
}

/** Each once, with the smaller number first if the order does not count. */
function distinct(bet: BetName, combinations: readonly Combination[]): readonly Combination[] {
  const { ordered } = betOf(bet);
  const written = new Map(
    combinations.map((each) => [
      writeCombination(bet, each),
      ordered ? each : each.toSorted((a, b) => a - b),
    ]),
  );
  return [...written.values()];
}
