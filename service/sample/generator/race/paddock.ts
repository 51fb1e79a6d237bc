// A runner's body and demeanor on the day, the same in the paddock and in the result.

import { Draw } from '../draw.ts';

const BODIES = [['2', 57], ['3', 37], ['4', 3], ['6', 1], ['5', 1], ['1', 1]] as const; // prettier-ignore
const MINDS = [['2', 59], ['3', 25], ['7', 14], ['4', 0.8], ['5', 0.7], ['1', 0.5]] as const; // prettier-ignore

export interface ConditionSeen {
  /** `body_code`. */
  readonly body: string;
  /** `demeanour_code`. */
  readonly mind: string;
}

export function conditionSeen(root: number, entry: number): ConditionSeen {
  const draw = new Draw(root, entry, 0x7365656e);
  return { body: draw.weighted(BODIES), mind: draw.weighted(MINDS) };
}

/** `rising_level_cd` of a result. */
export const risingLevel = (root: number, entry: number): string =>
  new Draw(root, entry, 0x72697365).weighted([['3', 88], ['4', 4], ['5', 5], ['2', 2.5], ['1', 0.5]] as const); // prettier-ignore
