// Results: a source opened for looking at. The window holds only the cells near its viewport; order and
// records stay in the main process.

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  rowQueryResultSchema,
  groupsSchema,
  profileSchema,
  rowQuerySchema,
  statisticsSchema,
  valueListSchema,
} from '#shared/bridge/row-query.ts';
import { procedure } from '#shared/bridge/procedure.ts';
import { sortSchema, sourceSchema } from '#shared/bridge/source.ts';
import { ERROR_CODES, type ErrorCode } from '#shared/errors.ts';

/** An error as it crosses the bridge (shared/errors.ts). */
const failureSchema = z.object({
  code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** Why a set cannot be called complete (docs/decisions.md, "completeness"). */
export const incompletenessSchema = z.object({
  reason: z.enum([
    'count_differs',
    'cut_short',
    'round_number',
    'headcount_differs',
    'paging_hint',
    /** The answer held records that were not asked for: whether it held all that were, it cannot vouch. */
    'outside_filter',
    /** Of archives of earlier versions: records that came twice word for word are counted now. */
    'repeated_records',
    /** Two records with one key and different values. */
    'duplicate_keys',
    /** The answer said that it answers another question. */
    'other_question',
    /** By the service's clock the day was not over when it was asked for, by this computer's it was. */
    'clock_ahead',
    'day_missing',
    /** Races that are known to have been run, without a record; `where` is the race key. */
    'race_missing',
    /** Runners whose entries name past runs, without a record of them; `where` is the race key. */
    'runs_missing',
    /** Nothing tells whether this is all: the program or the meetings of the days could not be had, or lack it. */
    'unchecked',
    /** No racing at all is known of these weekends, `where`: there is, but at New Year's. */
    'no_racing_known',
    'not_fetched',
    /** Races that the horse ran in, of which the service has no result; `where` is the race key. */
    'run_unknown',
    /** Of a horse's runs: those before `where`, a race date, are not all known. */
    'earlier_runs',
  ]),
  /** Which window, day or race, as the person knows it: a date, a period, a race key. */
  where: z.string(),
  /** The error that kept it from being fetched, where there was one. */
  because: failureSchema.optional(),
});

export type Incompleteness = z.infer<typeof incompletenessSchema>;

export const summarySchema = z.object({
  resultId: z.string(),
  records: z.number().int(),
  /** Names in the catalogue's order, then those the catalogue does not know. Absent in every record: left out. */
  columns: z.array(z.object({ name: z.string(), known: z.boolean() })),
  complete: z.boolean(),
  reasons: z.array(incompletenessSchema),
  /** Records that did not match the filter they were asked with: kept aside, never shown as matching. */
  setAside: z.number().int(),
  /** Values whose JSON type is not the catalogue's, kept raw, and fields of it that records lack. */
  drift: z.number().int(),
  /** Records that came twice word for word, and were taken out: nothing is lost with them. */
  repeated: z.number().int(),
  /** Results whose indices are still blank: they come days after the race. */
  provisional: z.number().int(),
  /** When the oldest part was fetched, epoch milliseconds; absent when nothing was fetched. */
  fetchedAt: z.number().optional(),
  /** Windows answered by the service just now, and those the archive already held. */
  windows: z.object({ fetched: z.number().int(), stored: z.number().int() }),
});

export type Summary = z.infer<typeof summarySchema>;

export const openEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    windowsDone: z.number().int(),
    windowsTotal: z.number().int(),
    records: z.number().int(),
  }),
  z.object({ type: z.literal('opened'), summary: summarySchema }),
]);

/** Raw text by column; null is null. `cells[c][r]` is column c of the request, row `from + r`. */
const cells = z.array(z.array(z.string().nullable()));

const columnNames = z.array(z.string()).max(400);

/** Rows from `from`, at most `count` of them, of the named columns. */
const windowSchema = z.object({
  columns: columnNames,
  from: z.number().int().min(0),
  count: z.number().int().min(0).max(1000),
});

/** A small result at once: a race's tab, a horse's runs. */
export const sheetSchema = summarySchema.extend({ cells });

export type Sheet = z.infer<typeof sheetSchema>;

/** Most records that `read` answers. */
export const SHEET_LIMIT = 2000;

const openInput = z.object({
  source: sourceSchema,
  /** Ask the service again even for what is held. */
  refresh: z.boolean().optional(),
});

const payoffFigures = z.object({
  bet: z.string(),
  n: z.number().int(),
  min: z.number(),
  p10: z.number(),
  p25: z.number(),
  median: z.number(),
  mean: z.number(),
  p75: z.number(),
  p90: z.number(),
  max: z.number(),
});

export type PayoffFigures = z.infer<typeof payoffFigures>;

const ofResult = z.object({ resultId: z.string() });

/** What the open results hold in memory: columns not looked at for a while are let go. */
export const loadedSchema = z.object({
  bytes: z.number().int(),
  /** Above this, what was not looked at for longest is let go. */
  budget: z.number().int(),
  results: z.array(
    z.object({
      resultId: z.string(),
      records: z.number().int(),
      columns: z.array(z.string()),
      bytes: z.number().int(),
    }),
  ),
});

export type LoadedInMemory = z.infer<typeof loadedSchema>;

export const renewedSchema = z.object({
  summary: summarySchema,
  arranged: rowQueryResultSchema,
  /** Where the anchor's record stands now; where it would stand, if it is gone. Absent where no row is left. */
  row: z.number().int().optional(),
});

export type Renewed = z.infer<typeof renewedSchema>;

export const results = {
  /** Progress while windows are fetched, then the summary; ending the stream cancels what is not fetched yet. */
  open: procedure.input(openInput).output(eventIterator(openEventSchema)),
  /** Opens and answers every cell, in the summary's column order; RESULT_TOO_LARGE above SHEET_LIMIT records. */
  read: procedure.input(openInput.extend({ sort: sortSchema.optional() })).output(sheetSchema),
  /**
   * Filters, searches and sorts the open result; every other call is then about these rows. With `window` the answer
   * has the cells that are on screen. A newer call cancels an older one that is still running (CANCELLED).
   * RESULT_CLOSED if the main process has evicted the result.
   */
  arrange: procedure
    .input(
      rowQuerySchema.extend({
        resultId: z.string(),
        window: windowSchema.optional(),
      }),
    )
    .output(rowQueryResultSchema.extend({ cells: cells.optional() })),
  /** Cells of `count` arranged rows from row `from`, for the named columns; fewer at the end. */
  window: procedure.input(windowSchema.extend({ resultId: z.string() })).output(z.object({ cells })),
  /**
   * The distinct values of a column with their counts, of the rows that pass the filters of the other columns.
   * `contains` is looked for in the raw values and in the labels of codes, folded. Ordered by count, the most
   * frequent first, or in the column's own order with blanks last. A newer question for the same column ends an
   * older one with CANCELLED, as do those below.
   */
  values: procedure
    .input(
      ofResult.extend({
        column: z.string(),
        contains: z.string().max(200).optional(),
        limit: z.number().int().min(1).max(2000),
        order: z.enum(['count', 'value']).optional(),
      }),
    )
    .output(valueListSchema),
  /** What a column holds in the arranged rows; with `others` in the rows that pass the filters of other columns. */
  profile: procedure
    .input(ofResult.extend({ column: z.string(), others: z.boolean().optional() }))
    .output(profileSchema),
  /** The arranged rows grouped by the values of one or two columns; largest first, or in the columns' own order. */
  groups: procedure
    .input(
      ofResult.extend({
        by: z.array(z.string()).min(1).max(2),
        measures: z.array(z.string()).max(8).optional(),
        limit: z.number().int().min(1).max(5000).optional(),
        order: z.enum(['count', 'value']).optional(),
      }),
    )
    .output(groupsSchema),
  /** Of a selection: arranged rows `from` to `to`, `to` not included, in the named columns. */
  statistics: procedure
    .input(
      ofResult.extend({
        from: z.number().int().min(0),
        to: z.number().int().min(0),
        columns: columnNames,
      }),
    )
    .output(statisticsSchema),
  /** Columns that are blank in every arranged row. */
  emptyColumns: procedure.input(ofResult).output(z.object({ names: z.array(z.string()) })),
  /**
   * How often the archive was written where this result reads since it was opened or renewed: at once, then after
   * each write. The rows on screen stay as they are until `renew`.
   */
  changed: procedure.input(ofResult).output(eventIterator(z.object({ writes: z.number().int() }))),
  /**
   * Reads the source again from the archive alone, as it is held now, under the same id and in the same
   * arrangement. `anchor` is an arranged row of before whose record the window wants to keep in its place.
   */
  renew: procedure
    .input(ofResult.extend({ anchor: z.object({ row: z.number().int().min(0) }).optional() }))
    .output(renewedSchema),
  stored: procedure.output(loadedSchema),
  close: procedure.input(z.object({ resultId: z.string() })).output(z.object({})),
  /** Distribution of the payoffs of an open `payoffs` result, a row a bet that occurs. Yen per 100 yen. */
  payoffFigures: procedure.input(z.object({ resultId: z.string() })).output(z.array(payoffFigures)),
};
