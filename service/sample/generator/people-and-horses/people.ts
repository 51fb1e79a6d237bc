// Jockeys, trainers, owners, sires and dams, and their relations to horses.

import type { MeetingDay } from '../calendar/calendar.ts';
import { mix, normal, unit, Draw } from '../draw.ts';
import { birthYearOf, indexInCrop, regionOf } from './horses.ts';
import { breedingArea, farmName, horseName, ownerName, personName } from './names.ts';

const JOCKEYS_A_REGION = 66;
const TRAINERS_A_REGION = 92;

export interface Jockey {
  readonly index: number;
  readonly code: string;
  readonly name: string;
  /** 0 (worst) to 1 (best). */
  readonly skill: number;
  /** Allowance as in `apprentice_class`; null for none. */
  readonly apprentice: '1' | '2' | '3' | null;
}

const jockeys = new Map<number, Jockey>();

export function jockeyOf(root: number, index: number): Jockey {
  const key = (root ^ Math.imul(index + 1, 0x9e3779b1)) >>> 0;
  let found = jockeys.get(key);
  if (found?.index !== index) {
    const skill = unit(root, 0x6a6f636b, index) ** 1.6;
    const green = unit(root, 0x6a6f636b, index, 1);
    found = {
      index,
      code: String(10100 + index * 3),
      name: personName(root, 1, index),
      skill,
      apprentice: skill > 0.45 || green > 0.42 ? null : green < 0.16 ? '3' : green < 0.29 ? '2' : '1',
    };
    jockeys.set(key, found);
  }
  return found;
}

/** Jockeys who ride at a meeting that day; none rides at two courses. */
export function ridersAt(root: number, meeting: MeetingDay): number[] {
  const riders: number[] = [];
  for (let index = 0; index < JOCKEYS_A_REGION * 2; index++) {
    const home = index < JOCKEYS_A_REGION ? 0 : 1;
    const travels = unit(root, meeting.day, index, 0x74726176) < 0.3;
    if ((meeting.stream === 2) === travels && (meeting.stream === 2 || home === meeting.stream))
      riders.push(index);
  }
  return riders;
}

export const trainerIndexOf = (root: number, horse: number): number =>
  regionOf(root, horse) * TRAINERS_A_REGION + (mix(root, 0x74726e, horse) % TRAINERS_A_REGION);

export interface Trainer {
  readonly code: string;
  readonly name: string;
  /** Standard normal. */
  readonly skill: number;
}

export const trainerOf = (root: number, index: number): Trainer => ({
  code: String(10500 + index * 2).padStart(5, '0'),
  name: personName(root, 2, index + 300),
  skill: normal(root, 0x74726e32, index),
});

const SIRES = 130;
const LINES = [['1206', 45], ['1503', 24], ['1207', 7], ['1106', 6], ['1103', 4], ['1311', 3], ['1302', 3], ['1109', 3], ['1108', 3], ['1305', 2]] as const; // prettier-ignore

interface Sire {
  readonly name: string;
  readonly birthYear: number;
  readonly line: string;
  readonly sireName: string;
  readonly sireBirthYear: number;
}

/** Parents get names from horse numbers that no crop uses. */
const PARENT_NAMES = 230_000;

function sireOf(root: number, index: number, foaled: number): Sire {
  const draw = new Draw(root, 0x73697265, index);
  // A sire stands for about fifteen years, so the same slot has another horse in another era.
  const era = Math.floor((foaled + (index % 15)) / 15);
  const birthYear = era * 15 - (index % 15) - draw.int(5, 9);
  const line = draw.weighted(LINES);
  const grandsire = draw.int(0, 17);
  return {
    name: horseName(root, PARENT_NAMES + era * 211 + index),
    birthYear,
    line,
    sireName: horseName(root, PARENT_NAMES + 40_000 + (era - 1) * 31 + grandsire),
    sireBirthYear: birthYear - draw.int(6, 16),
  };
}

interface Mare {
  readonly name: string;
  readonly birthYear: number;
  readonly sire: Sire;
}

/** More than a crop has foals, and prime, so that the foals of a year are of different mares. */
const MARES = 6_007;
/** Years in which a mare has foals, the first at the age of five; the same slot has another mare afterwards. */
const BROOD_YEARS = 13;
const FIRST_FOAL_AGE = 5;

function mareOf(root: number, horse: number): Mare {
  const foaled = birthYearOf(horse);
  const slot = (indexInCrop(horse) * 1_201 + foaled * 2_003 + (mix(root, 0x6d617265) % MARES)) % MARES;
  const shift = slot % BROOD_YEARS;
  const era = Math.floor((foaled + shift) / BROOD_YEARS);
  const birthYear = era * BROOD_YEARS - shift - FIRST_FOAL_AGE;
  const sire = Math.floor(unit(root, 0x6d617265, slot, era) ** 1.4 * SIRES);
  return {
    name: horseName(root, PARENT_NAMES + 60_000 + (era % 4) * MARES + slot),
    birthYear,
    sire: sireOf(root, sire, birthYear - 1),
  };
}

export interface Pedigree {
  readonly sire: Sire;
  readonly mareName: string;
  readonly mareBirthYear: number;
  readonly mareSire: Sire;
  readonly area: string;
  readonly breeder: string;
  readonly owner: string;
  readonly association: string;
  readonly coat: string;
  readonly attribute: string;
}

const COATS = [['03', 40], ['04', 23], ['01', 23], ['05', 7], ['07', 6], ['02', 0.6], ['06', 0.9], ['11', 0.1]] as const; // prettier-ignore
const ASSOCIATIONS = [['05', 30], ['06', 16], ['08', 18], ['09', 14], ['07', 9], ['04', 3], ['03', 2], ['10', 4], ['01', 3], ['02', 1]] as const; // prettier-ignore

/** Parents, breeder and owner of a horse. */
export function pedigreeOf(root: number, horse: number): Pedigree {
  const draw = new Draw(root, 0x70656469, horse);
  const popular = Math.floor(draw.next() ** 1.7 * SIRES);
  const mare = mareOf(root, horse);
  return {
    sire: sireOf(root, popular, birthYearOf(horse) - 1),
    mareName: mare.name,
    mareBirthYear: mare.birthYear,
    mareSire: mare.sire,
    area: breedingArea(draw),
    breeder: farmName(root, draw.int(0, 260)),
    owner: ownerName(root, Math.floor(draw.next() ** 1.5 * 700)),
    association: draw.weighted(ASSOCIATIONS),
    coat: draw.weighted(COATS),
    attribute: draw.weighted([['00', 95], ['06', 3.5], ['04', 1.5]] as const), // prettier-ignore
  };
}
