// The record of runners that ranked first by an index: finishes, and returns of flat stakes with an interval. Pure shapes;
// the procedure is in results.ts.

import { z } from 'zod';
import { columnNameSchema } from '#shared/bridge/names.ts';
import { columnFilterSchema, finishRatesSchema, stakesSchema } from '#shared/bridge/row-query.ts';

/** Share of the resampled returns that lie within the interval. */
export const INTERVAL_SHARE = 0.95;

/** Races are drawn as wholes, because runners of one race do not win independently of each other. */
export const RESAMPLES = 1000;

const betSchema = stakesSchema.extend({
  /**
   * Percent of the stakes; 95 of 100 returns of resampled races lie between these. Absent with fewer than two races, and
   * without a return.
   */
  interval: z.object({ low: z.number(), high: z.number() }).optional(),
});

export const rankRecordSchema = z.object({
  /** The column with the rank. */
  column: z.string(),
  /** Races that a runner that ranked first started in; several of one race may share the rank. */
  races: z.number().int(),
  /** Runners that ranked first, including those that did not start. */
  runners: z.number().int(),
  finish: finishRatesSchema,
  win: betSchema,
  place: betSchema,
  /** Finds these runners when added to the present filters. */
  filters: z.array(columnFilterSchema),
});

export type RankRecord = z.infer<typeof rankRecordSchema>;

export const rankRecordsRequestSchema = z.object({
  /** Columns with ranks in the race. */
  columns: z.array(columnNameSchema).max(60),
});
