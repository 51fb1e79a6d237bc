// Results: a source opened for display. The window has only the cells near its viewport; order and
// records stay in the main process.

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { columnNameSchema, idSchema } from '#shared/bridge/names.ts';
import {
  rowFiltersSchema,
  rowQueryResultSchema,
  groupsSchema,
  profileSchema,
  rowQuerySchema,
  statisticsSchema,
  valueListSchema,
} from '#shared/bridge/row-query.ts';
import { groupsRequestSchema } from '#shared/bridge/group-figures.ts';
import { rankRecordSchema, rankRecordsRequestSchema } from '#shared/bridge/rank-records.ts';
import {
  payoffFiguresRequestSchema,
  payoffFiguresSchema,
  payoffRanksRequestSchema,
  payoffRanksSchema,
  payoffsOfBetRequestSchema,
  payoffsOfBetSchema,
} from '#shared/bridge/payoffs.ts';
import { procedure, withoutInput } from '#shared/bridge/procedure.ts';
import { recordSourceSchema, sortSchema, sourceSchema } from '#shared/bridge/source.ts';
import { BROWSABLE_CODES } from '#shared/catalogue/browsable.ts';
import { SQL_TYPES } from '#shared/catalogue/sql-column.ts';
import { ERROR_CODES, type ErrorCode } from '#shared/errors.ts';

/** An error as it crosses the bridge (shared/errors.ts). */
export const failureSchema = z.object({
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
    /** The response had records that were not requested, so it may lack some that were. */
    'outside_filter',
    /** From archives of earlier versions; identical records are only counted now. */
    'repeated_records',
    /** Two records with one key and different values. */
    'duplicate_keys',
    /** The response says that it belongs to another request. */
    'other_question',
    /** The day was over by this computer's clock when it was fetched, but not by the service's. */
    'clock_ahead',
    'day_missing',
    /** A race that was run has no record; `where` is the race key. */
    'race_missing',
    /** A runner whose entry lists past runs has no record of them; `where` is the race key. */
    'runs_missing',
    /** The records could not be verified: the program or the meetings of the days are missing or lack it. */
    'unchecked',
    /** No racing is known on the weekends `where`; only around New Year is that normal. */
    'no_racing_known',
    'not_fetched',
    /** The service has fewer records than `before`, which were stored of a day that was over. */
    'fewer_records',
    /** The order of finish was stored, and most of it is blank in a newer answer. */
    'finish_gone',
    /** The horse ran in a race for which the service has no result; `where` is the race key. */
    'run_unknown',
    /** Runs of a horse before `where`, a race date, may be missing. */
    'earlier_runs',
    /** A SQL query has more rows than the first `where`, which were kept. */
    'rows_cut',
  ]),
  /** The period, day or race: a date, a period, or a race key. */
  where: z.string(),
  /** How many records there were. */
  before: z.number().int().optional(),
  /** The error that prevented fetching, if there was one. */
  because: failureSchema.optional(),
});

export type Incompleteness = z.infer<typeof incompletenessSchema>;

export const summarySchema = z.object({
  resultId: z.string(),
  records: z.number().int(),
  /** In the catalogue's order, then unknown ones. Columns absent from every record are left out. */
  columns: z.array(
    z.object({
      name: z.string(),
      known: z.boolean(),
      /** Of a SQL query: how its values are read, and the table whose column of this name a text is shown as. */
      sql: z.object({ type: z.enum(SQL_TYPES), of: z.enum(BROWSABLE_CODES).optional() }).optional(),
    }),
  ),
  complete: z.boolean(),
  reasons: z.array(incompletenessSchema),
  /** Number of records that did not match their request's filter: quarantined, never shown as matching. */
  quarantined: z.number().int(),
  /** Number of values whose JSON type differs from the catalogue's, stored raw, and of missing fields. */
  drift: z.number().int(),
  /** Number of identical copies that were removed: nothing is lost with them. */
  repeated: z.number().int(),
  /** Results whose indices are still blank: they come days after the race. */
  provisional: z.number().int(),
  /** When the oldest part was fetched, epoch milliseconds; absent when nothing was fetched. */
  fetchedAt: z.number().optional(),
  /** Periods that the service has just returned, and those that were already stored. */
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

const columnNames = z.array(columnNameSchema).max(400);

/** Rows from `from`, at most `count` of them, of the named columns. */
const windowSchema = z.object({
  columns: columnNames,
  from: z.number().int().min(0),
  count: z.number().int().min(0).max(1000),
});

/** A small result in one response: a race's tab, a horse's runs. */
export const sheetSchema = summarySchema.extend({
  /** What was read; of a day or a race, the table that has the records. */
  source: sourceSchema,
  cells,
});

export type Sheet = z.infer<typeof sheetSchema>;

/** Most records that `read` returns. */
export const SHEET_LIMIT = 2000;

const openInput = z.object({
  source: sourceSchema,
  /** Whether to request even the stored days again. */
  refresh: z.boolean().optional(),
});

const readInput = openInput.extend({
  source: z.union([sourceSchema, recordSourceSchema]),
  sort: sortSchema.optional(),
  /** Only these columns, for records with many; those that the result lacks are left out. By default all. */
  columns: columnNames.optional(),
  /** Requests nothing: OFFLINE_NOT_STORED, or an incomplete sheet, without what is not stored. */
  stored: z.boolean().optional(),
});

const ofResult = z.object({ resultId: idSchema });

/**
 * The row order whose rows are meant by their places; another is refused with ROWS_ARRANGED. Without it the rows are those
 * that stand there.
 */
const ofRowOrder = { rowOrder: z.number().int().optional() };

/** The memory of the open results: columns that are not used for a while are evicted. */
export const loadedSchema = z.object({
  bytes: z.number().int(),
  /** Above this, the least recently used columns are evicted. */
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
  /** The row of the anchor's record now, or where it would be if it is gone. Absent if no row is left. */
  row: z.number().int().optional(),
});

export type Renewed = z.infer<typeof renewedSchema>;

export const results = {
  /** Progress while records are fetched, then the summary; ending the stream cancels the rest. */
  open: procedure.input(openInput).output(eventIterator(openEventSchema)),
  /** Opens a source and returns all cells, in the summary's column order; RESULT_TOO_LARGE above SHEET_LIMIT records. */
  read: procedure.input(readInput).output(sheetSchema),
  /**
   * Filters, searches and sorts the open result; every other call is then about these rows. With `window` the answer
   * has the cells that are on screen. A newer call cancels an older one that is still running (CANCELLED).
   * RESULT_CLOSED if the main process has evicted the result.
   */
  arrange: procedure
    .input(
      rowQuerySchema.extend({
        resultId: idSchema,
        window: windowSchema.optional(),
      }),
    )
    .output(
      rowQueryResultSchema.extend({
        cells: cells.optional(),
        /** Names these rows in this order until the next call: for requests about their places. */
        rowOrder: z.number().int(),
      }),
    ),
  /**
   * How many rows other filters would pass, such as those of a saved export; the rows on screen stay as they are.
   * RESULT_CLOSED as above.
   */
  count: procedure.input(ofResult.extend(rowFiltersSchema)).output(rowQueryResultSchema),
  /** Cells of `count` rows of the query from row `from`, for the named columns; fewer at the end. */
  window: procedure
    .input(windowSchema.extend({ resultId: idSchema, ...ofRowOrder }))
    .output(z.object({ cells })),
  /**
   * The distinct values of a column with their counts, of the rows that pass the filters of the other columns.
   * `contains` is searched in the raw values and in the labels of codes, folded. Ordered by count, the most
   * frequent first, or in the column's own order with blanks last. A newer call for the same column ends an
   * older one with CANCELLED, as do those below.
   */
  values: procedure
    .input(
      ofResult.extend({
        column: columnNameSchema,
        contains: z.string().max(200).optional(),
        limit: z.number().int().min(1).max(2000),
        order: z.enum(['count', 'value']).optional(),
      }),
    )
    .output(valueListSchema),
  /** Describes a column over the rows of the query; with `others`, over the rows that pass the filters of other columns. */
  profile: procedure
    .input(ofResult.extend({ column: columnNameSchema, others: z.boolean().optional() }))
    .output(profileSchema),
  /** The rows of the query grouped by the values of one or two columns; the largest groups first unless ordered. */
  groups: procedure
    .input(
      groupsRequestSchema.extend({
        resultId: idSchema,
        limit: z.number().int().min(1).max(5000).optional(),
      }),
    )
    .output(groupsSchema),
  /**
   * How the runners fared that ranked first in their race by each of the columns, among the rows of the query. Only
   * runners have ranks and returns; a column that the result lacks is left out.
   */
  rankRecords: procedure
    .input(rankRecordsRequestSchema.extend({ resultId: idSchema }))
    .output(z.array(rankRecordSchema)),
  /** Figures of a selection: rows `from` to `to` of the query, `to` excluded, in the named columns. */
  statistics: procedure
    .input(
      ofResult.extend({
        from: z.number().int().min(0),
        to: z.number().int().min(0),
        columns: columnNames,
        ...ofRowOrder,
      }),
    )
    .output(statisticsSchema),
  /** Columns that are blank in every row of the query. */
  emptyColumns: procedure.input(ofResult).output(z.object({ names: z.array(z.string()) })),
  /**
   * How often the archive was written where this result reads since it was opened or renewed: at once, then after
   * each write. The rows on screen stay as they are until `renew`.
   */
  changed: procedure.input(ofResult).output(eventIterator(z.object({ writes: z.number().int() }))),
  /**
   * Reads the source again from the archive alone, as it is stored now, under the same id and with the same
   * row query. `anchor` is a previous row whose record the window wants to keep in its place.
   */
  renew: procedure
    .input(ofResult.extend({ anchor: z.object({ row: z.number().int().min(0) }).optional() }))
    .output(renewedSchema),
  stored: withoutInput.output(loadedSchema),
  close: procedure.input(z.object({ resultId: idSchema })).output(z.object({})),
  /** Of an open result with payoffs, what those of the query amount to. INVALID_FILTER for another result. */
  payoffFigures: procedure.input(payoffFiguresRequestSchema).output(payoffFiguresSchema),
  /** One bet in detail: histogram, courses, months, the biggest. */
  payoffsOfBet: procedure.input(payoffsOfBetRequestSchema).output(payoffsOfBetSchema),
  /** Of one bet, how often each rank of popularity won and what it returned, over whole races. */
  payoffRanks: procedure.input(payoffRanksRequestSchema).output(payoffRanksSchema),
};
