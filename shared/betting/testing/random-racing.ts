// Random races with dead heats of every kind, withdrawals, void races and races without payoffs, and random bet lists on
// them. The same seed gives the same.

import type { NaiveBet, NaiveRace, NaiveRunner, NaiveSelection } from './naive-returns.ts';

export type Random = () => number;

/** Mulberry32: numbers from 0 to 1. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const below = (random: Random, end: number): number => Math.floor(random() * end);

function shuffled<T>(random: Random, values: readonly T[]): T[] {
  const left = [...values];
  return values.map(() => left.splice(below(random, left.length), 1)[0] as T);
}

const two = (number: number): string => String(number).padStart(2, '0');

/** Two horses share a bracket from nine on, the last brackets first. */
const bracketIn = (number: number, size: number): number => {
  let next = 1;
  for (let bracket = 1; bracket <= 8; bracket += 1) {
    const horses = size <= 8 ? 1 : Math.floor(size / 8) + (bracket > 8 - (size % 8) ? 1 : 0);
    next += horses;
    if (number < next) return bracket;
  }
  return 8;
};

export interface RandomRace extends NaiveRace {
  readonly racekey: string;
  readonly racedate: string;
  readonly size: number;
}

const BETS: readonly NaiveBet[] = [
  'win', 'place', 'bracket_quinella', 'quinella', 'quinella_place', 'exacta', 'trio', 'trifecta',
]; // prettier-ignore

const SLOTS: Readonly<Record<NaiveBet, number>> = {
  win: 3, place: 5, bracket_quinella: 3, quinella: 3, quinella_place: 7, exacta: 6, trio: 3, trifecta: 6,
}; // prettier-ignore

export function randomRace(random: Random, racekey: string, racedate: string): RandomRace {
  const size = 3 + below(random, 16);
  const numbers = Array.from({ length: size }, (_, at) => at + 1);
  const out = random() < 0.3 ? below(random, Math.min(7, size - 2)) : 0;
  const withdrawn = new Set(shuffled(random, numbers).slice(0, out));
  const fate = random();
  const isVoid = fate < 0.08;
  const isComing = fate > 0.9;
  const all: readonly NaiveRunner[] = numbers.map((number) => ({
    number,
    bracket: bracketIn(number, size),
    // Of a race that was not run nothing says who started.
    ran: isVoid ? undefined : !withdrawn.has(number),
  }));
  const runners = random() < 0.7 ? all : undefined;
  if (fate > 0.95) return { racekey, racedate, size, record: undefined, runners: undefined };
  const given = isVoid ? numbers : numbers.filter((number) => withdrawn.has(number));
  const refunds = Object.fromEntries(
    [1, 2, 3, 4, 5].map((slot) => [
      `refund_number_${slot}`,
      given[slot - 1] === undefined ? null : two(given[slot - 1] ?? 0),
    ]),
  );
  const paid = isVoid || isComing ? {} : payoffsOf(random, all, withdrawn);
  return { racekey, racedate, size, runners, record: { racekey, racedate, ...refunds, ...paid } };
}

/** The payoffs of a random finish; a finish that pays more than the record has room for is drawn again. */
function payoffsOf(
  random: Random,
  all: readonly NaiveRunner[],
  withdrawn: ReadonlySet<number>,
): Record<string, string> {
  const starters = all.map(({ number }) => number).filter((number) => !withdrawn.has(number));
  for (;;) {
    const places = placesOf(random, shuffled(random, starters));
    const winners = winnersOf(places, all, starters.length);
    if (BETS.some((bet) => winners[bet].length > SLOTS[bet])) continue;
    const record: Record<string, string> = {};
    for (const bet of BETS) {
      for (const [at, text] of shuffled(random, winners[bet]).entries()) {
        const field = bet === 'win' || bet === 'place' ? `${bet}_horse_number_` : `${bet}_number_`;
        record[`${field}${at + 1}`] = text;
        record[`${bet}_payoff_${at + 1}`] = String(100 + 10 * below(random, 5000));
      }
    }
    return record;
  }
}

/** The place of each horse; several may share one. */
function placesOf(random: Random, order: readonly number[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  let place = 1;
  for (const [at, horse] of order.entries()) {
    if (random() >= 0.15 || at === 0) place = at + 1;
    places.set(horse, place);
  }
  return places;
}

function winnersOf(
  places: ReadonlyMap<number, number>,
  all: readonly NaiveRunner[],
  starters: number,
): Record<NaiveBet, string[]> {
  const horses = [...places.keys()];
  /** Every order of the first three that the places allow. */
  const first = horses.filter((horse) => (places.get(horse) ?? 99) <= 3);
  const orders = first
    .flatMap((a) => first.flatMap((b) => first.map((c) => [a, b, c] as const)))
    .filter(([a, b, c]) => {
      if (a === b || b === c || a === c) return false;
      const [early = 0, second = 0, third = 0] = [a, b, c].map((horse) => places.get(horse) ?? 99);
      const ahead = (limit: number) => horses.filter((horse) => (places.get(horse) ?? 99) < limit).length;
      return (
        early <= second && second <= third && ahead(early) === 0 && ahead(second) <= 1 && ahead(third) <= 2
      );
    });
  const once = (texts: readonly string[]): string[] => [...new Set(texts)];
  const joined = (numbers: readonly number[]): string =>
    numbers
      .toSorted((a, b) => a - b)
      .map(two)
      .join('');
  const bracketOf = (horse: number): number => all.find(({ number }) => number === horse)?.bracket ?? 0;
  const last = starters >= 8 ? 3 : starters >= 5 ? 2 : 0;
  return {
    win: horses.filter((horse) => places.get(horse) === 1).map(two),
    place: horses.filter((horse) => (places.get(horse) ?? 99) <= last).map(two),
    bracket_quinella:
      all.length < 9
        ? []
        : once(orders.map(([a, b]) => [bracketOf(a), bracketOf(b)].toSorted((x, y) => x - y).join(''))),
    quinella: once(orders.map(([a, b]) => joined([a, b]))),
    quinella_place: once(orders.flatMap(([a, b, c]) => [joined([a, b]), joined([a, c]), joined([b, c])])),
    exacta: once(orders.map(([a, b]) => two(a) + two(b))),
    trio: once(orders.map((order) => joined(order))),
    trifecta: once(orders.map((order) => order.map(two).join(''))),
  };
}

export interface RandomLine {
  readonly text: string;
  readonly race: RandomRace;
  readonly bet: NaiveBet;
  readonly selection: NaiveSelection;
  readonly stake: number;
}

const NAMES: Readonly<Record<NaiveBet, readonly string[]>> = {
  win: ['win', '単勝', '単'],
  place: ['place', '複勝', '複'],
  bracket_quinella: ['bracket quinella', 'bracket_quinella', '枠連'],
  quinella: ['quinella', '馬連'],
  quinella_place: ['wide', 'quinella_place', 'ワイド', 'ﾜｲﾄﾞ'],
  exacta: ['exacta', '馬単'],
  trio: ['trio', '3連複', '三連複', '３連複'],
  trifecta: ['trifecta', '3連単', '三連単'],
};

const one = <T>(random: Random, values: readonly T[]): T => values[below(random, values.length)] as T;

export function randomLine(random: Random, races: readonly RandomRace[]): RandomLine {
  const race = one(random, races);
  const bet = one(random, BETS);
  const count = bet === 'win' || bet === 'place' ? 1 : bet === 'trio' || bet === 'trifecta' ? 3 : 2;
  const isBracket = bet === 'bracket_quinella';
  // Now and then a number that the race does not have.
  const most = isBracket ? 8 : Math.min(18, race.size + (random() < 0.2 ? 2 : 0));
  const numbers = Array.from({ length: most }, (_, at) => at + 1);
  const some = (least: number): number[] => shuffled(random, numbers).slice(0, least + below(random, 3));
  const kind = random();
  let selection: NaiveSelection;
  if (kind < 0.3 && count > 1) selection = { kind: 'box', lists: [some(count)] };
  else if (kind < 0.45 && count === 3) selection = { kind: 'positions', lists: [some(1), some(3)] };
  else if (kind < 0.6 && (bet === 'exacta' || bet === 'trifecta'))
    selection = {
      kind: 'multi',
      lists: count === 2 || random() < 0.5 ? [[numbers[0] ?? 1], some(3)] : [[1], [2], some(2)],
    };
  else selection = { kind: 'positions', lists: Array.from({ length: count }, () => some(1)) };
  const stake = 100 * (1 + below(random, 30));
  const name = one(random, NAMES[bet]);
  const text = [race.racekey, name, textOf(random, selection), stakeText(random, stake)];
  return { text: text.join(random() < 0.8 ? ' ' : '　'), race, bet, selection, stake };
}

function textOf(random: Random, { kind, lists }: NaiveSelection): string {
  const list = (numbers: readonly number[]): string => numbers.join(one(random, [',', '、', '.']));
  const joint = one(random, ['-', '>', '→', 'ー', '－']);
  const joined = lists.map(list).join(joint);
  if (kind === 'box') return one(random, [`BOX ${joined}`, `${joined} box`, `ボックス${joined}`]);
  return kind === 'multi' ? one(random, [`multi ${joined}`, `${joined} マルチ`]) : joined;
}

const stakeText = (random: Random, stake: number): string =>
  one(random, [String(stake), `${stake}円`, `@${stake}`, `各${stake}`, stake.toLocaleString('en')]);
