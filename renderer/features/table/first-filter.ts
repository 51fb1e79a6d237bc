// What a table is first asked for: the last race weekend, or the race day nearest to today; and how these proposed
// dates give way to a key that a person types. Pure.

import type { RaceDay } from '#shared/bridge/days.ts';
import type { FilterName, Table } from '#shared/catalogue/table.ts';
import { lastWeekend } from '../../components/periods.ts';
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

const DATES = ['racedate', 'start_racedate', 'end_racedate'] as const satisfies readonly FilterName[];
const KEYS = ['racekey', 'horse_id', 'kettonum'] as const satisfies readonly FilterName[];

const hasDates = (draft: FilterDraft): boolean => DATES.some((name) => name in draft);
const hasKey = (draft: FilterDraft): boolean => KEYS.some((name) => (draft[name] ?? '').trim() !== '');

/**
 * What the form holds: beside what the person typed, the proposed dates, while the person chose none and typed no key.
 * A key is of any week, and with dates of another one nothing would match.
 */
export const withProposal = (typed: FilterDraft, proposed: FilterDraft): FilterDraft =>
  hasDates(typed) || hasKey(typed) ? typed : { ...proposed, ...typed };

/** What the person typed, after the form went from `before` to `after`: dates only if a person touched one of them. */
export function typedOf(typed: FilterDraft, before: FilterDraft, after: FilterDraft): FilterDraft {
  if (hasDates(typed) || DATES.some((name) => before[name] !== after[name])) return after;
  const { racedate: _day, start_racedate: _start, end_racedate: _end, ...rest } = after;
  return rest;
}
