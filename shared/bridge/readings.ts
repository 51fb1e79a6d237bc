// How the connected service handles details that the specification leaves open, as far as Railbird detected it.

import { z } from 'zod';
import { withoutInput } from '#shared/bridge/procedure.ts';

export const learnedReadingSchema = z.object({
  kind: z.enum([
    /** The service omits the first day of a period. */
    'before',
    /** The service omits the last day of a period. */
    'after',
    /** The service rejects a one-day period, or returns another day. */
    'oneDay',
    /** The service expects the later end of a period first. */
    'swapped',
    /** The service returns periods of several days incompletely. */
    'oneByOne',
    /** How the service reports that nothing matches: `detail` is 204, 404, 400, null or absent. */
    'nothing',
    /** The status, `detail`, with which the service rejects a period that is too long. */
    'tooMuch',
    /** The longest period that the service accepts for a table: `detail` is the table's code, `days` the length. */
    'longest',
  ]),
  detail: z.string(),
  days: z.number().int().optional(),
  /** Epoch milliseconds. */
  since: z.number(),
});

export type LearnedReading = z.infer<typeof learnedReadingSchema>;

export const readings = {
  /** Empty if nothing was learned, or no service is connected. */
  list: withoutInput.output(z.array(learnedReadingSchema)),
  /** Follows the specification again, until something else is learned. */
  forget: withoutInput.output(z.array(learnedReadingSchema)),
};
