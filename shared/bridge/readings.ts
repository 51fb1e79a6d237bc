// What was learned of how the connected service reads the points that the specification leaves open.

import { z } from 'zod';
import { procedure } from '#shared/bridge/procedure.ts';

export const learnedReadingSchema = z.object({
  kind: z.enum([
    /** The first day of a period is left out by the service. */
    'before',
    /** The last day is. */
    'after',
    /** A period of one day is refused, or answered with another day. */
    'oneDay',
    /** The later end of a period is expected first. */
    'swapped',
    /** A period of several days is not answered whole. */
    'oneByOne',
    /** How it says that nothing matches: `detail` is 204, 404, 400, null or absent. */
    'nothing',
    /** A status, `detail`, with which it refuses a period that is too long. */
    'tooMuch',
    /** The longest period that it answers of a table: `detail` is the table's code, `days` the length. */
    'longest',
  ]),
  detail: z.string(),
  days: z.number().int().optional(),
  /** Epoch milliseconds. */
  since: z.number(),
});

export type LearnedReading = z.infer<typeof learnedReadingSchema>;

export const readings = {
  /** Empty where nothing was learned, or no service is connected. */
  list: procedure.output(z.array(learnedReadingSchema)),
  /** Asks the service again as the specification says, until something else is learned. */
  forget: procedure.output(z.array(learnedReadingSchema)),
};
