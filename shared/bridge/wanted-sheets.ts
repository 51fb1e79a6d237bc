// The sheets of a race or day that a page wants, and those that were read for it.

import { z } from 'zod';
import { columnNameSchema } from '#shared/bridge/names.ts';
import { sheetSchema } from '#shared/bridge/results.ts';
import { DAY_RECORDS } from '#shared/catalogue/day-tables.ts';

/** One kind of record, with these columns or all. */
const wantedSheetSchema = z.object({
  record: z.enum(DAY_RECORDS),
  columns: z.array(columnNameSchema).max(400).optional(),
});

export type WantedSheet = z.infer<typeof wantedSheetSchema>;

export const wantedSheetsSchema = z.array(wantedSheetSchema).max(DAY_RECORDS.length);

export const readSheetSchema = wantedSheetSchema.extend({ sheet: sheetSchema });

export type ReadSheet = z.infer<typeof readSheetSchema>;
