// Every place of the window that one can be at, go back to, and find again after a restart.

import { z } from 'zod';
import { selectionSchema } from '#shared/bridge/downloads.ts';
import { filterSchema } from '#shared/bridge/source.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';

export const RACE_TABS = ['card', 'prerace', 'training', 'past', 'result', 'payoffs'] as const;

export type RaceTab = (typeof RACE_TABS)[number];

export const placeSchema = z.discriminatedUnion('screen', [
  /** Without a date: the race day nearest to today. */
  z.object({ screen: z.literal('day'), racedate: z.string().optional() }),
  z.object({ screen: z.literal('race'), racekey: z.string(), tab: z.enum(RACE_TABS) }),
  z.object({ screen: z.literal('horse'), horse_id: z.string() }),
  z.object({ screen: z.literal('table'), table: z.enum(TABLE_CODES), filter: filterSchema.optional() }),
  z.object({
    screen: z.literal('payoffs'),
    from: z.string().optional(),
    to: z.string().optional(),
    bets: z.array(z.string()).optional(),
    racecourses: z.array(z.string()).optional(),
  }),
  /** Without tables and a period: where the screen begins. */
  z.object({
    screen: z.literal('downloads'),
    from: z.string().optional(),
    to: z.string().optional(),
    tables: selectionSchema.shape.tables.min(0).optional(),
  }),
  z.object({ screen: z.literal('settings') }),
]);

export type Route = z.infer<typeof placeSchema>;

export const FIRST_PLACE: Route = { screen: 'day' };

/** Whether two places show the same thing: then going there is no new step of the way. */
export function samePlace(a: Route, b: Route): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
