// The figures of a person's runs as columns: those of the people's tables, in the order of a record. Pure.

import { figureOf, type GroupFigure, type GroupOrder } from '#shared/bridge/group-figures.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import { figureColumn, type GroupColumn } from '#shared/exports/group-columns.ts';
import { made } from '#shared/racing/run-columns.ts';
import type { Text } from '#shared/text.ts';
import type { Line } from './breakdowns.ts';

const figure = (name: string, by: GroupFigure, nFigure?: GroupFigure): GroupColumn =>
  figureColumn({
    column: columnOfSubject('jockeys', name),
    figure: by,
    ...(nFigure === undefined ? {} : { nFigure }),
  });

/** A rate has the n beside it that it is of: the runs, or the runs with payoffs. */
export const FIGURES: readonly GroupColumn[] = [
  figure('runs', 'starts'),
  figure('wins', 'first'),
  figure('win_rate', 'win', 'starts'),
  figure('top3_rate', 'three', 'starts'),
  figure('paid_runs', 'winPaid'),
  figure('win_return', 'winReturn', 'winPaid'),
  figure('place_paid_runs', 'placePaid'),
  figure('place_return', 'placeReturn', 'placePaid'),
];

/** The column of the lines' labels, under this head. */
export function labelColumn(name: string, label: Text): GroupColumn {
  const column: Column = made(name, label, label, label, 'data');
  return { column, raw: ({ key }) => key[0] || null, order: 'value', isKey: true };
}

/** Lines in an order; by value they keep their own. Lines without the figure come last. */
export function sortedLines(lines: readonly Line[], { by, descending }: GroupOrder): readonly Line[] {
  if (by === 'value' || by === 'second') return descending ? lines.toReversed() : lines;
  const sign = descending ? -1 : 1;
  return lines.toSorted((a, b) => {
    const [left, right] = [figureOf(a.group, by), figureOf(b.group, by)];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return sign * (left - right);
  });
}
