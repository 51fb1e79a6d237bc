import { describe, expect, it } from 'vitest';
import { raceAfterKey } from './movement.ts';
import { coursesOf } from './racing-day.ts';

const race = (racekey: string, holding_classification: string) => ({
  racekey,
  holding_classification,
  racecourse_cd: racekey.slice(0, 2),
});
const races = [
  race('08265602', '2'),
  race('08265601', '2'),
  race('05265601', '1'),
  race('05265602', '1'),
  race('05265603', '1'),
  race('03263a01', '3'),
];

describe('a day of racing', () => {
  it('lists east, west and the third meeting, their races in order', () => {
    const courses = coursesOf(races, [], []);
    expect(courses.map(({ racecourse_cd }) => racecourse_cd)).toEqual(['05', '08', '03']);
    expect(courses[1]?.races.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('gives each course its meeting, the tenth day’s letter included', () => {
    const courses = coursesOf(races, [{ holdingkey: '03263a', weather_cd: '1' }], []);
    expect(courses.map(({ meeting }) => meeting?.weather_cd)).toEqual([undefined, undefined, '1']);
  });

  it('names both winners of a dead heat and none before the result', () => {
    const paid = {
      racekey: '05265601',
      win_horse_number_1: '05',
      win_payoff_1: '540',
      win_popularity_1: '2',
      win_horse_number_2: '11',
      win_payoff_2: '320',
    };
    const [tokyo] = coursesOf(races, [], [paid, { racekey: '05265602', win_horse_number_1: '00' }]);
    expect(tokyo?.races.map(({ winners }) => winners.length)).toEqual([2, 0, 0]);
    expect(tokyo?.races[0]?.winners[1]).toEqual({ horseNumber: '11', payoff: '320', popularity: undefined });
  });
});

describe('the arrow keys among races', () => {
  const courses = coursesOf(races, [], []);

  it('stay in the course up and down', () => {
    expect(raceAfterKey(courses, '05265601', 'ArrowDown')).toBe('05265602');
    expect(raceAfterKey(courses, '05265601', 'ArrowUp')).toBe('05265601');
    expect(raceAfterKey(courses, '05265601', 'End')).toBe('05265603');
  });

  it('keep the race number sideways, as far as the other course has it', () => {
    expect(raceAfterKey(courses, '05265602', 'ArrowRight')).toBe('08265602');
    expect(raceAfterKey(courses, '05265603', 'ArrowRight')).toBe('08265602');
    expect(raceAfterKey(courses, '08265602', 'ArrowRight')).toBe('03263a01');
    expect(raceAfterKey(courses, '03263a01', 'ArrowRight')).toBe('03263a01');
  });

  it('leave other keys alone', () => {
    expect(raceAfterKey(courses, '05265601', 'x')).toBeUndefined();
  });
});
