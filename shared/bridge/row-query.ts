// The row query of an open result, and the figures of the rows that pass it: values, profiles,
// groups, statistics. Pure shapes; the procedures are in results.ts.

import { z } from 'zod';
import { columnNameSchema } from '#shared/bridge/names.ts';
import { sortSchema } from '#shared/bridge/source.ts';

/** Most filters at once. */
export const MOST_FILTERS = 100;
/** Above LONGEST_FILTER, so that a text which is too long comes back with that as its problem. */
const LONGEST_SENT = 200_000;

/** One column's filter in the grammar of shared/filters; blank text filters nothing. */
export const columnFilterSchema = z.object({
  column: columnNameSchema,
  text: z.string().max(LONGEST_SENT),
});

export type ColumnFilter = z.infer<typeof columnFilterSchema>;

/** The longest text of a quick search. */
export const LONGEST_QUICK = 200;

/** Rows where any named column, or the label of its code, contains the text; width, kana and case are folded. */
export const quickSearchSchema = z.object({
  text: z.string().max(LONGEST_QUICK),
  columns: z.array(columnNameSchema).max(400),
});

export type QuickSearch = z.infer<typeof quickSearchSchema>;

const filtersSchema = z.array(columnFilterSchema).max(MOST_FILTERS);

/** Which rows, in which order: filters combine with AND, also several of one column. */
export const rowQuerySchema = z.object({
  sort: sortSchema,
  filters: filtersSchema,
  quick: quickSearchSchema.optional(),
});

export type RowQuery = z.infer<typeof rowQuerySchema>;

/** The parts of a row query that an export uses besides its sort. */
export const rowFiltersSchema = {
  filters: filtersSchema.optional(),
  quick: quickSearchSchema.optional(),
};

/** A filter that cannot be parsed, or whose column is not there, has no effect: the rows are shown without it, and this reports it. */
export const filterProblemSchema = z.object({
  column: z.string(),
  text: z.string(),
  problem: z.object({ en: z.string(), ja: z.string() }),
  /** Where in the text, counted in UTF-16 units. */
  at: z.number().int(),
});

export type FilterProblem = z.infer<typeof filterProblemSchema>;

export const rowQueryResultSchema = z.object({
  /** How many rows pass. */
  rows: z.number().int(),
  /** How many records there are. */
  total: z.number().int(),
  problems: z.array(filterProblemSchema),
});

export type RowQueryResult = z.infer<typeof rowQueryResultSchema>;

/** Raw as stored: null, blank text and "00" are different values. */
export const countedValueSchema = z.object({
  raw: z.string().nullable(),
  count: z.number().int(),
  /** What the value is shown with: the name of a race. */
  beside: z.string().nullable().optional(),
});

export type CountedValue = z.infer<typeof countedValueSchema>;

export const valueListSchema = z.object({
  values: z.array(countedValueSchema),
  /** Number of distinct values that contain the search text. */
  distinct: z.number().int(),
  /** Whether there are more than the response has. */
  more: z.boolean(),
});

export type ValueList = z.infer<typeof valueListSchema>;

export const profileSchema = z.object({
  /** Number of rows. */
  records: z.number().int(),
  /** Rows whose value is not blank. */
  filled: z.number().int(),
  /** Number of distinct values that are not blank. */
  distinct: z.number().int(),
  /** The most frequent values, at most 20, most frequent first. */
  top: z.array(countedValueSchema),
  /** First and last in the column's own order; absent if all values are blank. */
  first: z.string().optional(),
  last: z.string().optional(),
  /** For a numeric column, over the values that are numbers; absent if there are none. */
  numeric: z
    .object({
      numbers: z.number().int(),
      min: z.number(),
      q1: z.number(),
      median: z.number(),
      q3: z.number(),
      max: z.number(),
      mean: z.number(),
      /** At most 24 bins of one width; `to` belongs to the next bin, to the last bin itself. */
      histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() })),
    })
    .optional(),
});

export type Profile = z.infer<typeof profileSchema>;

/** The runs of horses among the rows: rates are per start, with the number of starts. */
export const finishRatesSchema = z.object({
  /** Starts with a known outcome. */
  starts: z.number().int(),
  first: z.number().int(),
  firstTwo: z.number().int(),
  firstThree: z.number().int(),
});

export type FinishRates = z.infer<typeof finishRatesSchema>;

export const stakesSchema = z.object({
  /** Runs on which a stake counts: the horse ran, and the race's payoffs of this bet are stored. */
  n: z.number().int(),
  /** What 100 yen on each of them returned in all. */
  yen: z.number(),
});

/** Flat stakes of 100 yen on every run among the rows. */
export const returnsSchema = z.object({ win: stakesSchema, place: stakesSchema });

export type Returns = z.infer<typeof returnsSchema>;

export const measureSchema = z.object({
  column: z.string(),
  /** Number of values that are numbers, and their mean, null if there are none. */
  n: z.number().int(),
  mean: z.number().nullable(),
  sum: z.number(),
});

export const groupSchema = z.object({
  /** The value of each group column, as one of its raw spellings; null for blanks. */
  key: z.array(z.string().nullable()),
  /** What each value of the key is shown with, such as the name of a race; absent if there is no such column. */
  beside: z.array(z.string().nullable()).optional(),
  count: z.number().int(),
  /** Share of all rows, 0 to 1. */
  share: z.number(),
  /** The filters that select these rows when added to the present ones. */
  filters: z.array(columnFilterSchema),
  /** Present if the rows have finishes. */
  finish: finishRatesSchema.optional(),
  /** Present if the rows have what was paid for each runner. */
  returns: returnsSchema.optional(),
  measures: z.array(measureSchema),
});

export type Group = z.infer<typeof groupSchema>;

export const groupsSchema = z.object({
  groups: z.array(groupSchema),
  /** How many groups there are. */
  distinct: z.number().int(),
  more: z.boolean(),
  /** All rows as one group, without filters of its own. */
  whole: groupSchema,
});

export type Groups = z.infer<typeof groupsSchema>;

export const statisticsSchema = z.object({
  cells: z.number().int(),
  /** Cells that are not blank. */
  count: z.number().int(),
  /** Cells of numeric columns that are numbers; the following figures cover them and are absent if there are none. */
  numbers: z.number().int(),
  sum: z.number().optional(),
  mean: z.number().optional(),
  median: z.number().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
});

export type Statistics = z.infer<typeof statisticsSchema>;
