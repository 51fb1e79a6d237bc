// The simulation of racing, day by day from a fixed beginning: fields, win chances and finishes.
//
// A day's fields depend on what every horse has done before (maidens have not won, a previous run took place), so the
// days are simulated in order from a fixed first day. Only the core is simulated: a field, its chances, its finish and
// the money. That takes about a tenth of a second per year, and 30 bytes per runner in typed columns. Everything else
// about a race (times, odds, payoffs, indices, comments) is a pure function of the seed and this core, derived on
// demand. Neither the sample's range nor today's date ever matters.

import { daysOfYear, meetingsOn } from './calendar/calendar.ts';
import { drawFinish, winChances } from './race/chances.ts';
import { dayOfDate } from './calendar/days.ts';
import { Draw, seedNumber, unit } from './draw.ts';
import { EntryColumns, EXCLUDED, RAN, SCRATCHED, STOPPED } from './entry-columns.ts';
import { chooseField, release } from './race/field.ts';
import { goingOf } from './calendar/going.ts';
import { HorseBook } from './people-and-horses/horse-book.ts';
import { programOf, substitutesFor, type RaceSpec } from './calendar/program.ts';

/** The first visible day of racing; two years before it are simulated to provide previous runs. */
export const FIRST_SHOWN_YEAR = 2016;
const FIRST_PLAYED_YEAR = 2014;

/** Races with fewer entries are not run. */
const LEAST_FIELD = 5;

/** Share of races with a dead heat for one of the first four places: a quarter of them for the win, about one a month. */
const DEAD_HEATS = 0.014;

export interface SampleRace {
  readonly spec: RaceSpec;
  readonly day: number;
  /** Entries `first` to `first + size - 1`, in the order of horse numbers. */
  readonly first: number;
  readonly size: number;
}

export class SampleWorld extends EntryColumns {
  readonly root: number;
  readonly races: SampleRace[] = [];
  readonly #racesOfDay = new Map<number, { readonly first: number; readonly count: number }>();

  readonly #horses: HorseBook;
  #playedYear = FIRST_PLAYED_YEAR - 1;
  #playedDay = 0;
  #days: number[] = [];

  constructor(seed: string) {
    super();
    this.root = seedNumber(seed);
    this.#horses = new HorseBook(this.root, FIRST_PLAYED_YEAR);
    for (let birth = FIRST_PLAYED_YEAR - 8; birth <= FIRST_PLAYED_YEAR - 3; birth++)
      this.#horses.addCrop(birth, true);
  }

  /** Races of a day, in the order of the meetings and race numbers; simulates up to that day if needed. */
  racesOn(day: number): readonly SampleRace[] {
    this.#playTo(day);
    const found = this.#racesOfDay.get(day);
    return found === undefined ? [] : this.races.slice(found.first, found.first + found.count);
  }

  race(entry: number): SampleRace {
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
      this.#horses.addCrop(year - 2, false);
      this.#days = daysOfYear(year);
      this.#playedYear = year;
    }
  }

  #play(day: number): void {
    const specs = meetingsOn(day).flatMap((meeting) => programOf(this.root, meeting));
    const groups = this.#horses.ready(day);
    // The highest classes choose first: a horse may run in a higher class, but not in a lower one.
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
      let field = chooseField(this.root, wanted, groups, this.#horses.traits);
      if (field.length < LEAST_FIELD) {
        for (const instead of substitutesFor(this.root, wanted)) {
          release(field, this.#horses.traits);
          specs[index] = instead;
          field = chooseField(this.root, instead, groups, this.#horses.traits);
          if (field.length >= LEAST_FIELD) break;
        }
      }
      fields[index] = field;
    }
    const first = this.races.length;
    specs.forEach((spec, index) => this.#run(day, spec, fields[index] ?? []));
    this.#racesOfDay.set(day, { first, count: this.races.length - first });
  }

  #run(day: number, spec: RaceSpec, field: readonly number[]): void {
    const { root } = this;
    const draw = new Draw(root, day, spec.meeting.course * 16 + spec.number, 0x72756e);
    const horses = draw.shuffle([...field]);
    const first = this.entries;
    const race = this.races.length;
    this.races.push({ spec, day, first, size: horses.length });
    this.reserve(first + horses.length);
    const strengths: number[] = [];
    const starters: number[] = [];
    const going = goingOf(root, spec.meeting, spec.track.surface);
    horses.forEach((horse, index) => {
      const entry = first + index;
      const ability = this.#horses.abilityOn(horse, day, spec.track, going);
      this.horse[entry] = horse;
      this.raceOf[entry] = race;
      this.ability[entry] = ability;
      this.starts[entry] = this.#horses.starts[horse] ?? 0;
      this.prize[entry] = this.#horses.prize[horse] ?? 0;
      this.earned[entry] = this.#horses.earned[horse] ?? 0;
      this.previous[entry] = this.#horses.lastEntry[horse] ?? -1;
      const roll = draw.next();
      const status = horses.length < 6 ? RAN : roll < 0.0025 ? SCRATCHED : roll < 0.0035 ? EXCLUDED : RAN;
      this.status[entry] = status;
      if (status !== RAN) return;
      starters.push(entry);
      strengths.push(ability + draw.normal() * 4.5);
    });
    this.entries = first + horses.length;
    this.#decide(draw, spec, starters, winChances(strengths, draw));
    for (let entry = first; entry < this.entries; entry++) this.#after(draw, day, entry, horses.length);
  }

  /** Draws the finish, with horses that do not finish and rare dead heats, and pays the prizes. */
  #decide(draw: Draw, spec: RaceSpec, starters: readonly number[], chances: readonly number[]): void {
    const order = drawFinish(chances, draw);
    const stops = spec.track.surface === 3 ? 0.045 : 0.0028;
    const finishers: number[] = [];
    starters.forEach((entry, index) => (this.chance[entry] = chances[index] ?? 0));
    order.forEach((index, place) => {
      const entry = starters[index] ?? 0;
      // Horses that do not finish are never among the first three, so that every race has its payoffs.
      if (place > 2 && draw.chance((stops * order.length) / (order.length - 3))) this.status[entry] = STOPPED;
      else finishers.push(entry);
    });
    const tie = draw.chance(DEAD_HEATS) ? draw.of([1, 2, 3, 4] as const) : 0;
    finishers.forEach((entry, index) => (this.finish[entry] = index === tie && tie > 0 ? tie : index + 1));
    finishers.slice(0, 6).forEach((entry, index) => {
      const tied = tie > 0 && (index === tie || index === tie - 1);
      const share = (at: number) => spec.prizes[at] ?? 0;
      const money = tied ? Math.round((share(tie - 1) + share(tie)) / 2) : share(index);
      const horse = this.horse[entry] ?? 0;
      const place = this.finish[entry] ?? 0;
      this.#horses.prize[horse] =
        (this.#horses.prize[horse] ?? 0) + money + (place === 1 ? Math.round(money * 0.05) : 0);
      if (spec.track.surface === 3) {
        if (place === 1) this.#horses.jumper[horse] = 2;
        return;
      }
      const added = place === 1 ? spec.added[0] : place === 2 ? spec.added[1] : 0;
      this.#horses.earned[horse] = (this.#horses.earned[horse] ?? 0) + added;
    });
  }

  #after(draw: Draw, day: number, entry: number, runners: number): void {
    const horse = this.horse[entry] ?? 0;
    const status = this.status[entry] ?? RAN;
    if (status === SCRATCHED || status === EXCLUDED) {
      this.#horses.waits(draw, day, horse);
      return;
    }
    const finish = this.finish[entry] ?? 0;
    const place = finish === 0 ? runners : finish;
    this.#horses.hasRun(draw, { day, horse, entry, place, runners, hasStopped: status === STOPPED });
  }
}
