// Races by their keys, as far as the archive holds their programs: what a horse's past runs were run over.

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from '#shared/bridge/procedure.ts';
import { racedateSchema } from '#shared/bridge/source.ts';

/** Eighteen runners with five runs each, and room to spare. */
const MOST_RACES = 200;

const racekey = z.string().max(16);

/** Fields of the race program (t_ra, d_ra) that say where, over what and how a race was run. */
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
  /** `missing`: races that are still not held, because the service has none or could not be asked. */
  z.object({ type: z.literal('done'), missing: z.array(z.string()) }),
]);

export type RaceFetchEvent = z.infer<typeof raceFetchEventSchema>;

export const races = {
  /** Of the programs that are held; races not held are left out. Asks nobody. */
  conditions: procedure
    .input(z.object({ racekeys: z.array(racekey).max(MOST_RACES) }))
    .output(z.array(conditionsSchema)),
  /**
   * Asks the service for the programs that are not held, behind whatever else is asked; ending the stream stops it.
   * Fails only when nothing at all could be had.
   */
  fetch: procedure
    .input(
      z.object({
        races: z.array(z.object({ racekey, racedate: racedateSchema.optional() })).max(MOST_RACES),
      }),
    )
    .output(eventIterator(raceFetchEventSchema)),
};
