import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { sourceForDay } from './day-source.ts';

const today = '20261120';
const kinds: readonly DayRecord[] = [
  'race', 'meeting', 'entry', 'prerace', 'training', 'previous', 'previousNotes', 'result', 'payoff',
]; // prettier-ignore

describe('the source of a day', () => {
  it('is a past table over a period of one day before today', () => {
    expect(sourceForDay('race', '20261115', today)).toEqual({
      kind: 'table',
      table: 'd_ra',
      filter: { start_racedate: '20261115', end_racedate: '20261115' },
    });
  });

  it('is a present table by race date today and later', () => {
    expect(sourceForDay('payoff', today, today)).toMatchObject({
      table: 't_hj',
      filter: { racedate: today },
    });
    expect(sourceForDay('meeting', '20261121', today)).toMatchObject({ table: 't_ka' });
  });

  it('is the present table where the past has none', () => {
    expect(sourceForDay('training', '20261101', today)).toMatchObject({
      table: 't_ch',
      filter: { racedate: '20261101' },
    });
  });

  it('sends only filters that the table takes', () => {
    for (const kind of kinds) {
      for (const racedate of ['20261101', today, '20261122']) {
        const source = sourceForDay(kind, racedate, today);
        if (source.kind !== 'table') throw new Error('a day is asked of a table');
        expect(TABLES[source.table].filters).toEqual(expect.arrayContaining(Object.keys(source.filter)));
      }
    }
  });
});
