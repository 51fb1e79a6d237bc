import { describe, expect, it } from 'vitest';
import {
  classOf,
  codedFact,
  courseWords,
  gradeOf,
  postClockOf,
  postTimeOf,
  titleOf,
} from '#shared/racing/race-words.ts';

const record = {
  racekey: '05265611',
  post_time: '0955',
  class_cd: '13',
  condition_cd: '05',
  track_type: '1',
  distance: '1600',
  grade_cd: '3',
};

describe('the texts of a race', () => {
  it('read as on a card', () => {
    expect(classOf(record, 'ja')).toBe('3歳以上1勝クラス');
    expect(classOf(record, 'en')).toBe('3yo+ 1-win class');
    expect(courseWords(record, 'ja')).toEqual({ text: '芝1600', kind: 'turf' });
    expect(courseWords({ ...record, track_type: '2' }, 'en').text).toBe('Dirt 1600');
    expect(gradeOf(record, 'ja')).toBe('G3');
    expect(postTimeOf(record)).toBe('09:55');
  });

  it('read a post time however it is written', () => {
    expect(['0955', '9:55', ' 09:55 '].map(postClockOf)).toEqual(['0955', '0955', '0955']);
    expect(['', 'late', '12345'].map(postClockOf)).toEqual([undefined, undefined, undefined]);
  });

  it('use the name of the race if it has one', () => {
    expect(titleOf({ ...record, race_name: '秋風特別' }, 'ja')).toBe('秋風特別');
    expect(titleOf(record, 'ja')).toBe('3歳以上1勝クラス');
  });

  it('show unreadable values unchanged', () => {
    expect(classOf({ condition_cd: 'ZZ' }, 'ja')).toBe('ZZ');
    expect(postTimeOf({ post_time: 'late' })).toBe('late');
    expect(courseWords({ distance: '1600' }, 'ja').text).toBe('1600');
    expect(courseWords({ distance: '１６００' }, 'ja').text).toBe('1600');
  });

  it('mark unlisted codes as codes, and omit zeros and blanks', () => {
    expect(codedFact('weather_cd', '1', 'en')).toBe('Sunny');
    expect(codedFact('weather_cd', ' 8 ', 'en')).toBe('code 8');
    expect(codedFact('weather_cd', '8', 'ja')).toBe('コード8');
    for (const nothing of ['0', ' ', null, undefined])
      expect(codedFact('weather_cd', nothing, 'en')).toBeUndefined();
  });
});
