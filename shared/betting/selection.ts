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
/** How many horses are the axis. After a number the figure is not its own. */
const AXIS = /軸馬?(?<after>[12一二])頭|(?<![\d,、.・+&])(?<before>[12一二])頭軸/;
/** The first position is the usual axis of a wheel. */
const WHEEL = /wheel|nagashi|(?:(?<![\d,、.・+&])(?<first>1着))?(?:ながし|流し)/i;
const FORMATION = /formation|フォーメーション/i;
const KINDS = [BOX, MULTI, AXIS, WHEEL, FORMATION] as const;
const ONLY_KINDS = new RegExp(`^(?:${KINDS.map(({ source }) => source).join('|')})+$`, 'i');

/** Whether a word says the kind of a selection, as BOX does, and has none of its numbers. */
export const isKindWord = (word: string): boolean => ONLY_KINDS.test(word);

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
 * takes a combination of an ordered bet in all orders, and `軸2頭` takes both horses of the first of two lists.
 */
export function readSelection(bet: BetName, text: string): ReadSelection {
  const { numbers, ordered, brackets } = betOf(bet);
  const plain = text.normalize('NFKC').trim();
  const isMulti = MULTI.test(plain);
  const bare = KINDS.reduce((rest, word) => rest.replace(word, ' '), plain).trim();
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
  const written = positions.map((position) => position.map(Number));
  if (isMulti && !ordered) return problem('multi_unordered');
  const unfit = unfitWord(bet, plain, written);
  if (unfit !== undefined) return problem('unfit_word', { word: unfit });
  if (BOX.test(plain)) return boxOf(bet, written);
  const lists = axesIn(plain) === 2 ? eachAxisApart(written) : written;
  if (lists.length > numbers) return problem('too_many_numbers', { numbers });
  const fewest = FORMATION.test(plain) ? numbers : Math.min(numbers, 2);
  if (lists.length < fewest) return problem('too_few_numbers', { numbers });
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

/** How many axes a selection says that it has. */
function axesIn(text: string): 1 | 2 | undefined {
  const { before, after } = AXIS.exec(text)?.groups ?? {};
  const count = after ?? before;
  if (count === undefined) return undefined;
  return count === '1' || count === '一' ? 1 : 2;
}

/** `3,5-7,9` of two axes is `3-5-7,9`. */
const eachAxisApart = (lists: readonly (readonly number[])[]): readonly (readonly number[])[] =>
  lists.length === 2 ? [...(lists[0] ?? []).map((horse) => [horse]), ...lists.slice(1)] : lists;

/** A word of the kind that the lists contradict or that leaves open which combinations are meant. */
function unfitWord(bet: BetName, text: string, lists: readonly (readonly number[])[]): string | undefined {
  const { numbers, ordered } = betOf(bet);
  const [axis, wheel, formation] = [AXIS, WHEEL, FORMATION].map((word) => word.exec(text));
  if (BOX.test(text)) return (axis ?? wheel ?? formation)?.[0];
  const axes = axesIn(text);
  if (axes !== undefined) {
    const apart = axes === 2 ? eachAxisApart(lists) : lists;
    const isFit = axes < numbers && apart.length === axes + 1;
    return isFit && apart.slice(0, axes).every((each) => each.length === 1) ? undefined : axis?.[0];
  }
  if (wheel?.groups?.['first'] !== undefined) return ordered && lists.length === 2 ? undefined : wheel[0];
  // Two horses can be two axes, or one axis each.
  const isOpen = lists.length > 1 && lists.length < numbers && (lists[0]?.length ?? 0) > 1;
  return isOpen ? wheel?.[0] : undefined;
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
