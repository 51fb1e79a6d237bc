// The dates proposed for a table's first query: the last race weekend, or the race day nearest to today; and how these
// proposed dates give way to a key that the user types. Pure.

import type { RaceDay } from '#shared/bridge/days.ts';
import type { FilterName, Table } from '#shared/catalogue/table.ts';
import { lastWeekend } from '../../components/periods.ts';
import type { FilterDraft } from './filter-form.ts';

/** The race day to propose: today, otherwise the next one, otherwise the last. */
export function nearestDay(days: readonly RaceDay[], today: string): string {
  const dates = days.map((day) => day.racedate).toSorted();
  return dates.find((date) => date >= today) ?? dates.at(-1) ?? lastWeekend(days, today).to;
}

/** Filters that are filled in before the user types any. */
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

const DATES = ['racedate', 'start_racedate', 'end_racedate'] as const satisfies readonly FilterName[];
const KEYS = ['racekey', 'horse_id', 'kettonum'] as const satisfies readonly FilterName[];

const hasDates = (draft: FilterDraft): boolean => DATES.some((name) => name in draft);
const hasKey = (draft: FilterDraft): boolean => KEYS.some((name) => (draft[name] ?? '').trim() !== '');

/**
 * The form's values: what the user typed, and the proposed dates while the user chose no date and typed no key.
 * A key may be of any week, and with the dates of another week nothing would match.
 */
export const withProposal = (typed: FilterDraft, proposed: FilterDraft): FilterDraft =>
  hasDates(typed) || hasKey(typed) ? typed : { ...proposed, ...typed };

/** What the user typed, after the form changed from `before` to `after`: dates only if the user touched one. */
export function typedOf(typed: FilterDraft, before: FilterDraft, after: FilterDraft): FilterDraft {
  if (hasDates(typed) || DATES.some((name) => before[name] !== after[name])) return after;
  const { racedate: _day, start_racedate: _start, end_racedate: _end, ...rest } = after;
  return rest;
}
