// The racing itself, day by day from one fixed beginning: who ran where, how likely each was, and who won.
//
// A day's fields depend on what every horse has done before (maidens have not won, a previous run took place), so the
// days are played in order from a fixed first day. Only the core is played: a field, its chances, its finish and the
// money, about a tenth of a second a year, kept in typed columns of 30 bytes a runner. Everything else about a race
// (times, odds, payoffs, indices, comments) is a pure function of the seed and this core, made when it is asked for.
// Where a day stands in the sample's range, and what day it is today, never matter.

import { daysOfYear, meetingsOn } from './calendar.ts';
import { drawFinish, winChances } from './chances.ts';
import { dayOfDate, monthOf, yearOf } from './days.ts';
import { Draw, mix, normal, seedNumber, unit } from './draw.ts';
import { chooseField, release, type Candidates } from './field.ts';
import { grown } from './growing.ts';
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
import { levelFromEarnings, nextRun, retires } from './career.ts';
import { goingOf } from './going.ts';
import { programmeOf, substitutesFor, type RaceSpec } from './programme.ts';

/** The first day of racing that is shown; two years before it are played to fill the form book. */
export const FIRST_SHOWN_YEAR = 2016;
const FIRST_PLAYED_YEAR = 2014;

/** A race with fewer entries is not run. */
const LEAST_FIELD = 5;

/** What became of an entry: as `trouble_classification`. */
export const RAN = 0;
export const SCRATCHED = 1;
export const EXCLUDED = 2;
export const STOPPED = 3;

export interface Race {
  readonly spec: RaceSpec;
  readonly day: number;
  /** Entries `first` to `first + size - 1`, in the order of horse numbers. */
  readonly first: number;
  readonly size: number;
}

export class World {
  readonly root: number;
  readonly races: Race[] = [];
  readonly #racesOfDay = new Map<number, { readonly first: number; readonly count: number }>();

  // Entries, in the order in which they were declared.
  entries = 0;
  horse = new Int32Array(0);
  /** Index of its race in `races`. */
  raceOf = new Int32Array(0);
  /** Probability to win; 0 for a horse that did not start. */
  chance = new Float32Array(0);
  /** Finishing position, 0 for none; equal for a dead heat. */
  finish = new Uint8Array(0);
  status = new Uint8Array(0);
  /** Starts before this one. */
  starts = new Uint8Array(0);
  /** Prize money and classification money before this race, 10,000 yen. */
  prize = new Int32Array(0);
  earned = new Int32Array(0);
  /** Entry of the run before, -1 for none. */
  previous = new Int32Array(0);
  /** Ability on the day, on the scale of IDM. */
  ability = new Float32Array(0);

  // Horses, by number.
  readonly #horses: Candidates;
  #active: number[] = [];
  #readyFrom = new Int32Array(0);
  #prizeNow = new Int32Array(0);
  #earnedNow = new Int32Array(0);
  #startsNow = new Uint8Array(0);
  #lastEntry = new Int32Array(0);
  #talent = new Float32Array(0);
  /** 0 on the flat, 1 a maiden over jumps, 2 a winner. */
  #jumper = new Uint8Array(0);
  readonly #inClass = new Int32Array(8);

  #playedYear = FIRST_PLAYED_YEAR - 1;
  #playedDay = 0;
  #days: number[] = [];

  constructor(seed: string) {
    this.root = seedNumber(seed);
    this.#horses = {
      level: new Uint8Array(0),
      sex: new Uint8Array(0),
      dirt: new Float32Array(0),
      reach: new Float32Array(0),
      region: new Uint8Array(0),
      wait: new Int32Array(0),
    };
    for (let birth = FIRST_PLAYED_YEAR - 8; birth <= FIRST_PLAYED_YEAR - 3; birth++)
      this.#addCrop(birth, true);
  }

  /** Races of a day, in the order of the meetings and race numbers; plays up to that day when needed. */
  racesOn(day: number): readonly Race[] {
    this.#playTo(day);
    const found = this.#racesOfDay.get(day);
    return found === undefined ? [] : this.races.slice(found.first, found.first + found.count);
  }

  race(entry: number): Race {
    const found = this.races[this.raceOf[entry] ?? -1];
    if (found === undefined) throw new RangeError(`no entry ${entry}`);
    return found;
  }

  #playTo(day: number): void {
    while (this.#playedDay < day) {
      const next = this.#days.shift();
      if (next !== undefined) {
        if (next > day) {
          this.#days.unshift(next);
          return;
        }
        this.#play(next);
        this.#playedDay = next;
        continue;
      }
      const year = this.#playedYear + 1;
      if (dayOfDate(year, 1, 1) > day) return;
      this.#addCrop(year - 2, false);
      this.#days = daysOfYear(year);
      this.#playedYear = year;
    }
  }

  #addCrop(birthYear: number, seasoned: boolean): void {
    const { root } = this;
    const first = firstOfCrop(birthYear);
    const end = first + CROP;
    const horses = this.#horses;
    horses.level = grown(horses.level, end);
    horses.sex = grown(horses.sex, end);
    horses.dirt = grown(horses.dirt, end);
    horses.reach = grown(horses.reach, end);
    horses.region = grown(horses.region, end);
    horses.wait = grown(horses.wait, end);
    this.#readyFrom = grown(this.#readyFrom, end);
    this.#prizeNow = grown(this.#prizeNow, end);
    this.#earnedNow = grown(this.#earnedNow, end);
    this.#startsNow = grown(this.#startsNow, end);
    this.#lastEntry = grown(this.#lastEntry, end);
    this.#talent = grown(this.#talent, end);
    this.#jumper = grown(this.#jumper, end);
    const age = FIRST_PLAYED_YEAR - birthYear;
    for (let horse = first; horse < end; horse++) {
      const talent = talentOf(root, horse);
      horses.sex[horse] = sexOf(root, horse);
      horses.dirt[horse] = dirtinessOf(root, horse);
      horses.reach[horse] = Math.log2(staminaOf(root, horse));
      horses.region[horse] = regionOf(root, horse);
      this.#talent[horse] = talent;
      this.#lastEntry[horse] = -1;
      this.#readyFrom[horse] = debutDayOf(root, horse);
      if (seasoned) {
        // Before the first day nobody raced: the older crops begin with the class that their talent would have brought.
        const winners = talent + normal(root, horse, 91) * 4;
        if (age >= 4 && winners < 32 + age * 1.2) continue;
        const money =
          age <= 3
            ? winners > 42
              ? 400
              : 0
            : winners > 55
              ? 2400
              : winners > 49
                ? 1500
                : winners > 43
                  ? 900
                  : 400;
        if (age >= 4 && unit(root, horse, 92) < (age - 3) * 0.17) continue;
        this.#earnedNow[horse] = money;
        this.#readyFrom[horse] = dayOfDate(FIRST_PLAYED_YEAR, 1, 1) + Math.floor(unit(root, horse, 93) * 50);
        if (age >= 4 && unit(root, horse, 94) < 0.06)
          this.#jumper[horse] = unit(root, horse, 95) < 0.5 ? 1 : 2;
        if (age <= 3 && debutDayOf(root, horse) < (this.#readyFrom[horse] ?? 0)) horses.level[horse] = 1;
      }
      if ((this.#earnedNow[horse] ?? 0) > 0)
        horses.level[horse] = levelFromEarnings(this.#earnedNow[horse] ?? 0);
      this.#active.push(horse);
    }
  }

  #play(day: number): void {
    const specs = meetingsOn(day).flatMap((meeting) => programmeOf(this.root, meeting));
    const groups = this.#readyHorses(day);
    // The highest classes choose first: a horse of a lower class may run up, none may run down.
    const order = specs
      .map((spec, index) => ({
        index,
        key: spec.level * 4 + unit(this.root, day, spec.meeting.course, spec.number) * 4,
      }))
      .toSorted((a, b) => b.key - a.key);
    const fields = new Array<number[]>(specs.length);
    for (const { index } of order) {
      const wanted = specs[index];
      if (wanted === undefined) continue;
      let field = chooseField(this.root, wanted, groups, this.#horses);
      if (field.length < LEAST_FIELD) {
        for (const instead of substitutesFor(this.root, wanted)) {
          release(field, this.#horses);
          specs[index] = instead;
          field = chooseField(this.root, instead, groups, this.#horses);
          if (field.length >= LEAST_FIELD) break;
        }
      }
      fields[index] = field;
    }
    const first = this.races.length;
    specs.forEach((spec, index) => this.#run(day, spec, fields[index] ?? []));
    this.#racesOfDay.set(day, { first, count: this.races.length - first });
  }

  /** Horses that may run, by `age class * 8 + level`: ages 2, 3 and more; level 6 and 7 are jumpers. */
  #readyHorses(day: number): number[][] {
    const year = yearOf(day);
    const summerOver = day >= dayOfDate(year, 9, 8);
    const groups = Array.from({ length: 24 }, (): number[] => []);
    const kept: number[] = [];
    this.#inClass.fill(0);
    for (const horse of this.#active) {
      const age = year - birthYearOf(horse);
      const level = this.#horses.level[horse] ?? 0;
      const jumper = this.#jumper[horse] ?? 0;
      if (jumper === 0 && level <= 1 && (age > 3 || (age === 3 && summerOver))) {
        // No maiden races are left: most go to local racing, a few over jumps.
        if (unit(this.root, horse, 0x6a756d70) > 0.05) continue;
        this.#jumper[horse] = 1;
        this.#readyFrom[horse] = day + 60 + (mix(this.root, horse, 61) % 120);
      }
      kept.push(horse);
      const at = (this.#jumper[horse] ?? 0) > 0 ? 5 + (this.#jumper[horse] ?? 0) : level;
      this.#inClass[at] = (this.#inClass[at] ?? 0) + 1;
      const wait = day - (this.#readyFrom[horse] ?? 0);
      if (wait < 0) continue;
      this.#horses.wait[horse] = wait;
      groups[(Math.min(age, 4) - 2) * 8 + at]?.push(horse);
    }
    this.#active = kept;
    return groups;
  }

  #run(day: number, spec: RaceSpec, field: readonly number[]): void {
    const { root } = this;
    const draw = new Draw(root, day, spec.meeting.course * 16 + spec.number, 0x72756e);
    const horses = draw.shuffle([...field]);
    const first = this.entries;
    const race = this.races.length;
    this.races.push({ spec, day, first, size: horses.length });
    this.#reserve(first + horses.length);
    const strengths: number[] = [];
    const starters: number[] = [];
    const going = goingOf(root, spec.meeting, spec.track.surface);
    horses.forEach((horse, index) => {
      const entry = first + index;
      const ability = this.#abilityOn(horse, day, spec, going);
      this.horse[entry] = horse;
      this.raceOf[entry] = race;
      this.ability[entry] = ability;
      this.starts[entry] = this.#startsNow[horse] ?? 0;
      this.prize[entry] = this.#prizeNow[horse] ?? 0;
      this.earned[entry] = this.#earnedNow[horse] ?? 0;
      this.previous[entry] = this.#lastEntry[horse] ?? -1;
      const roll = draw.next();
      const status = horses.length < 6 ? RAN : roll < 0.0025 ? SCRATCHED : roll < 0.0035 ? EXCLUDED : RAN;
      this.status[entry] = status;
      if (status !== RAN) return;
      starters.push(entry);
      strengths.push(ability + draw.normal() * 4.5);
    });
    this.entries = first + horses.length;
    this.#decide(draw, spec, starters, winChances(strengths, draw));
    for (let entry = first; entry < this.entries; entry++) this.#after(draw, day, spec, entry, horses.length);
  }

  /** Draws the order, with those who stop and the rare dead heat, and pays the prizes. */
  #decide(draw: Draw, spec: RaceSpec, starters: readonly number[], chances: readonly number[]): void {
    const order = drawFinish(chances, draw);
    const stops = spec.track.surface === 3 ? 0.045 : 0.0028;
    const finishers: number[] = [];
    starters.forEach((entry, index) => (this.chance[entry] = chances[index] ?? 0));
    order.forEach((index, place) => {
      const entry = starters[index] ?? 0;
      // Those who stop are taken from behind the first three, so that every race has its payoffs.
      if (place > 2 && draw.chance((stops * order.length) / (order.length - 3))) this.status[entry] = STOPPED;
      else finishers.push(entry);
    });
    const tie = draw.chance(0.0055) ? draw.weighted([[1, 25], [2, 25], [3, 25], [4, 25]] as const) : 0; // prettier-ignore
    finishers.forEach((entry, index) => (this.finish[entry] = index === tie && tie > 0 ? tie : index + 1));
    finishers.slice(0, 6).forEach((entry, index) => {
      const tied = tie > 0 && (index === tie || index === tie - 1);
      const share = (at: number) => spec.prizes[at] ?? 0;
      const money = tied ? Math.round((share(tie - 1) + share(tie)) / 2) : share(index);
      const horse = this.horse[entry] ?? 0;
      const place = this.finish[entry] ?? 0;
      this.#prizeNow[horse] =
        (this.#prizeNow[horse] ?? 0) + money + (place === 1 ? Math.round(money * 0.05) : 0);
      if (spec.track.surface === 3) {
        if (place === 1) this.#jumper[horse] = 2;
        return;
      }
      const added = place === 1 ? spec.added[0] : place === 2 ? spec.added[1] : 0;
      this.#earnedNow[horse] = (this.#earnedNow[horse] ?? 0) + added;
    });
  }

  /** What the race means for the horse: its class, its rest, or the end of its career. */
  #after(draw: Draw, day: number, spec: RaceSpec, entry: number, runners: number): void {
    const horse = this.horse[entry] ?? 0;
    const status = this.status[entry] ?? RAN;
    const level = this.#horses.level;
    if (status === SCRATCHED || status === EXCLUDED) {
      this.#readyFrom[horse] = day + 14 + draw.int(0, 40);
      return;
    }
    this.#lastEntry[horse] = entry;
    this.#startsNow[horse] = (this.#startsNow[horse] ?? 0) + 1;
    level[horse] = Math.max(1, levelFromEarnings(this.#earnedNow[horse] ?? 0));
    this.#readyFrom[horse] = nextRun(draw, day, status === STOPPED);
    const age = yearOf(day) - birthYearOf(horse);
    const home = this.finish[entry] ?? 0;
    const place = home === 0 ? runners : home;
    const jumper = this.#jumper[horse] ?? 0;
    const at = jumper > 0 ? 5 + jumper : (level[horse] ?? 1);
    if (
      !retires(draw, {
        at,
        age,
        place: place / runners,
        inClass: this.#inClass[at] ?? 0,
        month: monthOf(day),
      })
    )
      return;
    if (jumper === 0 && age >= 3 && at <= 4 && draw.chance(0.17)) {
      this.#jumper[horse] = 1;
      this.#readyFrom[horse] = day + draw.int(60, 150);
    } else this.#readyFrom[horse] = 2 ** 30;
    if (this.#readyFrom[horse] === 2 ** 30) this.#active.splice(this.#active.indexOf(horse), 1);
  }

  #abilityOn(horse: number, day: number, spec: RaceSpec, going: number): number {
    const { root } = this;
    const { surface, distance } = spec.track;
    const dirt = this.#horses.dirt[horse] ?? 0.5;
    const wrongGround = surface === 2 ? 1 - dirt : surface === 1 ? dirt : 0;
    const wrongTrip = Math.abs(Math.log2(distance) - (this.#horses.reach[horse] ?? 0));
    const talent = (this.#talent[horse] ?? 0) + growthOf(root, horse, day);
    const mud = going >= 3 ? mudOf(root, horse) : 0;
    const form = normal(root, horse, day, 0x666f726d) * 3.2;
    return talent - wrongGround * 5 - (surface === 3 ? 0 : wrongTrip * 7) + mud + form;
  }

  #reserve(entries: number): void {
    this.horse = grown(this.horse, entries);
    this.raceOf = grown(this.raceOf, entries);
    this.chance = grown(this.chance, entries);
    this.finish = grown(this.finish, entries);
    this.status = grown(this.status, entries);
    this.starts = grown(this.starts, entries);
    this.prize = grown(this.prize, entries);
    this.earned = grown(this.earned, entries);
    this.previous = grown(this.previous, entries);
    this.ability = grown(this.ability, entries);
  }
}
