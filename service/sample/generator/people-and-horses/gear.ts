// A horse's tack and the state of its legs: habits of the horse, with changes from run to run (codes: tack, leg).

import { Draw, mix, unit } from '../draw.ts';
import type { SampleWorld } from '../world.ts';

export interface Gear {
  /** Tack codes, the bit first, at most seven. */
  readonly tack: readonly string[];
  readonly bit: string;
  readonly bandage: string | null;
  readonly shoe: string | null;
  /** The fields that the interface calls splint and bone spavin (tack types 5 and 6). */
  readonly splint: string | null;
  readonly boneSpavin: string | null;
  readonly blinkers: boolean;
  readonly legs: Legs;
}

/** Leg codes, by limb and overall. */
export interface Legs {
  readonly leftFront: readonly string[];
  readonly rightFront: readonly string[];
  readonly leftBack: readonly string[];
  readonly rightBack: readonly string[];
  readonly all: readonly string[];
}

const BITS = [['004', 40], ['003', 18], ['005', 12], ['006', 8], ['013', 8], ['044', 4], ['010', 3], ['088', 3], ['092', 2], ['072', 2]] as const; // prettier-ignore
const HEADGEAR = ['008', '002', '018', '074', '021', '011', '009', '068', '099'] as const;
const FRONT_LEGS = ['002', '020', '028', '029', '031', '035', '007', '022', '067', '065'] as const;
const BACK_LEGS = ['004', '008', '024', '058', '064', '041'] as const;
const WHOLE = ['100', '104', '114', '117', '118', '120', '113'] as const;

/** Whether the horse wears blinkers: a minority always, a few from some start on. */
export function wearsBlinkers(root: number, horse: number, start: number): boolean {
  const kind = unit(root, horse, 0x626c696e);
  return kind < 0.035
    ? true
    : kind < 0.12
      ? start >= 3 + (mix(root, horse, 0x626c) % 9) && start % 7 !== 6
      : false;
}

export function gearOf(world: SampleWorld, entry: number): Gear {
  const { root } = world;
  const horse = world.horse[entry] ?? 0;
  const start = world.starts[entry] ?? 0;
  // The habit stays for four starts, then something may change.
  const habit = new Draw(root, horse, start >> 2, 0x67656172);
  const today = new Draw(root, entry, 0x67656172);
  const bit = habit.weighted(BITS);
  const blinkers = wearsBlinkers(root, horse, start);
  const bandage = habit.chance(0.22) ? '007' : null;
  const shoe = habit.chance(0.05) ? habit.of(['047', '048', '054', '077', '091']) : null;
  const splint = start < 6 && habit.chance(0.05) ? habit.of(['063', '064']) : null;
  const boneSpavin = habit.chance(0.06) ? habit.of(['061', '062']) : null;
  const headgear = HEADGEAR.filter(() => habit.chance(0.16));
  const tack = [bit, ...(blinkers ? ['001'] : []), ...headgear, ...(bandage === null ? [] : [bandage])].slice(
    0,
    7,
  );
  const some = (codes: readonly string[], probability: number) =>
    codes.filter(() => today.chance(probability)).slice(0, 2);
  return {
    tack,
    bit,
    bandage,
    shoe,
    splint,
    boneSpavin,
    blinkers,
    legs: {
      leftFront: some(FRONT_LEGS, 0.025),
      rightFront: some(FRONT_LEGS, 0.025),
      leftBack: some(BACK_LEGS, 0.02),
      rightBack: some(BACK_LEGS, 0.02),
      all: some(WHOLE, 0.03),
    },
  };
}

/** `blinker_cd`: for the first time, again, or as before; null for none. */
export function blinkerCode(world: SampleWorld, entry: number): '1' | '2' | '3' | null {
  const { root } = world;
  const horse = world.horse[entry] ?? 0;
  const start = world.starts[entry] ?? 0;
  if (!wearsBlinkers(root, horse, start)) return null;
  if (start > 0 && wearsBlinkers(root, horse, start - 1)) return '3';
  for (let before = 0; before < start; before++) if (wearsBlinkers(root, horse, before)) return '2';
  return '1';
}
