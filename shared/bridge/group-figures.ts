// The figures of a group of rows, by which groups are sorted and which a file of groups has. Pure.

import { z } from 'zod';
import { columnNameSchema } from '#shared/bridge/names.ts';
import type { Group } from '#shared/bridge/row-query.ts';

/**
 * `count`: rows; `starts`: the n of the three rates, in percent; `first`: wins; `winPaid`, `placePaid`: the n of the
 * returns, in percent of flat stakes; `mean` and `meanN`: of the first measure.
 */
export const GROUP_FIGURES = [
  'count', 'starts', 'first', 'win', 'two', 'three', 'winPaid', 'winReturn', 'placePaid', 'placeReturn', 'mean', 'meanN',
] as const; // prettier-ignore

export type GroupFigure = (typeof GROUP_FIGURES)[number];

/** By a figure, or by the values of the first or the second column. Groups without the figure come last. */
export const groupOrderSchema = z.object({
  by: z.enum(['value', 'second', ...GROUP_FIGURES]),
  descending: z.boolean(),
});

export type GroupOrder = z.infer<typeof groupOrderSchema>;

/** How rows are grouped: by one or two columns, with means of others. */
export const groupsRequestSchema = z.object({
  by: z.array(columnNameSchema).min(1).max(2),
  measures: z.array(columnNameSchema).max(8).optional(),
  order: groupOrderSchema.optional(),
});

export type GroupsRequest = z.infer<typeof groupsRequestSchema>;

/** Largest groups first. */
export const LARGEST_FIRST: GroupOrder = { by: 'count', descending: true };

type Figured = Pick<Group, 'count' | 'finish' | 'returns' | 'measures'>;

const percent = (part: number, whole: number): number | undefined =>
  whole === 0 ? undefined : (100 * part) / whole;

const FIGURES: { readonly [figure in GroupFigure]: (group: Figured) => number | null | undefined } = {
  count: ({ count }) => count,
  starts: ({ finish }) => finish?.starts,
  first: ({ finish }) => finish?.first,
  win: ({ finish }) => finish && percent(finish.first, finish.starts),
  two: ({ finish }) => finish && percent(finish.firstTwo, finish.starts),
  three: ({ finish }) => finish && percent(finish.firstThree, finish.starts),
  winPaid: ({ returns }) => returns?.win.n,
  // A stake is 100 yen, so the yen for each are percent.
  winReturn: ({ returns }) => returns && percent(returns.win.yen / 100, returns.win.n),
  placePaid: ({ returns }) => returns?.place.n,
  placeReturn: ({ returns }) => returns && percent(returns.place.yen / 100, returns.place.n),
  mean: ({ measures }) => measures[0]?.mean,
  meanN: ({ measures }) => measures[0]?.n,
};

/** Undefined if the group has no such figure, as a rate without a start. */
export const figureOf = (group: Figured, figure: GroupFigure): number | undefined =>
  FIGURES[figure](group) ?? undefined;
