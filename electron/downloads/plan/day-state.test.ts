import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { dayUnit, type StoredUnit } from '../../archive/coverage.ts';
import { storedUnit } from '../../testing/stored-unit.ts';
import { dayState, isGap, type DayFacts } from './day-state.ts';

/** Noon of 15 November 2026 in Tokyo. */
const NOW = Date.UTC(2026, 10, 15, 3);
const HOUR = 3_600_000;

const storedOn = (day: string, given: Partial<StoredUnit> = {}): StoredUnit =>
  storedUnit(dayUnit(day), { fetchedAt: NOW - HOUR, records: 36, ...given });

function state(day: string, stored: Partial<StoredUnit> | undefined, facts: Partial<DayFacts> = {}) {
  return dayState({
    table: TABLES.d_se,
    day,
    stored: stored && storedOn(day, stored),
    raced: true,
    idle: false,
    short: false,
    unchecked: false,
    ahead: false,
    now: NOW,
    today: '20261115',
    ...facts,
  });
}

const LONG_AGO = '20260501';
const LAST_WEEK = '20261108';

describe('a day of a table', () => {
  it('is complete when it is past, stored and without any anomaly', () => {
    expect(state(LONG_AGO, {})).toBe('complete');
  });

  it('is missing when it was never fetched, unless it had no racing or is still to come', () => {
    expect(state(LONG_AGO, undefined)).toBe('missing');
    expect(state(LONG_AGO, undefined, { raced: false })).toBe('missing');
    expect(state(LONG_AGO, undefined, { raced: false, idle: true })).toBe('no_racing');
    expect(state('20261122', undefined)).toBe('future');
    expect(state('20261115', undefined, { ahead: true })).toBe('future');
  });

  it('is incomplete when it has a reason, when a race is short, when it cannot be checked, or when it raced and no record came', () => {
    expect(state(LONG_AGO, { reasons: [{ reason: 'count_differs', where: LONG_AGO }] })).toBe('incomplete');
    expect(state(LONG_AGO, {}, { short: true })).toBe('incomplete');
    expect(state(LONG_AGO, {}, { unchecked: true })).toBe('incomplete');
    expect(state(LONG_AGO, { records: 0 })).toBe('incomplete');
  });

  it('is provisional while indices are to come, or when it was fetched before it was over', () => {
    expect(state(LAST_WEEK, { provisional: 12 })).toBe('provisional');
    // Records are counted as provisional if they were fetched soon after the race, and so without what came later.
    expect(state(LONG_AGO, { provisional: 12 })).toBe('provisional');
    expect(state('20261115', {}, { table: TABLES.t_se })).toBe('provisional');
    // However fresh it is.
    expect(state('20261115', { fetchedAt: NOW }, { table: TABLES.t_se })).toBe('provisional');
    expect(state(LAST_WEEK, { fetchedAt: Date.UTC(2026, 10, 8, 3) })).toBe('provisional');
  });

  it('had no racing when every answer for it is empty', () => {
    expect(state(LONG_AGO, { records: 0 }, { raced: false })).toBe('no_racing');
    expect(state('20261113', { records: 0, fetchedAt: NOW - 2 * HOUR }, { raced: false })).toBe(
      'provisional',
    );
  });

  it('is a gap if another request may help', () => {
    const gaps = (
      ['complete', 'incomplete', 'provisional', 'missing', 'no_racing', 'future'] as const
    ).filter(isGap);
    expect(gaps).toEqual(['incomplete', 'provisional', 'missing']);
  });
});
