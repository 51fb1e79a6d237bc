// When each column of the runners is known: a rule may read only what was known before the race.

import { describe, expect, it } from 'vitest';
import { fieldsOf } from '#shared/catalogue/subjects/subject.ts';
import { rankColumn, RANKED } from '#shared/catalogue/subjects/runners.ts';
import { columnOfSubject, SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';

const { columns } = SUBJECTS.runners;
const knownAt = (name: string) => columnOfSubject('runners', name).knownAt;
/** Computed from the key of a row alone. */
const OF_KEY = ['racedate', 'racekey', 'racecourse_cd', 'race_number', 'horse_number'];

describe('every column of the runners', () => {
  it('says when it is known', () => {
    expect(columns.filter((column) => column.knownAt === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('is of the result exactly if it is read from a result or a payoff, or computed from one', () => {
    const ranksOfResults = new Set(
      RANKED.filter((column) => fieldsOf(column).some(({ record }) => record === 'result')).map(({ name }) =>
        rankColumn(name),
      ),
    );
    const ranks = new Set(RANKED.map(({ name }) => rankColumn(name)));
    const ofResult = columns.filter((column) => {
      if (fieldsOf(column).some(({ record }) => record === 'result' || record === 'payoff')) return true;
      if (!('computed' in column.origin)) return false;
      return ranks.has(column.name) ? ranksOfResults.has(column.name) : !OF_KEY.includes(column.name);
    });
    const known = columns.filter((column) => column.knownAt === 'result');
    expect(known.map(({ name }) => name)).toEqual(ofResult.map(({ name }) => name));
    expect(known.length).toBeGreaterThan(50);
  });

  it('is the user’s own exactly if the user noted it', () => {
    const own = columns.filter(({ origin }) => 'annotation' in origin);
    expect(columns.filter((column) => column.knownAt === 'own')).toEqual(own);
    expect(own.map(({ name }) => name)).toContain('my_mark');
  });
});

it('tells the card, the paddock and the last moment apart', () => {
  expect(['integration_index', 'work_ten_index', 'distance', 'integration_index_rank'].map(knownAt)).toEqual([
    'entry',
    'entry',
    'entry',
    'entry',
  ]);
  expect(
    [
      'paddock_mark',
      'prerace_paddock_index',
      'prerace_paddock_index_rank',
      'rider_cd',
      'rider_name',
      'carried_weight',
    ].map(knownAt),
  ).toEqual(Array.from({ length: 6 }, () => 'pre-race'));
  expect(['jockey_cd', 'jockey_name', 'weight_to_carry'].map(knownAt)).toEqual(['entry', 'entry', 'entry']);
  expect(
    ['prerace_win_odds', 'prerace_horse_weight', 'withdrawn_flag', 'turf_condition_cd'].map(knownAt),
  ).toEqual(['race', 'race', 'race', 'race']);
  expect(
    ['idm', 'confirmed_win_odds', 'confirmed_place_odds', 'win_returned', 'idm_rank'].map(knownAt),
  ).toEqual(Array.from({ length: 5 }, () => 'result'));
});
