// What a bet line returns, written a second time from the specification alone (sections 2.2 and 4.3.2) and from the rules
// of the pools, for comparison: it tries every order of the numbers, and shares nothing with what it is compared with.

type RawRecord = Readonly<Record<string, string | null>>;

export type NaiveBet =
  | 'win'
  | 'place'
  | 'bracket_quinella'
  | 'quinella'
  | 'quinella_place'
  | 'exacta'
  | 'trio'
  | 'trifecta';

/** Section 2.2: prefix, most payoffs, how many numbers; whether their order counts, and whether they are brackets. */
const SPECIFIED: Readonly<
  Record<NaiveBet, { slots: number; count: number; ordered: boolean; brackets: boolean; field: string }>
> = {
  win: { slots: 3, count: 1, ordered: false, brackets: false, field: 'win_horse_number_' },
  place: { slots: 5, count: 1, ordered: false, brackets: false, field: 'place_horse_number_' },
  bracket_quinella: { slots: 3, count: 2, ordered: false, brackets: true, field: 'bracket_quinella_number_' },
  quinella: { slots: 3, count: 2, ordered: false, brackets: false, field: 'quinella_number_' },
  quinella_place: { slots: 7, count: 2, ordered: false, brackets: false, field: 'quinella_place_number_' },
  exacta: { slots: 6, count: 2, ordered: true, brackets: false, field: 'exacta_number_' },
  trio: { slots: 3, count: 3, ordered: false, brackets: false, field: 'trio_number_' },
  trifecta: { slots: 6, count: 3, ordered: true, brackets: false, field: 'trifecta_number_' },
};

export interface NaiveSelection {
  readonly kind: 'positions' | 'box' | 'multi';
  readonly lists: readonly (readonly number[])[];
}

export interface NaiveRunner {
  readonly number: number;
  readonly bracket: number;
  /** Undefined if its result does not say. */
  readonly ran: boolean | undefined;
}

export interface NaiveRace {
  /** Undefined without a payoff record. */
  readonly record: RawRecord | undefined;
  /** Undefined if card and result are not stored. */
  readonly runners: readonly NaiveRunner[] | undefined;
}

export interface NaiveReturn {
  combinations: number;
  settled: number;
  hits: number;
  staked: number;
  returned: number;
  refunded: number;
  open: number;
}

/** Every order of so many of the numbers. */
function everyOrder(numbers: readonly number[], count: number, mayRepeat: boolean): number[][] {
  if (count === 0) return [[]];
  return everyOrder(numbers, count - 1, mayRepeat).flatMap((start) =>
    numbers.filter((each) => mayRepeat || !start.includes(each)).map((each) => [...start, each]),
  );
}

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  [...a].sort((x, y) => x - y).join() === [...b].sort((x, y) => x - y).join();

/** Whether the selection asks for this order of numbers. */
function isAsked({ kind, lists }: NaiveSelection, order: readonly number[]): boolean {
  if (kind === 'box') return order.every((each) => lists.flat().includes(each));
  return order.every((each, at) => (lists[at] ?? lists[lists.length - 1] ?? []).includes(each));
}

/** The combinations of a selection, each once. */
export function naiveCombinations(bet: NaiveBet, selection: NaiveSelection): number[][] {
  const { count, ordered, brackets } = SPECIFIED[bet];
  const numbers = [...new Set(selection.lists.flat())];
  const mayRepeat = brackets && selection.kind !== 'box';
  const found = new Map<string, number[]>();
  for (const order of everyOrder(numbers, count, mayRepeat)) {
    const key = (ordered ? order : [...order].sort((x, y) => x - y)).join();
    if (found.has(key)) continue;
    const orders = selection.kind === 'multi' ? everyOrder(order, count, false) : [order];
    if (orders.some((each) => isAsked(selection, each))) found.set(key, order);
  }
  return [...found.values()];
}

/** The numbers that the record's text joins. */
const numbersIn = (text: string, brackets: boolean): number[] =>
  (text.match(brackets ? /./g : /../g) ?? []).map(Number);

type Fate = { is: 'paid'; yen: number } | { is: 'lost' } | { is: 'refunded' } | { is: 'open' };

function fateOf(bet: NaiveBet, combination: readonly number[], { record, runners }: NaiveRace): Fate {
  const { slots, ordered, brackets, field } = SPECIFIED[bet];
  if (record === undefined) return { is: 'open' };
  const refunded = [1, 2, 3, 4, 5].map((n) => Number(record[`refund_number_${n}`] ?? 0)).filter((n) => n > 0);
  const isPaid = Object.entries(record).some(([name, value]) => name.includes('_payoff_') && value !== null);
  const isMissing = (number: number): boolean =>
    runners !== undefined &&
    !runners.some((each) => (brackets ? each.bracket : each.number) === number) &&
    (brackets || !refunded.includes(number));
  const isTooFew =
    brackets &&
    runners !== undefined &&
    combination[0] === combination[1] &&
    runners.filter((each) => each.bracket === combination[0]).length < 2;
  const isImpossible = combination.some(isMissing) || isTooFew;
  if (!isPaid) {
    const others = runners?.filter(({ number }) => !refunded.includes(number));
    const isVoid = others?.length === 0 || (refunded.length === 5 && !others?.some(({ ran }) => ran));
    if (isVoid) return isImpossible ? { is: 'open' } : { is: 'refunded' };
  }
  for (let slot = 1; slot <= slots; slot += 1) {
    const winners = numbersIn(record[`${field}${slot}`] ?? '', brackets);
    if (winners.length === 0) continue;
    if (ordered ? winners.join() === combination.join() : sameNumbers(winners, combination))
      return { is: 'paid', yen: Number(record[`${bet}_payoff_${slot}`]) };
  }
  const isOut = (number: number): boolean => refunded.includes(number);
  if (isImpossible) return { is: 'open' };
  if (!brackets && combination.some(isOut)) return { is: 'refunded' };
  if (brackets && refunded.length > 0) {
    if (runners === undefined) return { is: 'open' };
    const left = (bracket: number): number =>
      runners.filter((each) => each.bracket === bracket && !isOut(each.number)).length;
    const needed = combination[0] === combination[1] ? 2 : 1;
    if (combination.some((bracket) => left(bracket) < needed)) return { is: 'refunded' };
    // Of a withdrawn horse that the record has no room for nothing is known.
    const unknown = runners.filter((each) => !each.ran && !isOut(each.number));
    const sure = (bracket: number): number =>
      runners.filter((each) => each.bracket === bracket && each.ran).length;
    if (unknown.length > 0 && combination.some((bracket) => sure(bracket) < needed)) return { is: 'open' };
  }
  if (!isPaid) return { is: 'open' };
  const isSold = Array.from({ length: slots }, (_, at) => record[`${bet}_payoff_${at + 1}`]).some(
    (each) => each != null,
  );
  if (!isSold) return { is: 'open' };
  if (!brackets) {
    for (const number of combination) {
      const runner = runners?.find((each) => each.number === number);
      if (runner !== undefined && !runner.ran) return { is: 'open' };
      if (runner === undefined && refunded.length === 5) return { is: 'open' };
    }
  }
  return { is: 'lost' };
}

/** What a line with so many yen on each combination returned. */
export function naiveReturn(
  bet: NaiveBet,
  selection: NaiveSelection,
  stake: number,
  race: NaiveRace,
): NaiveReturn {
  const sums: NaiveReturn = {
    combinations: 0,
    settled: 0,
    hits: 0,
    staked: 0,
    returned: 0,
    refunded: 0,
    open: 0,
  };
  for (const combination of naiveCombinations(bet, selection)) {
    const fate = fateOf(bet, combination, race);
    sums.combinations += 1;
    if (fate.is === 'open') sums.open += stake;
    if (fate.is === 'refunded') sums.refunded += stake;
    if (fate.is === 'paid' || fate.is === 'lost') {
      sums.settled += 1;
      sums.staked += stake;
    }
    if (fate.is === 'paid') {
      sums.hits += 1;
      sums.returned += (fate.yen * stake) / 100;
    }
  }
  return sums;
}

/** The largest difference of a balance to any later one. */
export function naiveDrawdown(balances: readonly number[]): number {
  const all = [0, ...balances];
  let largest = 0;
  for (let early = 0; early < all.length; early += 1)
    for (let late = early; late < all.length; late += 1)
      largest = Math.max(largest, (all[early] ?? 0) - (all[late] ?? 0));
  return largest;
}
