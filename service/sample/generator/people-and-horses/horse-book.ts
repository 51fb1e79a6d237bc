// Every horse of the world, by number: its innate properties, and its current state, which the simulation updates.

import { levelFromEarnings, nextRun, retires } from './career.ts';
import type { Track } from '../calendar/courses.ts';
import { dayOfDate, monthOf, yearOf } from '../calendar/days.ts';
import { mix, normal, unit, type Draw } from '../draw.ts';
import type { Candidates } from '../race/field.ts';
import { grown } from '../growable-array.ts';
import {
  birthYearOf,
  CROP,
  debutDayOf,
  dirtinessOf,
  firstOfCrop,
  growthOf,
  mudOf,
  regionOf,
  sexOf,
  staminaOf,
  talentOf,
} from './horses.ts';

/** The earnings of a horse of four or older with that talent before the first day, 10,000 yen. */
const EARLIER_MONEY = [
  { above: 55, money: 2400 },
  { above: 49, money: 1500 },
  { above: 43, money: 900 },
] as const;
const LEAST_EARLIER_MONEY = 400;

/** The day from which a retired horse may run. */
const NEVER = 2 ** 30;

/** A finished start. */
interface Run {
  readonly day: number;
  readonly horse: number;
  readonly entry: number;
  /** Finishing position; the last one for a horse that did not finish. */
  readonly place: number;
  readonly runners: number;
  readonly hasStopped: boolean;
}

export class HorseBook {
  readonly root: number;
  /** The properties used to choose a field. */
  readonly traits: Candidates = {
    level: new Uint8Array(0),
    sex: new Uint8Array(0),
    dirt: new Float32Array(0),
    reach: new Float32Array(0),
    region: new Uint8Array(0),
    wait: new Int32Array(0),
  };
  /** In training. */
  #active: number[] = [];
  /** The day from which it may run. */
  #readyFrom = new Int32Array(0);
  /** Prize money and classification money so far, 10,000 yen. */
  prize = new Int32Array(0);
  earned = new Int32Array(0);
  starts = new Uint8Array(0);
  /** Entry of its last run; -1 for none. */
  lastEntry = new Int32Array(0);
  #talent = new Float32Array(0);
  /** 0 on the flat, 1 a maiden over jumps, 2 a winner over jumps. */
  jumper = new Uint8Array(0);
  /** Horses in training by level, as of the last simulated day. */
  readonly #inClass = new Int32Array(8);
  readonly #firstYear: number;

  /** @param firstYear the first simulated year */
  constructor(root: number, firstYear: number) {
    this.root = root;
    this.#firstYear = firstYear;
  }

  /** Adds the horses of a year; seasoned horses would have raced before the first day. */
  addCrop(birthYear: number, seasoned: boolean): void {
    const first = firstOfCrop(birthYear);
    const end = first + CROP;
    this.#reserve(end);
    const { root, traits } = this;
    for (let horse = first; horse < end; horse++) {
      traits.sex[horse] = sexOf(root, horse);
      traits.dirt[horse] = dirtinessOf(root, horse);
      traits.reach[horse] = Math.log2(staminaOf(root, horse));
      traits.region[horse] = regionOf(root, horse);
      this.#talent[horse] = talentOf(root, horse);
      this.lastEntry[horse] = -1;
      this.#readyFrom[horse] = debutDayOf(root, horse);
      if (seasoned && !this.#season(horse, this.#firstYear - birthYear)) continue;
      const earned = this.earned[horse] ?? 0;
      if (earned > 0) traits.level[horse] = levelFromEarnings(earned);
      this.#active.push(horse);
    }
  }

  /**
   * Gives a horse of an older crop the class that its talent would have earned, since nothing was raced before the
   * first day. Returns whether the horse is still in training.
   */
  #season(horse: number, age: number): boolean {
    const { root } = this;
    const isOlder = age >= 4;
    const reached = talentOf(root, horse) + normal(root, horse, 91) * 4;
    if (isOlder && reached < 32 + age * 1.2) return false;
    if (isOlder && unit(root, horse, 92) < (age - 3) * 0.17) return false;
    const older = EARLIER_MONEY.find(({ above }) => reached > above)?.money ?? LEAST_EARLIER_MONEY;
    this.earned[horse] = isOlder ? older : reached > 42 ? LEAST_EARLIER_MONEY : 0;
    const readyFrom = dayOfDate(this.#firstYear, 1, 1) + Math.floor(unit(root, horse, 93) * 50);
    this.#readyFrom[horse] = readyFrom;
    if (isOlder && unit(root, horse, 94) < 0.06) this.jumper[horse] = unit(root, horse, 95) < 0.5 ? 1 : 2;
    if (!isOlder && debutDayOf(root, horse) < readyFrom) this.traits.level[horse] = 1;
    return true;
  }

  /** Horses that may run, by `age class * 8 + level`: ages 2, 3 and older; levels 6 and 7 are jumpers. */
  ready(day: number): number[][] {
    const year = yearOf(day);
    const summerOver = day >= dayOfDate(year, 9, 8);
    const groups = Array.from({ length: 24 }, (): number[] => []);
    const kept: number[] = [];
    this.#inClass.fill(0);
    for (const horse of this.#active) {
      const age = year - birthYearOf(horse);
      const level = this.traits.level[horse] ?? 0;
      const jumper = this.jumper[horse] ?? 0;
      if (jumper === 0 && level <= 1 && (age > 3 || (age === 3 && summerOver))) {
        // There are no maiden races for its age any more: most go to local racing, a few over jumps.
        if (unit(this.root, horse, 0x6a756d70) > 0.05) continue;
        this.jumper[horse] = 1;
        this.#readyFrom[horse] = day + 60 + (mix(this.root, horse, 61) % 120);
      }
      kept.push(horse);
      const at = (this.jumper[horse] ?? 0) > 0 ? 5 + (this.jumper[horse] ?? 0) : level;
      this.#inClass[at] = (this.#inClass[at] ?? 0) + 1;
      const wait = day - (this.#readyFrom[horse] ?? 0);
      if (wait < 0) continue;
      this.traits.wait[horse] = wait;
      groups[(Math.min(age, 4) - 2) * 8 + at]?.push(horse);
    }
    this.#active = kept;
    return groups;
  }

  /** Ability on a day, on the scale of IDM: talent and form, minus penalties for unsuitable surface and distance. */
  abilityOn(horse: number, day: number, { surface, distance }: Track, going: number): number {
    const { root, traits } = this;
    const dirt = traits.dirt[horse] ?? 0.5;
    const wrongGround = surface === 2 ? 1 - dirt : surface === 1 ? dirt : 0;
    const wrongTrip = Math.abs(Math.log2(distance) - (traits.reach[horse] ?? 0));
    const talent = (this.#talent[horse] ?? 0) + growthOf(root, horse, day);
    const mud = going >= 3 ? mudOf(root, horse) : 0;
    const form = normal(root, horse, day, 0x666f726d) * 3.2;
    return talent - wrongGround * 5 - (surface === 3 ? 0 : wrongTrip * 7) + mud + form;
  }

  /** Records that the horse was entered and did not start. */
  waits(draw: Draw, day: number, horse: number): void {
    this.#readyFrom[horse] = day + 14 + draw.int(0, 40);
  }

  /** Updates the horse after a run: its class, its rest, or the end of its career. */
  hasRun(draw: Draw, { day, horse, entry, place, runners, hasStopped }: Run): void {
    this.lastEntry[horse] = entry;
    this.starts[horse] = (this.starts[horse] ?? 0) + 1;
    const level = Math.max(1, levelFromEarnings(this.earned[horse] ?? 0));
    this.traits.level[horse] = level;
    this.#readyFrom[horse] = nextRun(draw, day, hasStopped);
    const age = yearOf(day) - birthYearOf(horse);
    const jumper = this.jumper[horse] ?? 0;
    const at = jumper > 0 ? 5 + jumper : level;
    const inClass = this.#inClass[at] ?? 0;
    if (!retires(draw, { at, age, place: place / runners, inClass, month: monthOf(day) })) return;
    if (jumper === 0 && age >= 3 && at <= 4 && draw.chance(0.17)) {
      this.jumper[horse] = 1;
      this.#readyFrom[horse] = day + draw.int(60, 150);
      return;
    }
    this.#readyFrom[horse] = NEVER;
    this.#active.splice(this.#active.indexOf(horse), 1);
  }

  #reserve(horses: number): void {
    const { traits } = this;
    traits.level = grown(traits.level, horses);
    traits.sex = grown(traits.sex, horses);
    traits.dirt = grown(traits.dirt, horses);
    traits.reach = grown(traits.reach, horses);
    traits.region = grown(traits.region, horses);
    traits.wait = grown(traits.wait, horses);
    this.#readyFrom = grown(this.#readyFrom, horses);
    this.prize = grown(this.prize, horses);
    this.earned = grown(this.earned, horses);
    this.starts = grown(this.starts, horses);
    this.lastEntry = grown(this.lastEntry, horses);
    this.#talent = grown(this.#talent, horses);
    this.jumper = grown(this.jumper, horses);
  }
}
