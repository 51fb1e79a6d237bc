// What was learnt of how the connected service reads the points that the specification leaves open.

import { z } from 'zod';
import { procedure } from '#shared/bridge/procedure.ts';

export const learntReadingSchema = z.object({
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

export type LearntReading = z.infer<typeof learntReadingSchema>;

export const readings = {
  /** Empty where nothing was learnt, or no service is connected. */
  list: procedure.output(z.array(learntReadingSchema)),
  /** Asks the service again as the specification says, until something else is learnt. */
  forget: procedure.output(z.array(learntReadingSchema)),
};
