// The entries of all races so far and their results, in the order of declaration, with a typed column for each fact.

import { grown } from './growable-array.ts';

/** The outcome of an entry, as in `trouble_classification`. */
export const RAN = 0;
export const SCRATCHED = 1;
export const EXCLUDED = 2;
export const STOPPED = 3;

export class EntryColumns {
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
  /** Entry of the previous run, -1 for none. */
  previous = new Int32Array(0);
  /** Ability on the day, on the scale of IDM. */
  ability = new Float32Array(0);

  /** Makes room for that many entries. */
  protected reserve(entries: number): void {
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
