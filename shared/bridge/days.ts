// The racing calendar: which days have racing, from the holding records (t_ka, d_ka).

import { z } from 'zod';
import { procedure } from '#shared/bridge/procedure.ts';
import { racedateSchema } from '#shared/bridge/source.ts';
import { readSheetSchema, wantedSheetsSchema } from '#shared/bridge/wanted-sheets.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';

const raceDay = z.object({
  racedate: z.string(),
  racecourses: z.array(z.string()),
  /** Before today in Tokyo, so its results are published. */
  past: z.boolean(),
});

export type RaceDay = z.infer<typeof raceDay>;

export const days = {
  /** Race days from `from` to `to` (YYYYMMDD, both ends included), oldest first. */
  list: procedure
    .input(z.object({ from: z.string().regex(/^\d{8}$/), to: z.string().regex(/^\d{8}$/) }))
    .output(
      z.object({
        days: z.array(raceDay),
        /** Days that could not be requested, so that they are not mistaken for days without racing. */
        unknown: z.array(z.string()),
      }),
    ),
  /**
   * Everything that the page of a past day shows, as far as it is stored whole; none if its races are not. What is absent is
   * read by itself. Sends no requests.
   */
  page: procedure
    .input(z.object({ racedate: racedateSchema, sheets: wantedSheetsSchema }))
    .output(z.object({ sheets: z.array(readSheetSchema) })),
  /** First and last day with stored records of a table; both absent if there are none. */
  stored: procedure
    .input(z.object({ table: z.enum(TABLE_CODES) }))
    .output(z.object({ from: z.string().optional(), to: z.string().optional() })),
};
