// Payoffs of a race per 100 yen, from the same chances as odds and finish, by the rules of the pools.

import { bracketOf } from '#shared/racing/brackets.ts';
import type { BetName } from '#shared/catalogue/bets.ts';
import { Orders } from './combinations.ts';
import { Draw } from '../draw.ts';
import { chancesOf, placeOdds, type Market } from './odds.ts';
import { EXCLUDED, SCRATCHED } from '../entry-columns.ts';
import type { SampleRace, SampleWorld } from '../world.ts';

export interface SamplePayoff {
  readonly numbers: string;
  readonly payoff: number;
  readonly popularity: number;
}

export interface Payoffs {
  /** Horse numbers, two digits. */
  readonly refunds: readonly string[];
  readonly bets: Readonly<Record<BetName, readonly SamplePayoff[]>>;
}

/**
 * The share of a pool that is paid out, and how the public's opinion differs from the true chances: at random
 * (`noise`), and by backing outsiders more than they deserve (`temper`, a power of the chance below 1), which limits
 * the largest payoffs. A share of the trifecta is bet blindly, equally on every combination (`blind`): it limits only
 * the largest payoffs.
 */
const POOLS = {
  bracket_quinella: { share: 0.775, noise: 0.13, temper: 0.82, blind: 0 },
  quinella: { share: 0.775, noise: 0.22, temper: 0.92, blind: 0 },
  quinella_place: { share: 0.775, noise: 0.17, temper: 0.88, blind: 0 },
  exacta: { share: 0.75, noise: 0.27, temper: 0.94, blind: 0 },
  trio: { share: 0.75, noise: 0.27, temper: 0.9, blind: 0 },
  trifecta: { share: 0.725, noise: 0.4, temper: 1, blind: 0.07 },
} as const;
type Exotic = keyof typeof POOLS;

export const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Pays the race: every winning combination, dead heats included, and the refunds. */
export function payoffsOf(world: SampleWorld, race: SampleRace, market: Market): Payoffs {
  const chances = chancesOf(world, race);
  const orders = new Orders(chances);
  const draw = new Draw(world.root, race.first, 0x706f6f6c);
  const finishes = finishesOf(world, race);
  const number = (index: number) => twoDigits(index + 1);
  const inOrder = (combination: readonly number[]) => combination.toSorted((a, b) => a - b);
  const pairs = distinct(finishes.map(([i, j]) => inOrder([i, j])));
  const wides = distinct(
    finishes.flatMap(([i, j, k]) => [inOrder([i, j]), inOrder([i, k]), inOrder([j, k])]),
  );
  const trios = distinct(finishes.map((each) => inOrder(each)));
  const n = race.size;
  const runs = (index: number) => (chances[index] ?? 0) > 0;
  const field = Array.from({ length: n }, (_, index) => index).filter(runs);
  const pay = (
    bet: Exotic,
    winners: readonly (readonly number[])[],
    chance: (c: readonly number[]) => number,
    all: () => number[],
  ) =>
    settle(draw, bet, winners, chance, all).map(({ combination, ...paid }) => ({
      numbers: combination.map(number).join(''),
      ...paid,
    }));
  const all = (each: (i: number, j: number) => number) =>
    field.flatMap((i, at) => field.slice(at + 1).map((j) => each(i, j)));

  return {
    refunds: Array.from({ length: n }, (_, index) => index)
      .filter((index) => [SCRATCHED, EXCLUDED].includes(world.status[race.first + index] ?? 0))
      .slice(0, 5)
      .map(number),
    bets: {
      win: winPayoffs(world, race, market),
      place: placePayoffs(world, race, market),
      bracket_quinella: market.starters >= 9 ? bracketPayoffs(draw, orders, race, finishes, field) : [],
      quinella: pay(
        'quinella',
        pairs,
        ([i = 0, j = 0]) => orders.quinella(i, j),
        () => all((i, j) => orders.quinella(i, j)),
      ),
      // Quinella place pays the first three in any field; only the place pool depends on the field's size.
      quinella_place: pay(
        'quinella_place',
        wides,
        ([i = 0, j = 0]) => orders.wide(i, j),
        () => all((i, j) => orders.wide(i, j)),
      ),
      exacta: pay(
        'exacta',
        distinct(finishes.map(([i, j]) => [i, j])),
        ([i = 0, j = 0]) => orders.exacta(i, j),
        () => field.flatMap((i) => field.filter((j) => j !== i).map((j) => orders.exacta(i, j))),
      ),
      trio: pay(
        'trio',
        trios,
        ([i = 0, j = 0, k = 0]) => orders.trio(i, j, k),
        () => everyTrio(field, orders),
      ),
      trifecta: pay(
        'trifecta',
        distinct(finishes),
        ([i = 0, j = 0, k = 0]) => orders.trifecta(i, j, k),
        () => everyTrifecta(field, orders),
      ),
    },
  };
}

/** Every order of the first three that the finish allows: one, or several after a dead heat. */
function finishesOf(world: SampleWorld, race: SampleRace): [number, number, number][] {
  const at = new Map<number, number[]>();
  for (let index = 0; index < race.size; index++) {
    const place = world.finish[race.first + index] ?? 0;
    if (place > 0 && place <= 3) at.set(place, [...(at.get(place) ?? []), index]);
  }
  const found: [number, number, number][] = [];
  const extend = (order: number[]) => {
    if (order.length >= 3) {
      found.push([order[0] ?? 0, order[1] ?? 0, order[2] ?? 0]);
      return;
    }
    // The place of the next horse: horses tied with the last one placed come before it.
    const next = [1, 2, 3].flatMap((place) => at.get(place) ?? []).filter((index) => !order.includes(index));
    const best = Math.min(...next.map((index) => world.finish[race.first + index] ?? 9));
    for (const index of next) if (world.finish[race.first + index] === best) extend([...order, index]);
  };
  extend([]);
  return found;
}

function distinct<T extends readonly number[]>(combinations: readonly T[]): T[] {
  return [...new Map(combinations.map((each) => [each.join(' '), each])).values()];
}

interface Settled {
  readonly combination: readonly number[];
  readonly payoff: number;
  readonly popularity: number;
}

/** Pays the winning combinations of one pool. */
function settle(
  draw: Draw,
  bet: Exotic,
  winners: readonly (readonly number[])[],
  chance: (combination: readonly number[]) => number,
  all: () => number[],
): Settled[] {
  const { share, noise, temper, blind } = POOLS[bet];
  const opinions = all().map((each) => each ** temper);
  const total = opinions.reduce((sum, each) => sum + each, 0);
  const backing = (opinion: number) => ((1 - blind) * opinion) / total + blind / opinions.length;
  const stakes = winners.map((each) =>
    Math.max(1e-7, backing(chance(each) ** temper) * Math.exp(draw.normal() * noise)),
  );
  const paid = stakes.reduce((sum, stake) => sum + stake, 0);
  return winners.map((combination, index) => {
    const stake = stakes[index] ?? 1;
    let popularity = 1;
    for (const opinion of opinions) if (backing(opinion) > stake) popularity++;
    return { combination, payoff: dividend(stake, paid, winners.length, share), popularity };
  });
}

/** Yen per 100, rounded down to 10, at least 100. */
function dividend(stake: number, paid: number, winners: number, share: number): number {
  const odds = share * (1 + (1 - Math.min(paid, 0.98)) / (winners * stake));
  return Math.max(100, Math.floor(odds * 10 + 1e-6) * 10);
}

function winPayoffs(world: SampleWorld, race: SampleRace, market: Market): SamplePayoff[] {
  const winners = placed(world, race, 1);
  const stakeOf = (index: number) => 0.79 / (market.win[index] ?? 1);
  const paid = winners.reduce((sum, index) => sum + stakeOf(index), 0);
  return winners.map((index) => ({
    numbers: twoDigits(index + 1),
    // A single winner is paid exactly its odds; in a dead heat the winners share the losers' stakes.
    payoff:
      winners.length === 1
        ? Math.round((market.win[index] ?? 1) * 10) * 10
        : dividend(stakeOf(index), paid, winners.length, 0.79),
    popularity: market.popularity[index] ?? 0,
  }));
}

function placePayoffs(world: SampleWorld, race: SampleRace, market: Market): SamplePayoff[] {
  if (market.places === 0) return [];
  const winners = placed(world, race, market.places);
  const paid = winners.reduce((sum, index) => sum + (market.placeStake[index] ?? 0), 0);
  const order = market.placeStake
    .map((stake, index) => ({ stake, index }))
    .toSorted((a, b) => b.stake - a.stake);
  return winners.map((index) => ({
    numbers: twoDigits(index + 1),
    payoff: Math.round(placeOdds(market.placeStake[index] ?? 1, paid, winners.length) * 100),
    popularity: order.findIndex((each) => each.index === index) + 1,
  }));
}

/** Positions in the field of the first `places` finishers, in order of finish. */
function placed(world: SampleWorld, race: SampleRace, places: number): number[] {
  return Array.from({ length: race.size }, (_, index) => ({
    index,
    place: world.finish[race.first + index] ?? 0,
  }))
    .filter(({ place }) => place > 0 && place <= places)
    .toSorted((a, b) => a.place - b.place)
    .map(({ index }) => index);
}

function bracketPayoffs(
  draw: Draw,
  orders: Orders,
  race: SampleRace,
  finishes: readonly (readonly [number, number, number])[],
  field: readonly number[],
): SamplePayoff[] {
  const bracket = (index: number) => bracketOf(index + 1, race.size) ?? 0;
  const chances = new Map<number, number>();
  for (let a = 0; a < field.length; a++) {
    for (let b = a + 1; b < field.length; b++) {
      const i = field[a] ?? 0;
      const j = field[b] ?? 0;
      const key = Math.min(bracket(i), bracket(j)) * 10 + Math.max(bracket(i), bracket(j));
      chances.set(key, (chances.get(key) ?? 0) + orders.quinella(i, j));
    }
  }
  const winners = distinct(
    finishes.map(([i, j]) => [Math.min(bracket(i), bracket(j)) * 10 + Math.max(bracket(i), bracket(j))]),
  );
  const paid = settle(
    draw,
    'bracket_quinella',
    winners,
    ([key = 0]) => chances.get(key) ?? 0,
    () => [...chances.values()],
  );
  return paid.map(({ combination, payoff, popularity }) => ({
    numbers: String(combination[0]),
    payoff,
    popularity,
  }));
}

function everyTrio(field: readonly number[], orders: Orders): number[] {
  const found: number[] = [];
  for (let a = 0; a < field.length; a++)
    for (let b = a + 1; b < field.length; b++)
      for (let c = b + 1; c < field.length; c++)
        found.push(orders.trio(field[a] ?? 0, field[b] ?? 0, field[c] ?? 0));
  return found;
}

function everyTrifecta(field: readonly number[], orders: Orders): number[] {
  const found: number[] = [];
  for (const i of field)
    for (const j of field)
      if (j !== i) for (const k of field) if (k !== i && k !== j) found.push(orders.trifecta(i, j, k));
  return found;
}
