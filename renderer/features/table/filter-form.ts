// The filters that the user typed, checked before anything is sent: every problem is reported, with
// what to do about it. Pure.

import type { ResultSource } from '#shared/bridge/source.ts';
import { FILTER_NAMES, type FilterName, type Table } from '#shared/catalogue/table.ts';
import { isRacedate } from '#shared/racing/racedate.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';

/** As typed; absent and blank are the same. */
export type FilterDraft = { readonly [name in FilterName]?: string | undefined };

export interface FormProblem {
  /** The field that shows it; if absent, it concerns all fields together. */
  readonly field?: FilterName;
  readonly problem:
    | 'form'
    | 'end_missing'
    | 'start_missing'
    | 'reversed'
    | 'day_and_period'
    | 'kettonum_and_horse'
    | 'nothing';
}

export interface CheckedFilter {
  readonly problems: readonly FormProblem[];
  /** The query, if there is no problem. */
  readonly filter: Extract<ResultSource, { kind: 'table' }>['filter'];
}

/**
 * Checks a draft against exactly the filters that the table's endpoint takes; others are left out. `mayBeAll`: without any
 * filter it means all that is stored, and a period may be open at either end.
 */
export function checkFilter(
  table: Pick<Table, 'filters'>,
  draft: FilterDraft,
  mayBeAll = false,
): CheckedFilter {
  const filter: { [name in FilterName]?: string } = {};
  for (const name of table.filters) {
    const text = draft[name]?.normalize('NFKC').trim() ?? '';
    if (text !== '') filter[name] = text;
  }
  const problems: FormProblem[] = [];
  for (const name of FILTER_NAMES) {
    const text = filter[name];
    if (text === undefined) continue;
    const rule = FILTER_RULES[name];
    if (!rule.pattern.test(text) || (rule.isDate && !isRacedate(text))) {
      problems.push({ field: name, problem: 'form' });
    }
  }
  const { racedate, start_racedate: start, end_racedate: end } = filter;
  if (start !== undefined && end === undefined && !mayBeAll)
    problems.push({ field: 'end_racedate', problem: 'end_missing' });
  if (end !== undefined && start === undefined && !mayBeAll) {
    problems.push({ field: 'start_racedate', problem: 'start_missing' });
  }
  if (problems.length === 0 && start !== undefined && end !== undefined && end < start) {
    problems.push({ field: 'end_racedate', problem: 'reversed' });
  }
  if (racedate !== undefined && (start !== undefined || end !== undefined)) {
    problems.push({ field: 'racedate', problem: 'day_and_period' });
  }
  if (filter.kettonum !== undefined && filter.horse_id !== undefined) {
    problems.push({ field: 'kettonum', problem: 'kettonum_and_horse' });
  }
  if (Object.keys(filter).length === 0 && !mayBeAll) problems.push({ problem: 'nothing' });
  return { problems, filter };
}

/** The draft for another table: a day becomes a period of one day, a period its last day. */
export function carryDraft(draft: FilterDraft, table: Pick<Table, 'filters'>): FilterDraft {
  const takes = (name: FilterName): boolean => table.filters.includes(name);
  const { racedate, start_racedate: start, end_racedate: end } = draft;
  const dated: FilterDraft = takes('start_racedate')
    ? { ...both(start ?? racedate, end ?? racedate) }
    : takes('racedate') && (racedate ?? end) !== undefined
      ? { racedate: racedate ?? end ?? '' }
      : {};
  const rest = Object.fromEntries(
    (['racekey', 'horse_id', 'kettonum'] as const).flatMap((name) => {
      const text = draft[name];
      return takes(name) && text !== undefined ? [[name, text]] : [];
    }),
  );
  return { ...dated, ...rest };
}

const both = (start: string | undefined, end: string | undefined): FilterDraft => ({
  ...(start === undefined ? {} : { start_racedate: start }),
  ...(end === undefined ? {} : { end_racedate: end }),
});
