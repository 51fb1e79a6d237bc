// Races by key, as far as the archive has their programs: the conditions of a horse's past runs.

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from '#shared/bridge/procedure.ts';
import { racedateSchema } from '#shared/bridge/source.ts';

/** Eighteen runners with five runs each, with a margin. */
const MOST_RACES = 200;

const racekey = z.string().max(16);

/** Fields of the race program (t_ra, d_ra) with the place, course and conditions of a race. */
export const CONDITION_FIELDS = [
  'racekey',
  'racedate',
  'racecourse_cd',
  'race_name',
  'grade_cd',
  'class_cd',
  'condition_cd',
  'track_type',
  'distance',
  'turf_condition_cd',
  'weather_cd',
  'headcount',
] as const;

/** Raw text by field name. */
export const conditionsSchema = z.partialRecord(z.enum(CONDITION_FIELDS), z.string().nullable());

export type Conditions = z.infer<typeof conditionsSchema>;

export const raceFetchEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: z.number().int(), total: z.number().int() }),
  /** `missing`: races that are still not stored, because the service has none or could not be reached. */
  z.object({ type: z.literal('done'), missing: z.array(z.string()) }),
]);

export type RaceFetchEvent = z.infer<typeof raceFetchEventSchema>;

export const races = {
  /** The stored programs; other races are left out. Sends no requests. */
  conditions: procedure
    .input(z.object({ racekeys: z.array(racekey).max(MOST_RACES) }))
    .output(z.array(conditionsSchema)),
  /**
   * Requests the missing programs at the lowest priority; ending the stream stops it.
   * Fails only if no program at all could be fetched.
   */
  fetch: procedure
    .input(
      z.object({
        races: z.array(z.object({ racekey, racedate: racedateSchema.optional() })).max(MOST_RACES),
      }),
    )
    .output(eventIterator(raceFetchEventSchema)),
};
