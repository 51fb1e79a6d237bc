// The choices of the last export: they are remembered, so that next week's file has the same form.

import { z } from 'zod';
import { EXPORT_FORMATS } from '#shared/bridge/export-formats.ts';
import type { SavedLayout } from '#shared/saved-views/view.ts';

export const exportChoiceSchema = z.object({
  columns: z.enum(['shown', 'all']),
  /** Id of the frozen layout that gives the columns instead, by table. */
  layouts: z.record(z.string(), z.string()).optional(),
  format: z.enum(EXPORT_FORMATS).optional(),
  header: z.enum(['name', 'label', 'both']),
  values: z.enum(['raw', 'label']),
  /** Excel needs a byte order mark, which many programs read as a part of the first column's name. */
  encoding: z.enum(['programs', 'excel']).optional(),
  /** What happens to texts that a spreadsheet would read as formulas; by default only Excel files neutralize them. */
  formulas: z.enum(['keep', 'neutralize']).optional(),
});

export type ExportChoice = z.infer<typeof exportChoiceSchema>;

export const FIRST_CHOICE: ExportChoice = { columns: 'shown', header: 'name', values: 'raw' };

/** The choices as they apply to the result on screen: defaults filled in, columns resolved. */
export interface ResolvedChoice {
  readonly format: NonNullable<ExportChoice['format']>;
  readonly encoding: NonNullable<ExportChoice['encoding']>;
  readonly formulas: NonNullable<ExportChoice['formulas']>;
  /** The frozen layout that gives the columns. */
  readonly layout: SavedLayout | undefined;
  readonly columns: readonly string[];
  /** Columns of the layout that the result does not have. */
  readonly absent: readonly string[];
}
