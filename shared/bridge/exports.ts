// Exports an open result as a file. The main process writes it; the window watches and may cancel.

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { columnNameSchema, idSchema } from '#shared/bridge/names.ts';
import { groupsRequestSchema } from '#shared/bridge/group-figures.ts';
import { rowFiltersSchema } from '#shared/bridge/row-query.ts';
import { NAME_STYLES } from '#shared/names/latin.ts';
import { procedure } from '#shared/bridge/procedure.ts';
import { incompletenessSchema } from '#shared/bridge/results.ts';
import { sortSchema } from '#shared/bridge/source.ts';
import { exportStyleShape } from '#shared/bridge/export-style.ts';

/** More than any screen that composes cells has rows. */
const MOST_COMPOSED = 5000;

/** Of a grid that composes cells, and of any file: SQL can join every table with itself. */
const MOST_COMPOSED_COLUMNS = 600;
const MOST_COLUMNS = 10_000;

/** A date, a period, or a race key. */
const LONGEST_PLACE = 2_000;

/** Without the error that prevented fetching: its texts have no end, and the manifest does without them. */
const screenReasonSchema = incompletenessSchema
  .omit({ because: true })
  .extend({ where: z.string().max(LONGEST_PLACE) });

const composedCellSchema = z.string().max(32_767).nullable();

export const composedSchema = z.object({
  columns: z
    .array(
      z.object({ name: columnNameSchema, label: z.object({ en: columnNameSchema, ja: columnNameSchema }) }),
    )
    .min(1)
    .max(MOST_COMPOSED_COLUMNS),
  /** Cells by row, in the order on screen. */
  rows: z.array(z.array(composedCellSchema).max(MOST_COMPOSED_COLUMNS)).max(MOST_COMPOSED),
  /** Why the screen is incomplete: its cells may be joined from more records than those of the result. */
  reasons: z.array(screenReasonSchema).max(MOST_COMPOSED).optional(),
});

export type ComposedCells = z.infer<typeof composedSchema>;

export const exportRequestSchema = z.object({
  /** The open result to write, as it is when the export starts, even if it is closed or renewed later. */
  resultId: idSchema,
  sort: sortSchema.optional(),
  /** The file holds exactly the rows that pass. */
  ...rowFiltersSchema,
  /** In the order of the file. */
  columns: z.array(columnNameSchema).min(1).max(MOST_COLUMNS),
  /** The frozen layout that gives the columns; the manifest names it. */
  layout: z.object({ name: columnNameSchema, version: z.number().int() }).optional(),
  ...exportStyleShape,
  /** Whether characters that CP932 lacks are written as 〓; without it the export ends with their list. */
  replaceUnwritable: z.boolean().optional(),
  /**
   * The cells on screen, for the form `shown` of a grid that composes cells of several fields: they are written as they
   * are, in place of the rows of the result, which the manifest still names.
   */
  composed: composedSchema.optional(),
  /** The file has the groups of the rows in place of the rows, all of them; `columns` has no effect. */
  groups: groupsRequestSchema.optional(),
  language: z.enum(['en', 'ja']),
  /** How names are written in the form `shown`; as recorded unless given. */
  names: z.enum(NAME_STYLES).optional(),
});

export type ExportRequest = z.infer<typeof exportRequestSchema>;

/** The content and form of a file, independent of the result. */
export type FileRequest = Omit<ExportRequest, 'resultId'>;

/** A character that the encoding lacks: how often it occurs, and in which columns of the file. */
export const unwritableSchema = z.object({
  character: z.string(),
  count: z.number().int(),
  columns: z.array(z.string()),
});

export type Unwritable = z.infer<typeof unwritableSchema>;

export const exportEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    /** Whether the cells are still checked for characters that the encoding lacks. */
    checking: z.boolean().optional(),
    written: z.number().int(),
    total: z.number().int(),
  }),
  z.object({
    type: z.literal('done'),
    path: z.string(),
    /** In a browser window: where the file can be fetched from, relative to the window's own address. */
    download: z.string().optional(),
    records: z.number().int(),
    columns: z.number().int(),
    bytes: z.number().int(),
    sha256: z.string(),
    complete: z.boolean(),
    /** Number of cells, header included, that a spreadsheet would read as a formula. */
    formulas: z.number().int(),
    /** Names of the columns of these cells. */
    formulaColumns: z.array(z.string()),
    /** Number of cells that could not be read as values of their type and are empty, and the names of their columns. */
    unreadable: z.number().int(),
    unreadableColumns: z.array(z.string()),
    /** How many characters were written as 〓. */
    replaced: z.number().int(),
  }),
  /** Nothing was written: the encoding lacks these characters, most frequent first. */
  z.object({ type: z.literal('unwritable'), characters: z.array(unwritableSchema) }),
  z.object({ type: z.literal('cancelled') }),
]);

export type ExportEvent = z.infer<typeof exportEventSchema>;

export const exports = {
  /**
   * Under Electron asks where to save first (a dismissed dialog yields `cancelled`). RESULT_CLOSED if the main process
   * has evicted the result: open its source again.
   */
  start: procedure.input(exportRequestSchema).output(z.object({ exportId: z.string() })),
  /** Progress from now on, ended by `done` or `cancelled`, or by an error if it fails. */
  watch: procedure.input(z.object({ exportId: idSchema })).output(eventIterator(exportEventSchema)),
  /** Deletes the partial file within a second. */
  cancel: procedure.input(z.object({ exportId: idSchema })).output(z.object({})),
  /** Shows the finished file in the system's file manager; `shown` is false where there is none to show it in. */
  reveal: procedure.input(z.object({ exportId: idSchema })).output(z.object({ shown: z.boolean() })),
};
