import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BROWSABLES } from '#shared/catalogue/browsable.ts';
import { FILTER_NAMES, TABLE_CODES } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { isRacedate } from '#shared/racing/racedate.ts';
import { carryDraft, checkFilter, type FilterDraft } from './filter-form.ts';

const { d_ky, t_ky, d_ka, m_uk } = TABLES;
const problems = (...args: Parameters<typeof checkFilter>): string[] =>
  checkFilter(...args).problems.map(({ field, problem }) => `${field ?? 'all'}: ${problem}`);

const typed = fc.oneof(
  fc.constantFrom(
    '',
    '  ',
    '20260101',
    '20261120',
    '20260230',
    '05264101',
    '12E345678901',
    '2026-01-01',
    '１２３４５６７８',
  ),
  fc.string({ maxLength: 14 }),
);
const anyDraft: fc.Arbitrary<FilterDraft> = fc.record(
  Object.fromEntries(FILTER_NAMES.map((name) => [name, typed])),
  { requiredKeys: [] },
);
const anyTable = fc.constantFrom(...TABLE_CODES).map((code) => TABLES[code]);

describe('the filters of a table', () => {
  it('are rejected if nothing is entered', () => {
    expect(problems(d_ky, {})).toEqual(['all: nothing']);
    expect(problems(d_ky, { racekey: '  ' })).toEqual(['all: nothing']);
  });

  it('need both ends of a period', () => {
    expect(problems(d_ky, { start_racedate: '20261101' })).toEqual(['end_racedate: end_missing']);
    expect(problems(d_ky, { end_racedate: '20261101' })).toEqual(['start_racedate: start_missing']);
  });

  it('may leave an end of a period open where no filter at all means everything', () => {
    const { runners } = BROWSABLES;
    for (const draft of [{ start_racedate: '20261101' }, { end_racedate: '20261101' }])
      expect(checkFilter(runners, draft, true)).toEqual({ problems: [], filter: draft });
    expect(problems(runners, { start_racedate: '20261102', end_racedate: '20261101' }, true)).toEqual([
      'end_racedate: reversed',
    ]);
  });

  it('need a period that begins before it ends', () => {
    expect(problems(d_ky, { start_racedate: '20261102', end_racedate: '20261101' })).toEqual([
      'end_racedate: reversed',
    ]);
    expect(problems(d_ky, { start_racedate: '20261101', end_racedate: '20261101' })).toEqual([]);
  });

  it('need real calendar dates', () => {
    expect(problems(t_ky, { racedate: '20260230' })).toEqual(['racedate: form']);
  });

  it('accept a day or a period, not both', () => {
    const draft = { racedate: '20261101', start_racedate: '20261101', end_racedate: '20261102' };
    expect(problems(d_ka, draft)).toEqual(['racedate: day_and_period']);
  });

  it('report that the registration number would be ignored', () => {
    expect(problems(m_uk, { horse_id: '12E345678901', kettonum: '2020100001' })).toEqual([
      'kettonum: kettonum_and_horse',
    ]);
  });

  it('may be typed in full width, with surrounding spaces', () => {
    expect(checkFilter(d_ky, { racekey: ' ０５２６４１０１ ' }).filter).toEqual({ racekey: '05264101' });
  });

  it('contain only the endpoint’s parameters in their form if there is no problem', () => {
    fc.assert(
      fc.property(anyTable, anyDraft, (table, draft) => {
        const { problems: found, filter } = checkFilter(table, draft);
        const names = FILTER_NAMES.filter((name) => filter[name] !== undefined);
        for (const name of names) expect(table.filters).toContain(name);
        if (found.length > 0) return;
        expect(names.length).toBeGreaterThan(0);
        const { racedate, start_racedate: start, end_racedate: end } = filter;
        expect(start === undefined).toBe(end === undefined);
        expect((start ?? '') <= (end ?? '')).toBe(true);
        const dates = [racedate, start, end].filter((date) => date !== undefined);
        expect(dates.every(isRacedate)).toBe(true);
      }),
    );
  });
});

describe('switching to another table', () => {
  it('keeps the days', () => {
    expect(carryDraft({ racedate: '20261101' }, d_ky)).toEqual({
      start_racedate: '20261101',
      end_racedate: '20261101',
    });
    expect(carryDraft({ start_racedate: '20261101', end_racedate: '20261108' }, t_ky)).toEqual({
      racedate: '20261108',
    });
    expect(carryDraft({ start_racedate: '20261101', end_racedate: '20261108' }, d_ka)).toEqual({
      start_racedate: '20261101',
      end_racedate: '20261108',
    });
  });

  it('never passes a filter that the other table does not accept', () => {
    fc.assert(
      fc.property(anyTable, anyDraft, (table, draft) => {
        for (const name of Object.keys(carryDraft(draft, table))) expect(table.filters).toContain(name);
      }),
    );
  });

  it('never causes a problem in a valid draft', () => {
    fc.assert(
      fc.property(anyTable, anyTable, anyDraft, (from, to, draft) => {
        const before = checkFilter(from, draft);
        fc.pre(before.problems.length === 0);
        const after = checkFilter(to, carryDraft(before.filter, to)).problems;
        expect(after.filter(({ problem }) => problem !== 'nothing')).toEqual([]);
      }),
    );
  });
});
