// The choices of the last export of a table: they are remembered, so that next week's file has the same form.

import { z } from 'zod';
import { EXPORT_PRESETS } from '#shared/bridge/export-presets.ts';
import type { SavedExport, StoredExport } from '#shared/bridge/export-saved.ts';
import { exportStyleSchema, type ExportStyle } from '#shared/bridge/export-style.ts';
import type { SavedLayout } from '#shared/saved-views/view.ts';

export const exportChoiceSchema = z.object({
  columns: z.enum(['shown', 'all']),
  /** Id of the frozen layout that gives the columns instead. */
  layout: z.string().optional(),
  /** Id of the saved export that gives columns, filters and order instead. */
  saved: z.string().optional(),
  style: exportStyleSchema,
});

export type ExportChoice = z.infer<typeof exportChoiceSchema>;

export const FIRST_CHOICE: ExportChoice = { columns: 'shown', style: EXPORT_PRESETS.delivered.style };

type Unstyled = Omit<SavedExport, 'id' | 'name' | 'style'>;

/**
 * What is written, apart from its style: the same whether it goes into a file or under a name. A part that may be
 * absent is named nevertheless, so that the compiler finds where one was forgotten.
 */
export type ExportContent = { readonly [part in keyof Required<Unstyled>]: Unstyled[part] };

export const contentOf = ({
  source,
  columns,
  sort,
  filters,
  quick,
  groups,
  language,
  names,
}: SavedExport): ExportContent => ({ source, columns, sort, filters, quick, groups, language, names });

/** The choices as they apply to the result on screen. */
export interface ResolvedChoice {
  readonly style: ExportStyle;
  /** The frozen layout that gives the columns. */
  readonly layout: SavedLayout | undefined;
  /** The saved export that gives the content. */
  readonly saved: StoredExport | undefined;
  readonly content: ExportContent;
  /** Columns of the layout or saved export that the result does not have. */
  readonly absent: readonly string[];
  /** Whether the rows can have the order on screen: the result has every column that they are sorted by. */
  readonly keepsOrder: boolean;
  /** Whether the screen composes the cells of this form, in columns of its own. */
  readonly composes: boolean;
  /** Whether the cells are those that the screen composed. */
  readonly isComposed: boolean;
}
