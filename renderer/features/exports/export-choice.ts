// How a person last wanted exports written: kept, so that next week's file has the same form.

import { z } from 'zod';
import { EXPORT_FORMATS } from '#shared/bridge/export-formats.ts';

export const exportChoiceSchema = z.object({
  columns: z.enum(['shown', 'all']),
  /** Id of the frozen layout that gives the columns instead, by table. */
  layouts: z.record(z.string(), z.string()).optional(),
  format: z.enum(EXPORT_FORMATS).optional(),
  header: z.enum(['name', 'label', 'both']),
  values: z.enum(['raw', 'label']),
  /** Whom text is encoded for: Excel needs a byte order mark, which many programs take for a part of the first name. */
  encoding: z.enum(['programs', 'excel']).optional(),
  /** What becomes of texts that a spreadsheet would read as formulas; unless chosen, they are kept but for Excel. */
  formulas: z.enum(['keep', 'neutralize']).optional(),
});

export type ExportChoice = z.infer<typeof exportChoiceSchema>;

export const FIRST_CHOICE: ExportChoice = { columns: 'shown', header: 'name', values: 'raw' };
