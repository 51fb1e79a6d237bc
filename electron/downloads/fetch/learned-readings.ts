// What was learned of the connected service, for the window to show and the user to forget.

import type { LearnedReading } from '#shared/bridge/readings.ts';
import type { Archive } from '../../archive/archive.ts';
import { forgetReadings, learnedReadings } from './service-readings.ts';

export interface Learnings {
  /** Errors: those of opening the archive, ARCHIVE_FAILED. */
  list(): Promise<LearnedReading[]>;
  forget(): Promise<void>;
}

/** `archive`: of the connected service; undefined where none is. */
export const createLearnings = (options: {
  readonly archive: () => Promise<Archive> | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): Learnings => ({
  list: async () => {
    const archive = await options.archive();
    return archive ? learnedReadings(archive, options.now()) : [];
  },
  forget: async () => {
    const archive = await options.archive();
    if (archive) await forgetReadings(archive);
  },
});
