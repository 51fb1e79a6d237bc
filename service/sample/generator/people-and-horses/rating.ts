// A horse's rating on the scale of IDM (by class first, then by ability), its body weight and the weight it carries.

import { dayOfDate, monthOf, yearOf } from '../calendar/days.ts';
import { normal } from '../draw.ts';
import { birthDayOf, birthYearOf, frameOf, sexOf } from './horses.ts';
import type { SampleRace, SampleWorld } from '../world.ts';

/** Mean index of the horses of each class, and mean ability of that class in the world. */
const CLASS_INDEX = [18.5, 26, 40.5, 48.3, 53.5, 56];
const CLASS_ABILITY = [18.3, 19.8, 29.5, 34.8, 39.4, 42.5];

/** How much ability separates horses of one class: less in higher classes, which are selected already. */
const WITHIN_CLASS = [0.8, 0.6, 0.5, 0.42, 0.36, 0.6];

/** A horse's level of performance on the scale of IDM: its class first, then its ability within the class. */
export function standing(level: number, ability: number, jump: boolean): number {
  if (jump) return 29 + (ability - 32) * 0.5;
  return (CLASS_INDEX[level] ?? 40) + (ability - (CLASS_ABILITY[level] ?? 30)) * (WITHIN_CLASS[level] ?? 0.5);
}

/** The class of an entry's horse when it ran. */
export function levelOf(world: SampleWorld, entry: number): number {
  const earned = world.earned[entry] ?? 0;
  if (earned === 0) return (world.starts[entry] ?? 0) === 0 ? 0 : 1;
  return earned <= 500 ? 2 : earned <= 1000 ? 3 : earned <= 1600 ? 4 : 5;
}

export const ratingOf = (world: SampleWorld, entry: number): number =>
  standing(levelOf(world, entry), world.ability[entry] ?? 0, world.race(entry).spec.track.surface === 3);

/** Body weight is highest on 10 February: coats are thick and summer is far. */
const HEAVIEST_DAY = dayOfDate(1970, 2, 10);

/** Body weight in kg, an even number; always the same for the n-th start of a horse. */
function bodyWeight(root: number, horse: number, start: number, day: number): number {
  const age = (day - birthDayOf(root, horse)) / 365.25;
  const growing = age < 4 ? -(4 - age) * 9 : 0;
  const winter = Math.cos(((day - HEAVIEST_DAY) / 365.25) * 2 * Math.PI) * 2.8;
  const kilograms =
    frameOf(root, horse) + growing + winter + start * 0.15 + normal(root, horse, start, 0x6b67) * 4.6;
  return Math.round(kilograms / 2) * 2;
}

/** The body weight of an entry, kg, and its change since the previous run; null for a debut. */
export function weighed(
  world: SampleWorld,
  race: SampleRace,
  entry: number,
): { readonly weight: number; readonly change: number | null } {
  const horse = world.horse[entry] ?? 0;
  const start = world.starts[entry] ?? 0;
  const before = world.previous[entry] ?? -1;
  const weight = bodyWeight(world.root, horse, start, race.day);
  const change =
    before < 0 ? null : weight - bodyWeight(world.root, horse, start - 1, world.race(before).day);
  return { weight, change };
}

/**
 * Weight carried, in tenths of a kilogram, by the race's conditions, sex, age, class, and an apprentice's allowance.
 */
export function burden(world: SampleWorld, race: SampleRace, entry: number, allowance: number): number {
  const { root } = world;
  const { spec } = race;
  const horse = world.horse[entry] ?? 0;
  const female = sexOf(root, horse) === 2;
  const age = yearOf(race.day) - birthYearOf(horse);
  const allowed = spec.grade === 0 ? allowance : 0;
  if (spec.track.surface === 3) return (female ? 580 : 600) - (age === 3 ? 20 : 0) - allowed;
  const month = monthOf(race.day);
  let weight =
    age <= 2
      ? 550
      : age === 3
        ? month <= 8
          ? 560 - (spec.ages === '3' ? 0 : 20)
          : 560 - (spec.ages === '3' ? 0 : 10)
        : 580;
  if (female) weight -= age <= 2 && month <= 9 ? 0 : 20;
  if (spec.weights === 1)
    weight =
      Math.round(
        (545 + Math.max(-35, Math.min(40, (ratingOf(world, entry) - 52) * 1.7)) - (female ? 15 : 0)) / 5,
      ) * 5;
  if (spec.weights === 2 && (world.earned[entry] ?? 0) > 5000) weight += 10;
  return weight - allowed;
}
