// The card of a race: what is known about every runner before the start.
//
// Indices are in tenths, so that overall = adjusted IDM + jockey + information is exact to the last digit. Marks are
// ranks by the index that they stand for; the predicted shape follows the predicted early, mid-race and final indices.

import { yearOf } from '../calendar/days.ts';
import { Draw } from '../draw.ts';
import { birthYearOf, styleOf } from '../people-and-horses/horses.ts';
import { descending, marksOf, type MarkName } from './marks.ts';
import { earlierOdds, placeChances, type Market } from '../betting/odds.ts';
import {
  jockeyOf,
  ridersAt,
  trainerIndexOf,
  trainerOf,
  type Jockey,
  type Trainer,
} from '../people-and-horses/people.ts';
import { burden, levelOf, ratingOf } from '../people-and-horses/rating.ts';
import type { SampleRace, SampleWorld } from '../world.ts';

export interface CardEntry {
  readonly entry: number;
  readonly horse: number;
  /** Horse number. */
  readonly number: number;
  readonly jockey: Jockey;
  readonly trainer: Trainer;
  readonly trainerIndex: number;
  /** 0.1 kg. */
  readonly burden: number;
  readonly age: number;
  /** Indices in tenths. */
  readonly idm: number;
  readonly jockeyIndex: number;
  readonly insideinfo: number;
  readonly integration: number;
  readonly training: number;
  readonly stable: number;
  /** Early, pace, finish and position index in tenths; null over jumps. */
  readonly ten: number | null;
  readonly pace: number | null;
  readonly agari: number | null;
  readonly position: number | null;
  readonly startIndex: number | null;
  readonly slowStarts: number | null;
  /** Expected rates of the jockey in tenths of a per cent: win, first two, first three. */
  readonly expected: readonly [number, number, number];
  readonly criteriaWin: number;
  readonly criteriaPlace: number;
  readonly longshot: number;
  readonly manken: number;
  readonly gekiso: number;
  readonly popularityIndex: number;
  /** Chance in the public's opinion on the day before. */
  readonly fancied: number;
  readonly draw: Draw;
}

export interface Shape {
  readonly midOrder: number;
  readonly midGap: number;
  readonly lateOrder: number;
  readonly lateGap: number;
  readonly goalOrder: number;
  readonly goalGap: number;
}

export interface Card {
  readonly entries: readonly CardEntry[];
  readonly market: Market;
  readonly pace: 'H' | 'M' | 'S' | null;
  readonly shapes: readonly (Shape | null)[];
  /** Marks 1, 2, ... by position in the field, 0 for none, for each index. */
  readonly marks: Readonly<Record<MarkName, readonly number[]>>;
  /** Ranks in the race, 1 is best, for each index. */
  readonly ranks: Readonly<Record<RankName, readonly number[]>>;
}

export type RankName =
  | 'ten'
  | 'pace'
  | 'agari'
  | 'position'
  | 'win'
  | 'place'
  | 'manken'
  | 'gekiso'
  | 'longshot';

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

export function cardOf(world: SampleWorld, race: SampleRace, market: Market): Card {
  const { root } = world;
  const fancied = fanciedIn(world, race);
  const two = placeChances(fancied, 2);
  const three = placeChances(fancied, 3);
  const riders = ridersOf(world, race);
  const jump = race.spec.track.surface === 3;
  const entries = fancied.map((chance, index): CardEntry => {
    const entry = race.first + index;
    const horse = world.horse[entry] ?? 0;
    const draw = new Draw(root, entry, 0x63617264);
    const jockey = riders[index] ?? jockeyOf(root, 0);
    const trainerIndex = trainerIndexOf(root, horse);
    const trainer = trainerOf(root, trainerIndex);
    const debut = (world.starts[entry] ?? 0) === 0;
    const style = styleOf(root, horse);
    const level = levelOf(world, entry);
    const fancy = Math.log(chance / 0.032);
    const idm = Math.round(clamp(ratingOf(world, entry) + draw.normal() * 2.2, 10, 74) * 10);
    const jockeyIndex = jockeyIndexOf(jockey);
    const insideinfo = Math.round(clamp(fancy * 0.75 + 0.35 + draw.normal() * 0.9, -1, 5.5) * 10);
    const ten = -15.4 + (2.6 - style) * 5.6 + draw.normal() * 6.4 + (level - 2) * 0.8;
    const pace = -4 + fancy * 2.8 + (2.6 - style) * 2.4 + draw.normal() * 8 + (level - 2);
    const agari = -11.6 + fancy * 4 + (style - 2.6) * 2 + draw.normal() * 8.8 + (level - 2);
    return {
      entry,
      horse,
      number: index + 1,
      jockey,
      trainer,
      trainerIndex,
      burden: burdenUnder(world, race, entry, jockey),
      age: yearOf(race.day) - birthYearOf(horse),
      idm,
      jockeyIndex,
      insideinfo,
      integration: idm + jockeyIndex + insideinfo,
      training: Math.round(clamp(-0.4 + draw.normal() * 9.5 + fancy * 2.6, -18.3, 25.9) * 10),
      stable: Math.round(clamp(0.9 + draw.normal() * 11 + fancy * 4 + trainer.skill * 2, -20, 40) * 10),
      ten: jump ? null : Math.round(ten * 10),
      pace: jump ? null : Math.round(pace * 10),
      agari: jump ? null : Math.round(agari * 10),
      position: jump
        ? null
        : Math.round((-6.8 + (2.6 - style) * 3.1 + (ten + 15.4) * 0.15 + draw.normal() * 2.2) * 10),
      startIndex: debut ? null : Math.round((-0.2 + draw.normal() * 0.4) * 10),
      slowStarts: debut
        ? null
        : Math.round(clamp(Math.exp(draw.normal() * 1.15) * 11 * (style === 4 ? 1.5 : 0.9), 0, 99.9) * 10),
      expected: [
        Math.round(clamp(chance * 0.95 * Math.exp(draw.normal() * 0.1), 0.001, 0.75) * 1000),
        Math.round(clamp((two[index] ?? 0) * 0.95, 0.002, 0.85) * 1000),
        Math.round(clamp((three[index] ?? 0) * 0.95, 0.003, 0.95) * 1000),
      ],
      criteriaWin: referenceOdds(draw, chance),
      criteriaPlace: 0,
      longshot:
        chance > 0.05 || draw.chance(0.42)
          ? 0
          : Math.round(clamp(4 + draw.exponential() * 5.5, 1, 26.4) * 10),
      manken: Math.round(clamp(36 - fancy * 3 + draw.normal() * 14, 0, 78)),
      gekiso: Math.round(clamp(138 + fancy * 22 + draw.normal() * 48, -44, 309)),
      popularityIndex: Math.round(
        clamp(497 * (chance / 0.176) ** 1.11 * Math.exp(draw.normal() * 0.12), 1, 1098),
      ),
      fancied: chance,
      draw,
    };
  });
  const withPlaces = entries.map((each) => ({ ...each, criteriaPlace: placeReference(each) }));
  return {
    entries: withPlaces,
    market,
    pace: jump ? null : predictedPace(withPlaces, root, race),
    shapes: shapesOf(withPlaces, jump),
    marks: marksOf(withPlaces, market),
    ranks: {
      ten: descending(withPlaces.map((each) => each.ten ?? -999)),
      pace: descending(withPlaces.map((each) => each.pace ?? -999)),
      agari: descending(withPlaces.map((each) => each.agari ?? -999)),
      position: descending(withPlaces.map((each) => each.position ?? -999)),
      win: descending(withPlaces.map((each) => -each.criteriaWin - (1 - each.fancied) * 1e-3)),
      place: descending(withPlaces.map((each) => -each.criteriaPlace - (1 - each.fancied) * 1e-3)),
      manken: descending(withPlaces.map((each) => each.manken)),
      gekiso: descending(withPlaces.map((each) => each.gekiso)),
      longshot: descending(withPlaces.map((each) => each.longshot)),
    },
  };
}

/** Chances in the public's opinion on the day before, when no horse is scratched yet. */
function fanciedIn(world: SampleWorld, race: SampleRace): number[] {
  return Array.from({ length: race.size }, (_, index) => {
    const chance = world.chance[race.first + index] ?? 0;
    return chance > 0 ? chance : 0.015 + new Draw(world.root, race.first + index, 0x736372).next() * 0.06;
  });
}

/** Odds of the day before: close to the final ones for favorites, compressed for outsiders. */
function referenceOdds(draw: Draw, chance: number): number {
  const final = 0.79 / chance;
  const log =
    final < 24 ? Math.log(final) * 0.94 + 0.06 : Math.log(24) * 0.94 + 0.06 + Math.log(final / 24) * 0.6;
  return Math.round(clamp(Math.exp(log + draw.normal() * 0.17), 1.2, 190) * 10) / 10;
}

const placeReference = (each: CardEntry): number =>
  Math.round(clamp(1 + (each.criteriaWin - 1) ** 0.86 * 0.26, 1, 60) * 10) / 10;

/** In tenths. */
export const jockeyIndexOf = ({ skill }: Jockey): number => Math.round(38 * skill ** 2.1);

/** In 0.1 kg, with the allowance of the rider. */
export const burdenUnder = (world: SampleWorld, race: SampleRace, entry: number, rider: Jockey): number =>
  burden(world, race, entry, Number(rider.apprentice ?? 0) * 10);

/** How many of the jockeys of a card are replaced before the race. */
const REPLACED = 0.025;

/** Who rides: the jockeys of the card, but for a few in whose place another of the meeting rides. */
export function ridersAtStart(world: SampleWorld, race: SampleRace): readonly Jockey[] {
  const { root } = world;
  const booked = ridersOf(world, race);
  const riding = new Set(booked.map(({ index }) => index));
  const free = ridersAt(root, race.spec.meeting).filter((index) => !riding.has(index));
  return booked.map((jockey, index) => {
    const draw = new Draw(root, race.first + index, 0x73756273);
    if (free.length === 0 || !draw.chance(REPLACED)) return jockey;
    const [rider] = free.splice(draw.int(0, free.length - 1), 1);
    return rider === undefined ? jockey : jockeyOf(root, rider);
  });
}

/** Jockeys of the card: none twice, and the better ones on the better chances. */
export function ridersOf(world: SampleWorld, race: SampleRace): readonly Jockey[] {
  const { root } = world;
  const fancied = fanciedIn(world, race);
  const draw = new Draw(root, race.first, 0x72696465);
  const free = draw.shuffle(ridersAt(root, race.spec.meeting)).map((index) => jockeyOf(root, index));
  const order = fancied.map((_, index) => index).sort((a, b) => (fancied[b] ?? 0) - (fancied[a] ?? 0));
  const riders: Jockey[] = [];
  order.forEach((index, rank) => {
    const choice = rank < 3 ? 6 : rank < 7 ? 3 : 1;
    let best = 0;
    for (let at = 1; at < Math.min(choice, free.length); at++)
      if ((free[at]?.skill ?? 0) > (free[best]?.skill ?? 0)) best = at;
    riders[index] = free.splice(best, 1)[0] ?? jockeyOf(root, rank);
  });
  return riders;
}

function predictedPace(entries: readonly CardEntry[], root: number, race: SampleRace): 'H' | 'M' | 'S' {
  const front = entries.filter((each) => (each.ten ?? -99) > -60).length;
  const roll = new Draw(root, race.first, 0x70616365).next() - (front - 2) * 0.05;
  return roll < 0.55 ? 'H' : roll < 0.92 ? 'M' : 'S';
}

/** Predicted order and gaps in half lengths at mid-race, 600 m from home and at the finish; null over jumps. */
function shapesOf(entries: readonly CardEntry[], jump: boolean): (Shape | null)[] {
  if (jump) return entries.map(() => null);
  const early = entries.map((each) => (each.ten ?? 0) * 0.6 + (each.position ?? 0) * 0.7);
  const late = entries.map((each, index) => (early[index] ?? 0) * 0.75 + (each.pace ?? 0) * 0.25);
  const goal = entries.map(
    (each, index) => each.integration * 0.45 + (late[index] ?? 0) * 0.3 + (each.agari ?? 0) * 0.55,
  );
  const order = [descending(early), descending(late), descending(goal)];
  const gap = (values: readonly number[], scale: number, most: number) => {
    const best = Math.max(...values);
    return values.map((value) => Math.min(most, Math.round((best - value) * scale)));
  };
  const gaps = [gap(early, 0.062, 38), gap(late, 0.062, 37), gap(goal, 0.055, 60)];
  return entries.map((_, index) => ({
    midOrder: order[0]?.[index] ?? 0,
    midGap: gaps[0]?.[index] ?? 0,
    lateOrder: order[1]?.[index] ?? 0,
    lateGap: gaps[1]?.[index] ?? 0,
    goalOrder: order[2]?.[index] ?? 0,
    goalGap: gaps[2]?.[index] ?? 0,
  }));
}

/** Lower bound of the place odds in the morning; 0 for a horse that did not start. */
export function morningPlace(world: SampleWorld, race: SampleRace, market: Market, index: number): number {
  const low = market.placeLow[index] ?? 0;
  return low === 0 ? 0 : earlierOdds(world.root, race.first + index, 10, low, 0.24);
}
