import { describe, expect, it } from 'vitest';
import { alike, coursesOf, neighborsOf, racesOf } from './race-day.ts';

const races = racesOf(
  ['08266402', '05266402', '05266401', '05266411', '08266401', '10266412', 'unreadable'].map((racekey) => ({
    racekey,
  })),
);

describe('the races of a day', () => {
  it('are ordered by course and number, without invalid keys', () => {
    expect(coursesOf(races).map((course) => course.map(({ racekey }) => racekey))).toEqual([
      ['05266401', '05266402', '05266411'],
      ['08266401', '08266402'],
      ['10266412'],
    ]);
  });

  it('follow the order of race papers: east, west, then the third meeting', () => {
    const stored = [
      ['03266401', '3'],
      ['08266401', '2'],
      ['05266401', '1'],
    ] as const;
    const listed = racesOf(
      stored.map(([racekey, holding_classification]) => ({ racekey, holding_classification })),
    );
    expect(listed.map(({ racekey }) => racekey)).toEqual(['05266401', '08266401', '03266401']);
  });

  it('lead to the race before and after at the same course, and end there', () => {
    const { previous, next } = neighborsOf(races, '05266402');
    expect([previous?.racekey, next?.racekey]).toEqual(['05266401', '05266411']);
    expect(neighborsOf(races, '05266401').previous).toBeUndefined();
    expect(neighborsOf(races, '05266411').next).toBeUndefined();
  });

  it('lead to the other courses, to the race of the same number or the nearest before it', () => {
    const { previousCourse, nextCourse } = neighborsOf(races, '05266411');
    expect([previousCourse?.racekey, nextCourse?.racekey]).toEqual(['10266412', '08266402']);
    expect(alike(coursesOf(races)[2] ?? [], 3)?.racekey).toBe('10266412');
  });

  it('lead nowhere from a race of another day', () => {
    expect(neighborsOf(races, '04261101')).toEqual({
      previous: undefined,
      next: undefined,
      previousCourse: undefined,
      nextCourse: undefined,
    });
    expect(neighborsOf([], '05266401').next).toBeUndefined();
  });
});
