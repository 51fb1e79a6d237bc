// The runs of a horse as groups with their figures, as the main process makes them of large results. Pure.

import type { GroupsRequest } from '#shared/bridge/group-figures.ts';
import type { FinishRates, Group, Returns } from '#shared/bridge/row-query.ts';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';
import { placeOfStart, startedUnplaced } from '#shared/racing/starts.ts';
import { filterBy, itemOf } from '../record/breakdowns.ts';

/** All runs as one group. */
export const wholeOf = (runs: readonly RecordValues[]): Group => groupOf(runs, runs.length, [], []);

/** A group for each combination of values, in the order of their first runs; its filters find its runs. */
export function groupsOf(runs: readonly RecordValues[], by: GroupsRequest['by']): readonly Group[] {
  const keyOf = (run: RecordValues): readonly string[] => by.map((name) => run[name]?.trim() ?? '');
  return [...Map.groupBy(runs, (run) => JSON.stringify(keyOf(run))).values()].map((own) => {
    const key = own[0] === undefined ? [] : keyOf(own[0]);
    const filters = by.map((name, at) => filterBy(name, [itemOf(key[at] ?? '')]));
    return groupOf(own, runs.length, key, filters);
  });
}

const groupOf = (
  runs: readonly RecordValues[],
  all: number,
  key: readonly string[],
  filters: Group['filters'],
): Group => ({
  key: key.map((value) => value || null),
  count: runs.length,
  share: all === 0 ? 0 : runs.length / all,
  filters,
  finish: finishOf(runs),
  returns: { win: stakesOn(runs, 'win_returned'), place: stakesOn(runs, 'place_returned') },
  measures: [],
});

function finishOf(runs: readonly RecordValues[]): FinishRates {
  const places = runs.flatMap((run) => {
    const place = placeOfStart(run['order_of_finish']);
    if (place !== undefined) return [place];
    return startedUnplaced(run['trouble_classification']) ? [Infinity] : [];
  });
  const within = (last: number): number => places.filter((place) => place <= last).length;
  return { starts: places.length, first: within(1), firstTwo: within(2), firstThree: within(3) };
}

function stakesOn(runs: readonly RecordValues[], column: string): Returns['win'] {
  const returned = runs.flatMap((run) => numberIn(run, column) ?? []);
  return { n: returned.length, yen: returned.reduce((sum, yen) => sum + yen, 0) };
}
