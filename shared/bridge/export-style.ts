// How a file is written, whatever it has: a preset and a saved export have one of these.

import { z } from 'zod';
import { EXPORT_FORMATS } from '#shared/bridge/export-formats.ts';
import { EXPORT_FORMS } from '#shared/bridge/export-forms.ts';

/** How CSV and TSV are encoded; other formats are always UTF-8. Excel detects UTF-8 by a byte order mark. */
export const ENCODINGS = ['utf-8', 'utf-8-bom', 'cp932'] as const;

export type Encoding = (typeof ENCODINGS)[number];

export const exportStyleShape = {
  format: z.enum(EXPORT_FORMATS),
  form: z.enum(EXPORT_FORMS),
  /** Labels have the unit of the cells. JSON records always use the names. */
  header: z.enum(['name', 'label', 'both']),
  /** Whether a column with the label stands beside each code, in the forms that take it. */
  labels: z.boolean().optional(),
  encoding: z.enum(ENCODINGS).optional(),
  /**
   * Whether cells of CSV and TSV that a spreadsheet would read as a formula get an apostrophe in front, header
   * included; values that look like numbers never do, and other formats are never changed.
   */
  neutralize: z.boolean().optional(),
};

export const exportStyleSchema = z.object(exportStyleShape);

export type ExportStyle = z.infer<typeof exportStyleSchema>;
