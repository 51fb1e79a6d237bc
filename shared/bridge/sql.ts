// The queries that the user wrote in the SQL screen. Their results are opened like any other (source.ts).

import { z } from 'zod';
import { procedure, withoutInput } from '#shared/bridge/procedure.ts';
import { LONGEST_SQL } from '#shared/bridge/source.ts';

/** The most queries that are remembered; the oldest go. */
export const MOST_PAST_QUERIES = 300;

export const pastQuerySchema = z.object({
  /** Each text is remembered once. */
  sql: z.string().min(1).max(LONGEST_SQL),
  /** When it was run last, epoch milliseconds. */
  at: z.number(),
  /** How many rows it had then; absent if it failed or was stopped. */
  rows: z.number().int().optional(),
});

export type PastQuery = z.infer<typeof pastQuerySchema>;

export const sql = {
  /** The newest first. */
  history: withoutInput.output(z.array(pastQuerySchema)),
  /** Remembers a query that was run, as the newest. */
  remember: procedure.input(pastQuerySchema.omit({ at: true })).output(z.object({})),
  /** Forgets one query, or all of them. */
  forget: procedure.input(z.object({ sql: z.string().max(LONGEST_SQL).optional() })).output(z.object({})),
};
