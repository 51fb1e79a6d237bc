// The app itself: what it is, and what it is busy with.

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from '#shared/bridge/procedure.ts';

const about = z.object({
  version: z.string(),
  host: z.enum(['electron', 'web']),
  /** Today in Asia/Tokyo, YYYYMMDD. */
  today: z.string(),
  dataDir: z.string(),
});

/** What the status bar shows. */
export const activitySchema = z.object({
  inFlight: z.number().int(),
  queued: z.number().int(),
  /** Requests answered since the app started. */
  answered: z.number().int(),
  /** Epoch milliseconds until which the service asked for a pause (429), if it did. */
  pausedUntil: z.number().optional(),
  /** Why nothing is asked at all until the person acts. */
  blockedBy: z.enum(['UNAUTHORIZED', 'FORBIDDEN', 'KEY_MISSING']).optional(),
  reachable: z.boolean(),
  /**
   * Epoch milliseconds before which nothing is asked of a service that failed again and again; absent while it counts
   * as up. What a person asks for tries it earlier.
   */
  downUntil: z.number().optional(),
  /** How many days of sample racing are made, while the sample service makes them: questions wait for theirs. */
  sampleDays: z.object({ made: z.number().int(), of: z.number().int() }).optional(),
});

export type Activity = z.infer<typeof activitySchema>;

export const app = {
  about: procedure.output(about),
  /** The present activity at once, then every change. */
  activity: procedure.output(eventIterator(activitySchema)),
};
