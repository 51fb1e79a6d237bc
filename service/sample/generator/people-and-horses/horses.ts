// The innate properties of a horse: a pure function of the seed and its number, independent of any race.

import { dayOfDate } from '../calendar/days.ts';
import { mix, normal, unit } from '../draw.ts';

/** Horses of a birth year that reach a racecourse: about as many as the program has room for debuts. */
export const CROP = 4750;
/** Numbers of a crop start at `(birth year - FIRST_CROP) * CROP`. */
export const FIRST_CROP = 2004;

export const birthYearOf = (horse: number): number => FIRST_CROP + Math.floor(horse / CROP);
export const indexInCrop = (horse: number): number => horse % CROP;
export const firstOfCrop = (birthYear: number): number => (birthYear - FIRST_CROP) * CROP;

const SALT = {
  ability: 1,
  sex: 2,
  surface: 3,
  distance: 4,
  region: 5,
  debut: 6,
  style: 7,
  growth: 8,
  weight: 9,
  wet: 10,
};
const born = (root: number, horse: number, what: number) => unit(root, horse, 0x686f7273, what);
const bell = (root: number, horse: number, what: number) => normal(root, horse, 0x686f7273, what);

/** 1 male, 2 female, 3 gelding, as in `sex_cd`. */
export function sexOf(root: number, horse: number): 1 | 2 | 3 {
  const roll = born(root, horse, SALT.sex);
  return roll < 0.575 ? 1 : roll < 0.955 ? 2 : 3;
}

/** Adult ability on the scale of IDM. */
export function talentOf(root: number, horse: number): number {
  return 30.5 + bell(root, horse, SALT.ability) * 11.5 - (sexOf(root, horse) === 2 ? 1.5 : 0);
}

/** The effect of age on talent: it grows up to four years, and declines from seven. */
export function growthOf(root: number, horse: number, day: number): number {
  const age = (day - dayOfDate(birthYearOf(horse), 3, 20)) / 365.25;
  const pace = 1 + bell(root, horse, SALT.growth) * 0.3;
  if (age < 4) return -Math.min(16, (4 - age) * 6.2 * pace);
  return age > 6.5 ? -(age - 6.5) * 3.2 : 0;
}

/** 0 a turf horse to 1 a dirt horse. */
export function dirtinessOf(root: number, horse: number): number {
  return Math.max(0, Math.min(1, 0.5 + bell(root, horse, SALT.surface) * 0.42));
}

/** The best distance, meters. */
export function staminaOf(root: number, horse: number): number {
  return Math.max(1000, Math.min(2800, 1620 + bell(root, horse, SALT.distance) * 340));
}

/** 0 trained in the east (Miho), 1 in the west (Ritto). */
export const regionOf = (root: number, horse: number): 0 | 1 =>
  born(root, horse, SALT.region) < 0.47 ? 0 : 1;

/** Preferred position in a race: 1 in front to 4 behind. */
export function styleOf(root: number, horse: number): 1 | 2 | 3 | 4 {
  const roll = born(root, horse, SALT.style);
  return roll < 0.11 ? 1 : roll < 0.39 ? 2 : roll < 0.74 ? 3 : 4;
}

/** Adult body weight, kg. */
export function frameOf(root: number, horse: number): number {
  const sex = sexOf(root, horse);
  return (sex === 2 ? 462 : sex === 1 ? 489 : 490) + bell(root, horse, SALT.weight) * (sex === 3 ? 22 : 26);
}

/** Points of ability on heavy ground: negative if it dislikes wet going, positive if it likes it. */
export const mudOf = (root: number, horse: number): number => bell(root, horse, SALT.wet) * 2.5;

/** First day on which it may race: from June of its second year to the following February. */
export function debutDayOf(root: number, horse: number): number {
  const roll = born(root, horse, SALT.debut);
  const june = dayOfDate(birthYearOf(horse) + 2, 6, 1);
  return (
    june +
    Math.floor(
      roll < 0.36
        ? (roll / 0.36) * 85
        : roll < 0.84
          ? 85 + ((roll - 0.36) / 0.48) * 115
          : 200 + ((roll - 0.84) / 0.16) * 62,
    )
  );
}

export function birthDayOf(root: number, horse: number): number {
  return dayOfDate(birthYearOf(horse), 1, 15) + (mix(root, horse, 77) % 130);
}

/** The service's own identifier: opaque, twelve characters, with letters in some. */
export function horseIdOf(root: number, horse: number): string {
  const tail = mix(root, horse, 78);
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
  const mark = tail % 5 < 2 ? (letters[tail % letters.length] ?? 'A') : String(tail % 10);
  const serial = String(horse).padStart(7, '0');
  return `${mark}${serial.slice(0, 3)}${String((tail >>> 8) % 10000).padStart(4, '0')}${serial.slice(3)}`;
}

/** Pedigree registration number: two digits of the birth year and six more. */
export function registrationOf(horse: number): string {
  return `${String(birthYearOf(horse) % 100).padStart(2, '0')}${100000 + indexInCrop(horse) * 7 + (indexInCrop(horse) % 5)}`;
}
