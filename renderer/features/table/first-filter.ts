// What a table is first asked for: the last race weekend, or the race day nearest to today. Pure.

import type { RaceDay } from '#shared/bridge/days.ts';
import type { Table } from '#shared/catalogue/table.ts';
import { lastWeekend } from '../../calendar/periods.ts';
import type { FilterDraft } from './filter-form.ts';

/** The race day to look at first: today's, else the next, else the last. */
export function nearestDay(days: readonly RaceDay[], today: string): string {
  const dates = days.map((day) => day.racedate).toSorted();
  return dates.find((date) => date >= today) ?? dates.at(-1) ?? lastWeekend(days, today).to;
}

/** Filters that are filled in before the person typed any. */
export function firstDraft(
  table: Pick<Table, 'filters'>,
  days: readonly RaceDay[],
  today: string,
): FilterDraft {
  if (table.filters.includes('start_racedate')) {
    const { from, to } = lastWeekend(days, today);
    return { start_racedate: from, end_racedate: to };
  }
  return table.filters.includes('racedate') ? { racedate: nearestDay(days, today) } : {};
}
