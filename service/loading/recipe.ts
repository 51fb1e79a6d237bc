// What the sample data is made of: a seed, the generator as it is now, and the days that belong to a date.

import { defaultRange, raceDates } from '../sample/generate.ts';

export interface Recipe {
  /** Stands beside each day that is kept; another name means that all is made again. */
  readonly name: string;
  readonly seed: string;
  /** The race days that a service holds on that day. */
  raceDates(today: string): readonly string[];
}

/** To be raised with every change of the generator that changes a record. */
const GENERATOR = 2;
const SEED = 'railbird';

export const sampleRecipe = (): Recipe => ({
  name: `generator ${GENERATOR}, seed ${SEED}`,
  seed: SEED,
  raceDates(today) {
    const { from, to } = defaultRange(today);
    return raceDates(from, to);
  },
});
