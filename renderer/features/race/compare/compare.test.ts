import { describe, expect, it } from 'vitest';
import { ofRunner, type Annotation, type AnnotationKey } from '#shared/annotations/annotation.ts';
import { comparedRunner } from './compared-runner.ts';
import { suggestedRunners } from './chosen-runners.ts';
import { factsOf } from './facts.ts';

const RACE = '05265611';
const runner = (horse_number: string, integration_index: string | null, criteria_win_odds = '1.0') => ({
  racekey: RACE,
  horse_number,
  integration_index,
  criteria_win_odds,
});
const CARD = [
  runner('1', '50.1', '9.9'),
  runner('2', '61.0', '2.1'),
  runner('3', null),
  runner('4', '60.2', '3.0'),
  runner('5', '58.0', '5.5'),
];
const NONE = new Set<number>();
const marked = (marks: Readonly<Record<number, string>>) => {
  const byId = new Map(Object.entries(marks).map(([number, mark]) => [ofRunner(RACE, number).id, mark]));
  return ({ target, id }: AnnotationKey): Annotation | undefined => {
    const mark = byId.get(id);
    return mark === undefined ? undefined : { target, id, mark, at: 1 };
  };
};

describe('the runners that are compared at first', () => {
  it('are the three best by overall index, without horses that do not run', () => {
    expect(suggestedRunners(CARD, NONE, marked({}))).toEqual([2, 4, 5]);
    expect(suggestedRunners(CARD, new Set([4]), marked({}))).toEqual([2, 5, 1]);
  });

  it('are those that the user marked, the strongest first, if they are at least two', () => {
    expect(suggestedRunners(CARD, NONE, marked({ 1: '2', 3: '1' }))).toEqual([3, 1]);
    expect(suggestedRunners(CARD, NONE, marked({ 1: '1' }))).toEqual([2, 4, 5]);
    expect(suggestedRunners(CARD, new Set([3]), marked({ 1: '2', 3: '1', 4: '2' }))).toEqual([1, 4]);
  });
});

it.each(['00', '', null])(
  'a runner with the number %j, before the draw, cannot be chosen',
  (horse_number) => {
    const card = { racekey: RACE, horse_number, horse_id: 'HORSE0000001', horse_name: 'アルファ' };
    expect(comparedRunner(card, (name) => name)).toBeUndefined();
    expect(comparedRunner({ ...card, horse_number: '07' }, (name) => name)).toMatchObject({ number: 7 });
  },
);

describe('the facts', () => {
  it('tint the best three of the field that runs: high indices, low odds', () => {
    const ranksOf = (field: string, out = NONE) =>
      Object.fromEntries(factsOf(CARD, out).find(({ column }) => column.name === field)?.ranks ?? []);
    expect(ranksOf('integration_index')).toEqual({ 2: 1, 4: 2, 5: 3 });
    expect(ranksOf('integration_index', new Set([2]))).toEqual({ 4: 1, 5: 2, 1: 3 });
    expect(ranksOf('criteria_win_odds')).toEqual({ 3: 1, 2: 2, 4: 3 });
    expect(ranksOf('rider_name')).toEqual({});
  });

  it('do not tint a zero that several share, nor a value that all share', () => {
    const card = ['4.0', '0.0', '0.0', '0.0'].map((insideinfo_index, at) => ({
      horse_number: String(at + 1),
      insideinfo_index,
      jockey_index: '1.5',
    }));
    const ranksOf = (field: string) =>
      Object.fromEntries(factsOf(card, NONE).find(({ column }) => column.name === field)?.ranks ?? []);
    expect(ranksOf('insideinfo_index')).toEqual({ 1: 1 });
    expect(ranksOf('jockey_index')).toEqual({});
  });

  it('are of the horse by its number, in digits of either width', () => {
    const card = [
      { horse_number: '１', criteria_win_odds: '1.0' },
      { horse_number: '２', criteria_win_odds: '2.0' },
      { horse_number: '3', criteria_win_odds: '0.0' },
      { horse_number: '4', criteria_win_odds: '4.0' },
    ];
    const odds = factsOf(card, new Set([1])).find(({ column }) => column.name === 'criteria_win_odds');
    expect(Object.fromEntries(odds?.ranks ?? [])).toEqual({ 2: 1, 4: 2 });
  });
});
