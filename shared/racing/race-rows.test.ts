import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  headcountDifference, horseNumbers, isFilledIn, joined, missingFrom, recordsOf, timesLookWrong,
} from '#shared/racing/race-rows.ts'; // prettier-ignore

const runner = (horse_number: string, more: Record<string, string | null> = {}) => ({
  racekey: '05266411',
  horse_number,
  ...more,
});

describe('joined records', () => {
  it('are matched by number in any notation', () => {
    const [row] = joined([runner('7')], [runner('07', { jockey_name: '騎手' })], ['jockey_name']);
    expect(row).toMatchObject({ horse_number: '7', jockey_name: '騎手' });
  });

  it('are matched by horse if one of them is from before the draw', () => {
    const drawn = runner('07', { horse_id: 'HX1', jockey_name: '当日' });
    const undrawn = runner('00', { horse_id: 'HX1', jockey_name: '前日' });
    const other = runner('1', { horse_id: 'HX2', jockey_name: '他' });
    const jockeyOf = (own: typeof drawn, beside: typeof drawn) =>
      joined([{ ...own, jockey_name: null }], [other, beside], ['jockey_name'])[0]?.['jockey_name'];
    expect([jockeyOf(undrawn, drawn), jockeyOf(drawn, undrawn)]).toEqual(['当日', '前日']);
  });

  it('are of the same race only', () => {
    const [row] = joined(
      [runner('1')],
      [{ ...runner('1', { jockey_name: '他' }), racekey: '05266410' }],
      ['jockey_name'],
    );
    expect(row?.['jockey_name']).toBeNull();
  });

  it('keep the record’s own values', () => {
    const [row] = joined(
      [runner('1', { jockey_name: '当日' })],
      [runner('1', { jockey_name: '前日' })],
      ['jockey_name'],
    );
    expect(row?.['jockey_name']).toBe('当日');
  });

  it('know which of their fields are from the other record', () => {
    const [row] = joined(
      [runner('1', { jockey_name: '当日', horse_name: ' ', horse_id: null })],
      [runner('1', { jockey_name: '前日', horse_name: '馬', horse_id: ' ' })],
      ['jockey_name', 'horse_name', 'horse_id'],
    );
    const isFilled = (field: string) => isFilledIn((name) => row?.[name], field);
    expect(['jockey_name', 'horse_name', 'horse_id'].map(isFilled)).toEqual([false, true, false]);
  });

  it('are exactly those of the main table, whatever the other table has', () => {
    const numbers = fc.array(fc.integer({ min: 1, max: 18 }).map(String));
    fc.assert(
      fc.property(numbers, numbers, (mine, theirs) => {
        const rows = joined(
          mine.map((n) => runner(n)),
          theirs.map((n) => runner(n, { x: n })),
          ['x'],
        );
        expect(rows.map((row) => row['horse_number'])).toEqual(mine);
        for (const row of rows) {
          expect(row['x']).toBe(theirs.includes(row['horse_number'] ?? '') ? row['horse_number'] : null);
        }
      }),
    );
  });

  it('keep the nulls of a sheet', () => {
    expect(
      recordsOf({
        records: 2,
        columns: ['a', 'b'].map((name) => ({ name, known: true })),
        cells: [
          ['1', '2'],
          [null, ''],
        ],
      }),
    ).toEqual([
      { a: '1', b: null },
      { a: '2', b: '' },
    ]);
  });
});

describe('the number of runners', () => {
  it('is reported if it differs from the race’s', () => {
    expect(headcountDifference({ headcount: '3' }, [runner('1'), runner('2')])).toEqual({
      stated: 3,
      found: 2,
    });
  });

  it('may be that of the declared runners or of the starters', () => {
    const rows = [runner('1'), runner('2'), runner('3')];
    expect(headcountDifference({ headcount: '3' }, rows, new Set([2]))).toBeUndefined();
    expect(headcountDifference({ headcount: '2' }, rows, new Set([2]))).toBeUndefined();
  });

  it('is not compared if none is stated or there are no records', () => {
    expect(headcountDifference({ headcount: null }, [runner('1')])).toBeUndefined();
    expect(headcountDifference({ headcount: '16' }, [])).toBeUndefined();
  });

  it('counts a runner with several records once, and lists missing runners', () => {
    expect(horseNumbers([runner('2'), runner('02'), runner('1')])).toEqual([1, 2]);
    expect(missingFrom([runner('1')], [runner('1'), runner('4')])).toEqual([4]);
  });
});

describe('anomalies of records', () => {
  it('include times in minutes, seconds and tenths instead of tenths', () => {
    expect(timesLookWrong([runner('1', { time_record: '1131' })], 1200)).toBe(true);
    expect(timesLookWrong([runner('1', { time_record: '731' }), runner('2')], 1200)).toBe(false);
    expect(timesLookWrong([], 1200)).toBe(false);
    expect(timesLookWrong([runner('1', { time_record: '000' })], 1200)).toBe(false);
  });

  it('do not include one horse that came in very late', () => {
    const late = runner('2', { time_record: '1401', trouble_classification: '6' });
    expect(timesLookWrong([runner('1', { time_record: '731' }), late], 1200)).toBe(false);
  });
});
