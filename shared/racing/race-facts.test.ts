import { describe, expect, it } from 'vitest';
import { changedFrom, conditionsOf, prizesOf, stageOf, trackOf } from '#shared/racing/race-facts.ts';

describe('the header of a race', () => {
  it('calls only Niigata’s 1000 m straight', () => {
    const race = {
      racecourse_cd: '04',
      distance: '1000',
      track_type: '1',
      turn_cd: '9',
      inside_outside_cd: '1',
    };
    expect(trackOf(race, 'ja')).toBe('芝 1000 m・直線');
    expect(trackOf({ ...race, racecourse_cd: '05', distance: '3110', track_type: '3' }, 'en')).toBe(
      'Jump 3110 m, Other',
    );
  });

  it('names the outer loop and omits missing facts', () => {
    expect(trackOf({ distance: '1600', track_type: '1', turn_cd: '2', inside_outside_cd: '2' }, 'en')).toBe(
      'Turf 1600 m, Left-handed, Outer',
    );
    expect(trackOf({ distance: '1600', track_type: null, turn_cd: ' ' }, 'en')).toBe('1600 m');
  });

  it('shows that the post time was changed', () => {
    expect(changedFrom({ post_time: '1545', original_post_time: '1540' }, 'en')).toBe('15:40');
    expect(changedFrom({ post_time: '1545', original_post_time: '1545' }, 'en')).toBeUndefined();
    expect(changedFrom({ post_time: '1545', original_post_time: '0000' }, 'en')).toBeUndefined();
    expect(changedFrom({ post_time: '1545', original_post_time: null }, 'en')).toBeUndefined();
  });

  it('lists the conditions and prizes in the record', () => {
    expect(
      conditionsOf({ class_cd: '12', condition_cd: 'A3', insignia_cd: '000', weight_cd: '3' }, 'ja'),
    ).toEqual(['3歳', '未勝利', '馬齢']);
    expect(
      prizesOf({ prize_win: '560', prize_show: '224', prize_place: '140', prize_4th: '84', prize_5th: '0' }),
    ).toEqual([560, 224, 140, 84]);
  });

  it('distinguishes upcoming races, today’s and past ones', () => {
    expect(['20261121', '20261120', '20261119'].map((day) => stageOf(day, '20261120'))).toEqual([
      'coming',
      'today',
      'past',
    ]);
  });
});
