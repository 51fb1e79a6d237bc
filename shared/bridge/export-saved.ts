// Saved exports: what to write and how, under a name that the user gave, for next week's file with the same columns in
// the same order. The main process stores them, so the command line has them too.

import { z } from 'zod';
import { columnNameSchema, idSchema } from '#shared/bridge/names.ts';
import { groupsRequestSchema } from '#shared/bridge/group-figures.ts';
import { columnFilterSchema, quickSearchSchema } from '#shared/bridge/row-query.ts';
import { exportStyleSchema } from '#shared/bridge/export-style.ts';
import { procedure } from '#shared/bridge/procedure.ts';
import { revisionSchema } from '#shared/bridge/revision.ts';
import { sortSchema, sourceSchema, type ResultSource } from '#shared/bridge/source.ts';
import type { BrowsableCode } from '#shared/catalogue/browsable.ts';
import { NAME_STYLES } from '#shared/names/latin.ts';
import { viewNameSchema } from '#shared/saved-views/view.ts';

/** The most saved exports. */
export const MOST_SAVED_EXPORTS = 500;

export const savedExportSchema = z.object({
  id: z.string().min(1).max(64),
  name: viewNameSchema,
  /** What it was saved from; another period can take the place of its own. */
  source: sourceSchema,
  /** In the order of the file. */
  columns: z.array(columnNameSchema.min(1)).min(1).max(600),
  sort: sortSchema,
  filters: z.array(columnFilterSchema).max(100),
  quick: quickSearchSchema.optional(),
  /** It writes the groups of the rows; `columns` are then those of the groups and have no effect. */
  groups: groupsRequestSchema.optional(),
  style: exportStyleSchema,
  language: z.enum(['en', 'ja']),
  names: z.enum(NAME_STYLES).optional(),
});

export type SavedExport = z.infer<typeof savedExportSchema>;

/** A saved export as it is stored. */
const storedExportSchema = savedExportSchema.extend({ revision: revisionSchema });

export type StoredExport = z.infer<typeof storedExportSchema>;

/** Saved exports belong to a table, a subject, or SQL. */
export function savedExportTable(source: ResultSource): BrowsableCode | 'sql' {
  if (source.kind === 'sql') return source.kind;
  return source.kind === 'table' ? source.table : source.subject;
}

export const savedExports = {
  /** Those of a table (savedExportTable), by name. */
  list: procedure.input(z.object({ table: idSchema })).output(z.array(storedExportSchema)),
  /**
   * Stores it under its id, in place of the one of `basis`; without a basis there must be none of this id. Errors:
   * CHANGED_ELSEWHERE, SAVED_EXPORT_NAME_TAKEN, TOO_MANY_SAVED_EXPORTS.
   */
  save: procedure.input(savedExportSchema.extend({ basis: revisionSchema.optional() })).output(z.object({})),
  /** Errors: CHANGED_ELSEWHERE if it is no longer the one of `basis`. */
  remove: procedure.input(z.object({ id: idSchema, basis: revisionSchema })).output(z.object({})),
};
