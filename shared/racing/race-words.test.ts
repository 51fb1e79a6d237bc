import { describe, expect, it } from 'vitest';
import {
  classBesideName,
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

  it('have the class beside a name that says neither class nor grade', () => {
    const named = { race_name: '水仙特別', condition_cd: '05', grade_cd: '5' };
    expect(classBesideName(named, 'ja')).toBe('1勝クラス');
    expect(classBesideName(named, 'en')).toBe('1-win class');
    expect(classBesideName({ ...named, condition_cd: 'ZZ' }, 'en')).toBe('code ZZ');
    expect(classBesideName({ race_name: '水仙特別' }, 'ja')).toBeUndefined();
    // The grade says more, a generic name says it, and without a name the class is the title.
    expect(classBesideName({ ...named, grade_cd: '6' }, 'ja')).toBeUndefined();
    expect(classBesideName({ ...named, race_name: '３歳以上１勝クラス' }, 'ja')).toBeUndefined();
    expect(classBesideName({ condition_cd: '05' }, 'ja')).toBeUndefined();
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
