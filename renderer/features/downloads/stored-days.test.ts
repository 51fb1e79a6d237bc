import { describe, expect, it } from 'vitest';
import type { CalendarDay, DayState } from '#shared/bridge/downloads.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { storedPicture, MOST_DAYS, whyIncomplete, yearsOf } from './stored-days.ts';

const day = (racedate: string, state: DayState, records = 0, fetchedAt?: number): CalendarDay => ({
  racedate,
  state,
  records,
  ...(fetchedAt === undefined ? {} : { fetchedAt }),
});

describe('the calendar of stored days', () => {
  it('has a column for each day with racing in any table, and none for the others', () => {
    const picture = storedPicture([
      { table: 'd_ra', days: [day('20261113', 'no_racing'), day('20261114', 'complete', 24, 5)] },
      { table: 'd_se', days: [day('20261114', 'missing'), day('20261115', 'provisional', 300, 7)] },
    ]);
    expect(picture.by).toBe('day');
    expect(picture.columns).toEqual(['20261114', '20261115']);
    expect(picture.rows.map(({ cells }) => cells.map(({ state }) => state))).toEqual([
      ['complete', 'no_racing'],
      ['missing', 'provisional'],
    ]);
  });

  it('counts a provisional day as a race day but not as complete, and a future day as neither', () => {
    const [row] = storedPicture([
      {
        table: 'd_se',
        days: [
          day('20261114', 'complete', 1, 1),
          day('20261115', 'provisional', 1, 1),
          day('20261121', 'future'),
        ],
      },
    ]).rows;
    expect(row).toMatchObject({ days: 2, complete: 1 });
  });

  it('shows a long period by month, each in the state of its worst day', () => {
    const days = Array.from({ length: MOST_DAYS + 1 }, (_, at) =>
      day(addDays('20260101', at), at === 40 ? 'missing' : 'complete', 1, 1_000 - at),
    );
    const picture = storedPicture([{ table: 'd_ra', days }]);
    expect(picture.by).toBe('month');
    expect(picture.columns[0]).toBe('202601');
    const [january, february] = picture.rows[0]?.cells ?? [];
    expect(january).toMatchObject({ state: 'complete', days: 31, complete: 31, records: 31, fetchedAt: 970 });
    expect(february).toMatchObject({ state: 'missing', days: 28, complete: 27 });
  });

  it('has months above days and years above months', () => {
    expect(yearsOf(['20251230', '20260103', '20260104'])).toEqual([
      { label: '2025-12', span: 1 },
      { label: '2026-01', span: 2 },
    ]);
    expect(yearsOf(['202512', '202601'])).toEqual([
      { label: '2025', span: 1 },
      { label: '2026', span: 1 },
    ]);
  });
});

describe('why days are incomplete', () => {
  it('has a line for each table and reason, with its days', () => {
    const incomplete = (racedate: string, ...reasons: NonNullable<CalendarDay['reasons']>): CalendarDay => ({
      ...day(racedate, 'incomplete', 3, 1),
      reasons,
    });
    expect(
      whyIncomplete([
        {
          table: 'd_ka',
          days: [
            incomplete('20261114', 'unchecked'),
            day('20261115', 'complete', 3, 1),
            incomplete('20261121', 'unchecked', 'count_differs'),
          ],
        },
        { table: 'd_se', days: [incomplete('20261114', 'unchecked')] },
      ]),
    ).toEqual([
      { table: 'd_ka', reason: 'unchecked', days: ['20261114', '20261121'] },
      { table: 'd_ka', reason: 'count_differs', days: ['20261121'] },
      { table: 'd_se', reason: 'unchecked', days: ['20261114'] },
    ]);
  });
});
