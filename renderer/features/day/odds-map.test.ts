import { describe, expect, it } from 'vitest';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import type { DayRecords } from './day-changes.ts';
import { figuresOf, heightOf, oddsMapOf, outliersOf, pointAfterKey, pointsOf, scaleOf } from './odds-map.ts';

const runner = (
  racekey: string,
  horse_number: string,
  integration_index: string | null,
  reference: string,
) => ({
  racekey,
  horse_number,
  horse_name: `馬${horse_number}`,
  integration_index,
  criteria_win_odds: reference,
});

const RUN = '05265601';
const AHEAD = '05265602';

const result = (horse_number: string, finish: string, odds: string, more: RecordValues = {}) => ({
  racekey: RUN,
  horse_number,
  order_of_finish: finish,
  confirmed_win_odds: odds,
  trouble_classification: '0',
  ...more,
});

const DAY: DayRecords = {
  races: [{ racekey: RUN }, { racekey: AHEAD }],
  meetings: [],
  entries: [
    runner(RUN, '01', '60.0', '2.0'),
    runner(RUN, '02', '55.0', '30.0'),
    runner(RUN, '03', '55.0', '4.0'),
    runner(RUN, '04', '40.0', '9.0'),
    runner(RUN, '05', '70.0', '1.5'),
    runner(RUN, '06', null, '50.0'),
    runner(AHEAD, '01', '50.0', '3.0'),
    runner(AHEAD, '02', '45.0', '6.0'),
  ],
  prerace: [
    { racekey: AHEAD, horse_number: '01', win_odds: '5.0' },
    { racekey: AHEAD, horse_number: '02', win_odds: '2.1' },
  ],
  results: [
    result('01', '02', '3.1'),
    result('02', '01', '25.4'),
    result('03', '03', '2.2'),
    result('04', '04', '12.0'),
    result('05', '00', '0.0', { trouble_classification: '1' }),
    result('06', '05', '80.0'),
  ],
};

const map = oddsMapOf(DAY, 'integration_index');
const of = (racekey: string, number: number) => map.runners.find(({ id }) => id === `${racekey} ${number}`);

describe('the map of a day', () => {
  it('ranks starters in their race: a scratched runner has no rank and takes none, equal values share one', () => {
    expect(map.runners.map(({ id, rank }) => [id, rank])).toEqual([
      ['05265601 1', 1],
      ['05265601 2', 2],
      ['05265601 3', 2],
      ['05265601 4', 4],
      ['05265602 1', 1],
      ['05265602 2', 2],
    ]);
  });

  it('counts runners without a value, which it cannot draw', () => {
    expect(map.left).toBe(1);
    expect(map.races).toBe(2);
  });

  it('has each horse of a card from before the draw, and counts those that nothing identifies', () => {
    const undrawn = (horse_id: string | null, value: string, more: RecordValues = {}) => ({
      ...runner(AHEAD, '00', value, '3.0'),
      horse_id,
      ...more,
    });
    const entries = [
      undrawn('A', '50.0'),
      undrawn('B', '60.0'),
      undrawn('C', '70.0', { withdrawn_flag: '1' }),
      undrawn(null, '40.0'),
    ];
    const { runners, left } = oddsMapOf({ ...DAY, entries, prerace: [] }, 'integration_index');
    expect(runners.map(({ id, number, rank }) => [id, number, rank])).toEqual([
      [`${AHEAD} A`, undefined, 2],
      [`${AHEAD} B`, undefined, 1],
    ]);
    expect(left).toBe(1);
  });

  it('takes final odds after a race, before it the latest, and without these the card’s reference odds', () => {
    expect(of(RUN, 2)).toMatchObject({ odds: 25.4, oddsKind: 'final', popularity: 4 });
    expect(of(AHEAD, 2)).toMatchObject({ odds: 2.1, oddsKind: 'latest', popularity: 1 });
    const early = oddsMapOf({ ...DAY, prerace: [], results: [] }, 'integration_index');
    expect(early.runners.find(({ id }) => id === `${AHEAD} 2`)).toMatchObject({
      odds: 6,
      oddsKind: 'reference',
    });
  });

  it('marks winners and placed horses, and races that were not run', () => {
    expect(map.runners.map(({ mark }) => mark)).toEqual([
      'placed', 'won', 'placed', 'unplaced', 'unrun', 'unrun',
    ]); // prettier-ignore
  });

  it('counts wins of the first by the index and of the favorite among the races that were run', () => {
    expect(figuresOf(map.runners)).toEqual({ run: 1, firstWon: 0, favoriteWon: 0 });
  });

  it('names high ranks at long odds, and favorites ranked low', () => {
    const { overlooked, doubted } = outliersOf(map.runners);
    expect(overlooked.map(({ id }) => id)).toEqual(['05265601 2']);
    expect(doubted).toEqual([]);
    const favorite = { ...map.runners[3]!, popularity: 1, rank: 7 };
    expect(outliersOf([favorite]).doubted).toEqual([favorite]);
  });
});

describe('the drawing of the map', () => {
  it('has odds on a logarithmic scale whose ends are labelled', () => {
    const scale = scaleOf(map.runners);
    expect(scale.ticks).toEqual([1, 2, 5, 10, 20, 50]);
    expect(heightOf(scale, 1)).toBe(0);
    expect(heightOf(scale, 50)).toBe(1);
    expect(heightOf(scale, 10) - heightOf(scale, 5)).toBeCloseTo(heightOf(scale, 2) - heightOf(scale, 1));
  });

  it('keeps a runner inside the column of its rank', () => {
    const scale = scaleOf(map.runners);
    for (const { runner: drawn, x } of pointsOf(map.runners, scale, [RUN, AHEAD])) {
      expect(x * scale.ranks).toBeGreaterThan(drawn.rank - 1);
      expect(x * scale.ranks).toBeLessThan(drawn.rank);
    }
  });

  it('is walked by arrow keys: odds within a rank, the nearest odds of the next rank', () => {
    const from = (id: string, key: string) => {
      const start = map.runners.find((each) => each.id === id);
      return start === undefined ? undefined : pointAfterKey(map.runners, start, key)?.id;
    };
    expect(from('05265601 1', 'ArrowUp')).toBe('05265602 1');
    expect(from('05265601 1', 'ArrowDown')).toBeUndefined();
    expect(from('05265601 1', 'ArrowRight')).toBe('05265601 3');
    expect(from('05265601 2', 'ArrowRight')).toBe('05265601 4');
    expect(from('05265601 4', 'ArrowLeft')).toBe('05265601 2');
    expect(from('05265601 4', 'x')).toBeUndefined();
  });
});
