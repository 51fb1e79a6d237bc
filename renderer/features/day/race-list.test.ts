import { describe, expect, it } from 'vitest';
import { choicesOf, filteredRaces, listedRaces, sortedRaces } from './race-list.ts';
import { coursesOf } from './racing-day.ts';

const race = (racekey: string, post_time: string, more: Readonly<Record<string, string>> = {}) => ({
  racekey,
  post_time,
  racecourse_cd: racekey.slice(0, 2),
  holding_classification: racekey.startsWith('05') ? '1' : '2',
  class_cd: '11',
  condition_cd: 'A3',
  track_type: '1',
  distance: '1600',
  headcount: '16',
  ...more,
});

const PROGRAM = [
  race('05265601', '0955'),
  race('05265602', '1025', { condition_cd: 'OP', track_type: '3', distance: '3110' }),
  race('08265601', '1005', { condition_cd: '05', track_type: '2', distance: '1200' }),
  race('08265602', '1025', { condition_cd: 'A1' }),
];
const MEETINGS = [{ holdingkey: '052656', turf_condition_cd: '2', dirt_condition_cd: '1' }];
const PAYOFFS = [
  { racekey: '05265601', win_horse_number_1: '05', win_payoff_1: '1540', win_popularity_1: '6' },
  { racekey: '08265601', win_horse_number_1: '01', win_payoff_1: '210', win_popularity_1: '1' },
];
const RESULTS = [
  { racekey: '05265601', horse_number: '05', order_of_finish: '01', confirmed_win_popularity: '6' },
  { racekey: '05265601', horse_number: '02', order_of_finish: '04', confirmed_win_popularity: '1' },
  { racekey: '08265602', horse_number: '03', order_of_finish: '01', confirmed_win_popularity: '1' },
];
const courses = coursesOf(PROGRAM, MEETINGS, PAYOFFS, RESULTS, { withPrerace: new Set(['05265602']) });
const races = listedRaces(courses, 'en');
const keys = (list: typeof races) => list.map(({ racekey }) => racekey);
const sorted = (column: string, direction: 'ascending' | 'descending') =>
  keys(sortedRaces(races, [{ column, direction }]));

describe('the races of a day as a list', () => {
  it('is in the order of the post times, whatever the course', () => {
    expect(keys(races)).toEqual(['05265601', '08265601', '05265602', '08265602']);
  });

  it('states how far each race is', () => {
    expect(races.map(({ state }) => state)).toEqual(['paid', 'paid', 'prerace', 'result']);
  });

  it('does not call a race unrun before its results were read', () => {
    const early = listedRaces(coursesOf(PROGRAM, MEETINGS, PAYOFFS, [], { isOutcomeKnown: false }), 'en');
    expect(early.map(({ state }) => state)).toEqual(['paid', 'paid', undefined, undefined]);
    expect(choicesOf(early).states).toEqual(['paid']);
  });

  it('gives the going of the race’s own surface, and none to a jump race or an unknown meeting', () => {
    expect(races.map(({ going }) => going)).toEqual(['Slightly heavy', undefined, undefined, undefined]);
  });

  it('gives the going of the race itself once it is stated, which a jump race has too', () => {
    const stated = PROGRAM.map((race) => ({ ...race, turf_condition_cd: '3' }));
    const listed = listedRaces(coursesOf(stated, MEETINGS, PAYOFFS, RESULTS), 'en');
    expect(listed.map(({ going }) => going)).toEqual(['Heavy', 'Heavy', 'Heavy', 'Heavy']);
  });

  it('shows where the favorite finished', () => {
    expect(races[0]?.favorites).toEqual([{ horseNumber: 2, name: undefined, finish: 4 }]);
  });

  it('sorts in both directions, with races without a value last in either', () => {
    expect(sorted('paid', 'descending').slice(0, 2)).toEqual(['05265601', '08265601']);
    expect(sorted('paid', 'ascending').slice(0, 2)).toEqual(['08265601', '05265601']);
    expect(sorted('paid', 'ascending').slice(2)).toEqual(['05265602', '08265602']);
  });

  it('sorts classes from newcomer to open', () => {
    expect(sorted('class', 'ascending')).toEqual(['08265602', '05265601', '08265601', '05265602']);
  });

  it('filters by surface, class and state together', () => {
    expect(keys(filteredRaces(races, { surface: 'turf' }))).toEqual(['05265601', '08265602']);
    expect(keys(filteredRaces(races, { surface: 'turf', state: 'paid' }))).toEqual(['05265601']);
    expect(keys(filteredRaces(races, { surface: 'turf', state: 'prerace' }))).toEqual([]);
  });

  it('ignores a choice that no race of this day has, because it was made on another day', () => {
    expect(keys(filteredRaces(races, { class: '16' }))).toHaveLength(4);
  });

  it('offers only what the day has', () => {
    expect(choicesOf(races)).toEqual({
      surfaces: ['turf', 'dirt', 'jump'],
      classes: ['A1', 'A3', '05', 'OP'],
      states: ['prerace', 'result', 'paid'],
    });
  });
});
