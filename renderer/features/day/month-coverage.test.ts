import { describe, expect, it } from 'vitest';
import type { CalendarDay, TableCalendar } from '#shared/bridge/downloads.ts';
import { COVERAGE_TABLES, monthCoverage } from './month-coverage.ts';

const TODAY = '20261128';

const stored = (state: CalendarDay['state'] = 'complete') => ({ state, records: 12, fetchedAt: 1 });
const missing = { state: 'missing', records: 0 } as const;

type Stored = Omit<CalendarDay, 'racedate'>;

/** The tables of one day; those that are not named are not stored. */
const day = (racedate: string, tables: Readonly<Record<string, Stored>>): TableCalendar[] =>
  COVERAGE_TABLES.map((table) => ({ table, days: [{ racedate, ...(tables[table] ?? missing) }] }));

const coverage = (racedate: string, tables: Readonly<Record<string, Stored>>) =>
  monthCoverage(day(racedate, tables), TODAY).days.get(racedate);

const PAST = { d_ra: stored(), d_ka: stored(), d_ky: stored(), d_se: stored(), d_hj: stored() };

describe('what is stored of a race day', () => {
  it('is whole if its program, meetings, cards, results and payoffs are', () => {
    expect(coverage('20261107', PAST)).toBe('whole');
    for (const table of Object.keys(PAST))
      for (const less of [missing, stored('incomplete'), stored('provisional')])
        expect(coverage('20261107', { ...PAST, [table]: less })).toBe('part');
  });

  it('is none if only its meetings are, from which it is known that it raced', () => {
    expect(coverage('20261107', { d_ka: stored() })).toBe('none');
    expect(coverage('20261205', { t_ka: stored('future') })).toBe('none');
  });

  it('is part of a day that is not over', () => {
    expect(coverage('20261129', { t_ka: stored('future'), t_ra: stored('future') })).toBe('part');
    expect(coverage(TODAY, { t_ka: stored('provisional'), t_ky: stored('provisional') })).toBe('part');
  });

  it('counts the tables of the present week only while the past ones may lack the day', () => {
    const { d_se: _, ...rest } = PAST;
    expect(coverage('20261122', { ...rest, t_se: stored() })).toBe('whole');
    expect(coverage('20261107', { ...rest, t_se: stored() })).toBe('part');
    expect(coverage('20261107', { t_ra: stored() })).toBe('none');
  });

  it('is absent of a day without racing, and of one of which nothing is known, which is told apart', () => {
    const idle = day('20261109', { d_ka: { state: 'no_racing', records: 0, fetchedAt: 1 } });
    expect(monthCoverage(idle, TODAY)).toEqual({ days: new Map(), isKnown: true });
    expect(monthCoverage(day('20261107', {}), TODAY)).toEqual({ days: new Map(), isKnown: false });
    // Nobody asks about days far ahead.
    expect(monthCoverage(day('20261226', {}), TODAY).isKnown).toBe(true);
  });
});
