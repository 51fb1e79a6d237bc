// Exports an open result as a file. The main process writes it; the window watches and may cancel.

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { rowFiltersSchema } from '#shared/bridge/row-query.ts';
import { procedure } from '#shared/bridge/procedure.ts';
import { sortSchema } from '#shared/bridge/source.ts';
import { EXPORT_FORMATS } from '#shared/bridge/export-formats.ts';

export const exportRequestSchema = z.object({
  /** The open result to write, as it is when the export starts, even if it is closed or renewed later. */
  resultId: z.string(),
  sort: sortSchema.optional(),
  /** The file holds exactly the rows that pass. */
  ...rowFiltersSchema,
  /** In the order of the file. */
  columns: z.array(z.string()).min(1),
  /** The frozen layout that gives the columns; the manifest names it. */
  layout: z.object({ name: z.string(), version: z.number().int() }).optional(),
  format: z.enum(EXPORT_FORMATS),
  header: z.enum(['name', 'label', 'both']),
  values: z.enum(['raw', 'label']),
  /** Whether CSV and TSV begin with a byte order mark, by which Excel detects UTF-8; other formats have none. */
  byteOrderMark: z.boolean().optional(),
  /**
   * Whether cells of CSV and TSV that a spreadsheet would read as a formula get an apostrophe in front, header
   * included; values that look like numbers never do, and other formats are never changed.
   */
  neutralize: z.boolean().optional(),
  language: z.enum(['en', 'ja']),
});

export type ExportRequest = z.infer<typeof exportRequestSchema>;

/** The content and form of a file, independent of the result. */
export type FileRequest = Omit<ExportRequest, 'resultId'>;

export const exportEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), written: z.number().int(), total: z.number().int() }),
  z.object({
    type: z.literal('done'),
    path: z.string(),
    /** In a browser window: where the file can be fetched from, relative to the window's own address. */
    download: z.string().optional(),
    records: z.number().int(),
    bytes: z.number().int(),
    sha256: z.string(),
    complete: z.boolean(),
    /** Number of cells, header included, that a spreadsheet would read as a formula. */
    formulas: z.number().int(),
    /** Names of the columns of these cells. */
    formulaColumns: z.array(z.string()),
  }),
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
  watch: procedure.input(z.object({ exportId: z.string() })).output(eventIterator(exportEventSchema)),
  /** Deletes the partial file within a second. */
  cancel: procedure.input(z.object({ exportId: z.string() })).output(z.object({})),
};
