import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWork, lastWorks, partnerTally } from './trainer-works.ts';

const work = (racekey: string, more: Record<string, string | null> = {}) => ({
  racedate: '20261101',
  racekey,
  horse_number: '1',
  exercise_date: '20261028',
  number_of_times: '1',
  exercise_course_cd: '11',
  work_kind: '2',
  ten: '140',
  shimai: '120',
  oikirisisu: '50',
  ...more,
});

const rangeOf = (field: string, own: ReturnType<typeof work>, winners: readonly ReturnType<typeof work>[]) =>
  compareWork(own, winners).ranges.find((range) => range.field === field);

describe('a work against those of winners', () => {
  it('counts each winner once, by its last work', () => {
    const winners = [
      work('race01', { exercise_date: '20261021', work_kind: '1' }),
      work('race01', { exercise_date: '20261028', work_kind: '3' }),
      work('race01', { exercise_date: '20261028', number_of_times: '0', work_kind: '1' }),
      work('race02', { racedate: '20261003', exercise_course_cd: '12' }),
      work('race03'),
    ];
    expect(lastWorks(winners)).toHaveLength(3);
    expect(compareWork(work('now'), winners)).toMatchObject({
      n: 3,
      since: '20261003',
      courses: [
        { code: '11', n: 2 },
        { code: '12', n: 1 },
      ],
      efforts: [
        { code: '2', n: 2 },
        { code: '3', n: 1 },
      ],
    });
  });

  it('compares times on the same course only, and indices on all', () => {
    const winners = [
      ...['118', '121', '124'].map((shimai, at) => work(`a${at}`, { shimai })),
      work('b', { exercise_course_cd: '12', shimai: '150', oikirisisu: '70' }),
    ];
    expect(rangeOf('shimai', work('now', { shimai: '117' }), winners)).toEqual({
      field: 'shimai',
      n: 3,
      range: { low: 118, high: 124, isMiddle: false },
      own: 117,
      place: 'below',
    });
    expect(rangeOf('shimai', work('now', { shimai: '124' }), winners)?.place).toBe('inside');
    expect(rangeOf('oikirisisu', work('now', { oikirisisu: '71' }), winners)).toMatchObject({
      n: 4,
      place: 'above',
    });
  });

  it('leaves out a tenth on either side once there are ten, and judges nothing by fewer than three', () => {
    const times = Array.from({ length: 12 }, (_, at) => work(`a${at}`, { shimai: String(110 + at) }));
    expect(rangeOf('shimai', work('now'), times)?.range).toEqual({ low: 111, high: 120, isMiddle: true });
    expect(rangeOf('shimai', work('now', { shimai: '200' }), times.slice(0, 2))?.place).toBeUndefined();
  });

  it('takes a zero for a time that was not taken', () => {
    expect(rangeOf('ten', work('now', { ten: '0' }), [work('a', { ten: '0' })])).toMatchObject({
      n: 0,
      range: undefined,
      own: undefined,
      place: undefined,
    });
  });

  it('is inside its own range', () => {
    const values = fc.array(fc.integer({ min: 100, max: 180 }), { minLength: 3, maxLength: 9 });
    fc.assert(
      fc.property(values, (all) => {
        const winners = all.map((shimai, at) => work(`a${at}`, { shimai: String(shimai) }));
        for (const own of winners) expect(rangeOf('shimai', own, winners)?.place).toBe('inside');
      }),
    );
  });
});

it('works with a partner are counted by how they ended', () => {
  const results = ['1', '1', '2', '3', '', null, '0'].map((abreast_result) => ({ abreast_result }));
  expect(partnerTally(results)).toEqual({ n: 4, ahead: 2, level: 1, behind: 1 });
});
