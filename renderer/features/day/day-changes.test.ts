import { describe, expect, it } from 'vitest';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { changesSince, rememberDay, snapshotOf, withNews, type DayRecords } from './day-changes.ts';

const RACE = '05265601';

const entry = (horse_number: string, more: RecordValues = {}): RecordValues => ({
  racekey: RACE,
  horse_number,
  jockey_name: '騎手一',
  criteria_win_odds: '8.0',
  ...more,
});

const DAY: DayRecords = {
  races: [{ racekey: RACE, post_time: '0955' }],
  meetings: [{ holdingkey: '052656', turf_condition_cd: '1', dirt_condition_cd: null }],
  entries: [entry('01'), entry('02'), entry('03')],
  prerace: [],
  results: [],
};

const prerace = (horse_number: string, more: RecordValues = {}): RecordValues => ({
  racekey: RACE,
  horse_number,
  jockey_name: '騎手一',
  win_odds: '8.0',
  ...more,
});

const changed = (before: Partial<DayRecords>, now: Partial<DayRecords>) =>
  changesSince(snapshotOf({ ...DAY, ...before }, 1), snapshotOf({ ...DAY, ...now }, 2));

describe('what changed on a day since it was last seen', () => {
  it('is nothing if nothing did, nor if something becomes known for the first time', () => {
    expect(changed({}, {})).toEqual([]);
    const meetings = [{ holdingkey: '052656', turf_condition_cd: '1', dirt_condition_cd: '2' }];
    expect(changed({}, { meetings, prerace: [prerace('01', { win_odds: '9.0' })] })).toEqual([]);
    expect(changed({ entries: [] }, {})).toEqual([]);
  });

  it('names scratched runners, by the flag of the race, the card or the pre-race record', () => {
    expect(changed({}, { races: [{ racekey: RACE, post_time: '0955', cancel_horse: '010' }] })).toEqual([
      { kind: 'scratched', racekey: RACE, number: 2 },
    ]);
    expect(changed({}, { prerace: [prerace('03', { withdrawn_flag: '1', jockey_name: '別人' })] })).toEqual([
      { kind: 'scratched', racekey: RACE, number: 3 },
    ]);
  });

  it('names a changed jockey, also if the card itself still has the former', () => {
    expect(changed({}, { prerace: [prerace('01', { jockey_name: '騎手二' })] })).toEqual([
      { kind: 'jockey', racekey: RACE, number: 1, before: '騎手一', now: '騎手二' },
    ]);
  });

  it('is nothing of horses without a number: a card from before the draw names them all 00', () => {
    const cards = [entry('00', { jockey_name: '騎手二' }), entry('00'), entry(' ')];
    expect(changed({ entries: cards.slice(0, 1) }, { entries: cards })).toEqual([]);
    expect(snapshotOf({ ...DAY, entries: cards }, 1).races[RACE]?.runners).toEqual({});
  });

  it('tells jockeys of one name apart by their codes, and takes another spelling for no change', () => {
    const coded = (jockey_cd: string, jockey_name = '騎手一') => ({
      prerace: [prerace('01', { jockey_cd, jockey_name })],
    });
    expect(changed(coded('10454'), coded('10493'))).toEqual([
      { kind: 'jockey', racekey: RACE, number: 1, before: '騎手一 (10454)', now: '騎手一 (10493)' },
    ]);
    expect(changed(coded('10454'), coded('10454', '騎手　一'))).toEqual([]);
  });

  it('compares pre-race odds with earlier ones at half as much again, and with reference odds at double', () => {
    const earlier = { prerace: [prerace('01')] };
    expect(changed(earlier, { prerace: [prerace('01', { win_odds: '11.9' })] })).toEqual([]);
    expect(changed(earlier, { prerace: [prerace('01', { win_odds: '12.0' })] })).toEqual([
      { kind: 'odds', racekey: RACE, number: 1, before: 8, now: 12, fromReference: false },
    ]);
    expect(changed({}, { prerace: [prerace('01', { win_odds: '12.0' })] })).toEqual([]);
    expect(changed({}, { prerace: [prerace('01', { win_odds: '4.0' })] })).toEqual([
      { kind: 'odds', racekey: RACE, number: 1, before: 8, now: 4, fromReference: true },
    ]);
  });

  it('does not call moves among long shots changes', () => {
    const long = (win_odds: string) => ({ prerace: [prerace('01', { win_odds })] });
    expect(changed(long('80.0'), long('160.0'))).toEqual([]);
    expect(changed(long('80.0'), long('19.0'))).toHaveLength(1);
  });

  it('lists going before runners, and post times', () => {
    const now = {
      meetings: [{ holdingkey: '052656', turf_condition_cd: '3' }],
      races: [{ racekey: RACE, post_time: '1005', cancel_horse: '100' }],
    };
    expect(changed({}, now).map(({ kind }) => kind)).toEqual(['going', 'scratched', 'post']);
  });

  it('names a runner that is scratched by a result record before the race', () => {
    const results = ['01', '02', '03'].map((horse_number) => ({
      racekey: RACE,
      horse_number,
      order_of_finish: '00',
      trouble_classification: horse_number === '03' ? '1' : '0',
    }));
    expect(changed({}, { results })).toEqual([{ kind: 'scratched', racekey: RACE, number: 3 }]);
  });

  it('leaves out races that were run', () => {
    const results = [{ racekey: RACE, horse_number: '02', order_of_finish: '1' }];
    expect(changed({}, { results, races: [{ racekey: RACE, post_time: '1005' }] })).toEqual([]);
  });
});

describe('the memory of a day', () => {
  const odds = (win_odds: string, at: number) =>
    snapshotOf({ ...DAY, prerace: [prerace('01', { win_odds })] }, at);

  it('gains what becomes known, so that a later change is noticed, and keeps its time and values', () => {
    const first = snapshotOf(
      { ...DAY, meetings: [], entries: [entry('01'), entry('02', { jockey_name: null })] },
      1,
    );
    const races = [...DAY.races, { racekey: '05265602', post_time: '1025' }];
    const known = withNews(
      first,
      snapshotOf({ ...DAY, races, prerace: [prerace('01', { win_odds: '9.0' })] }, 2),
    );
    expect(known.at).toBe(1);
    expect(known.going['052656']).toEqual({ turf: '1' });
    expect(known.races['05265602']?.post).toBe('10:25');
    expect(known.races[RACE]?.runners).toEqual({
      1: { j: '騎手一', o: 9 },
      2: { j: '騎手一', o: 8, r: 1 },
      3: { j: '騎手一', o: 8, r: 1 },
    });
    const changed = {
      ...DAY,
      races: [{ racekey: RACE, post_time: '1005', cancel_horse: '010' }],
      prerace: [prerace('01', { win_odds: '12.0', jockey_name: '騎手二' })],
    };
    expect(withNews(known, snapshotOf(changed, 3)).races[RACE]).toEqual(known.races[RACE]);
  });

  it('keeps the codes of jockeys while odds become known, and takes both of one that was unknown', () => {
    const card = (more: RecordValues) => snapshotOf({ ...DAY, entries: [entry('01', more)] }, 1);
    const now = (jockey_cd: string, jockey_name: string, win_odds = '9.0') =>
      snapshotOf({ ...DAY, prerace: [prerace('01', { jockey_cd, jockey_name, win_odds })] }, 2);
    for (const first of [{ jockey_cd: '10454' }, { jockey_name: null }]) {
      const known = withNews(card(first), now('10454', '騎手一'));
      expect(changesSince(known, now('10454', '騎手　一'))).toEqual([]);
      expect(changesSince(known, now('10493', '騎手一'))).toEqual([
        { kind: 'jockey', racekey: RACE, number: 1, before: '騎手一 (10454)', now: '騎手一 (10493)' },
      ]);
    }
  });

  it('is the same object if nothing becomes known', () => {
    const first = odds('8.0', 1);
    for (const later of [
      odds('8.0', 2),
      odds('80.0', 2),
      snapshotOf(DAY, 2),
      snapshotOf({ ...DAY, races: [] }, 2),
    ])
      expect(withNews(first, later)).toBe(first);
  });

  it('lists a slow drift of the odds once it adds up, however often the day is opened meanwhile', () => {
    let known = odds('10.0', 1);
    const listed = ['14.0', '19.0', '26.0'].map((win_odds, at) => {
      const now = odds(win_odds, at + 2);
      const changes = changesSince(known, now);
      known = withNews(known, now);
      return changes.length;
    });
    expect(listed).toEqual([0, 1, 1]);
    expect(changesSince(known, odds('26.0', 9))).toMatchObject([{ before: 10, now: 26 }]);
  });

  it('compares with the first pre-race odds, but with the reference odds while their move from these is listed', () => {
    const first = snapshotOf(DAY, 1);
    const near = withNews(first, odds('9.0', 2));
    expect(changesSince(near, odds('14.0', 3))).toMatchObject([{ before: 9, now: 14, fromReference: false }]);
    const far = withNews(first, odds('17.0', 2));
    expect(far).toBe(first);
    expect(changesSince(far, odds('18.0', 3))).toMatchObject([{ before: 8, now: 18, fromReference: true }]);
  });

  it('keeps no day that is over, and few days in all', () => {
    const snapshot = snapshotOf(DAY, 1);
    const days = ['20261120', '20261121', '20261122', '20261123', '20261128'];
    const seen = Object.fromEntries(days.map((day) => [day, snapshot]));
    const kept = rememberDay(seen, '20261129', snapshot, '20261121');
    expect(Object.keys(kept).toSorted()).toEqual(['20261121', '20261122', '20261123', '20261129']);
  });

  it('of a full day fits into what the main process keeps for a key', () => {
    const races = Array.from({ length: 36 }, (_, at) => ({
      racekey: `052656${String(at).padStart(2, '0')}`,
      post_time: '1005',
    }));
    const entries = races.flatMap(({ racekey }) =>
      Array.from({ length: 18 }, (_, at) => entry(String(at + 1), { racekey, jockey_name: 'Ｍ．デムーロ' })),
    );
    const snapshot = snapshotOf({ ...DAY, races, entries }, Date.UTC(2026, 10, 28));
    const four = Object.fromEntries(['28', '29', '30', '31'].map((day) => [`202611${day}`, snapshot]));
    expect(JSON.stringify(four).length).toBeLessThan(256 * 1024);
  });
});
