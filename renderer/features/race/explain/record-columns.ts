// The columns of the table of indices with their record: what each sorts by. Pure.

import type { RankRecord } from '#shared/bridge/rank-records.ts';

const percent = (part: number, whole: number): number | undefined =>
  whole === 0 ? undefined : (100 * part) / whole;

/** A stake is 100 yen, so yen for each are percent. */
export const returnOf = ({ n, yen }: RankRecord['win']): number | undefined => percent(yen / 100, n);

export const FIGURES = ['races', 'runs', 'win', 'place', 'winReturn', 'placeReturn'] as const;

export type RecordFigure = (typeof FIGURES)[number];

/** Undefined without anything that the rate is of. */
export const FIGURE_OF: Readonly<Record<RecordFigure, (record: RankRecord) => number | undefined>> = {
  races: ({ races }) => races,
  runs: ({ finish }) => finish.starts,
  win: ({ finish }) => percent(finish.first, finish.starts),
  place: ({ finish }) => percent(finish.firstThree, finish.starts),
  winReturn: ({ win }) => returnOf(win),
  placeReturn: ({ place }) => returnOf(place),
};

export interface RecordOrder {
  /** Undefined: the order of the card. */
  readonly by: RecordFigure | null;
  readonly descending: boolean;
}

/** The largest first, then the smallest first, then the order of the card again. */
export function nextOrder(by: RecordFigure, { by: present, descending }: RecordOrder): RecordOrder {
  if (by !== present) return { by, descending: true };
  return descending ? { by, descending: false } : { by: null, descending: true };
}

/** Records without the figure come last in either direction. */
export function sortedRecords(
  records: readonly RankRecord[],
  { by, descending }: RecordOrder,
): readonly RankRecord[] {
  if (by === null) return records;
  const sign = descending ? -1 : 1;
  return records.toSorted((a, b) => {
    const [left, right] = [FIGURE_OF[by](a), FIGURE_OF[by](b)];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return sign * (left - right);
  });
}
