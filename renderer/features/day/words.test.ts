import { describe, expect, it } from 'vitest';
import { classOf, courseWords, gradeOf, meetingFacts, meetingTitle, postTimeOf, titleOf } from './words.ts';

const record = {
  racekey: '05265611',
  post_time: '0955',
  class_cd: '13',
  condition_cd: '05',
  track_type: '1',
  distance: '1600',
  grade_cd: '3',
};

describe('a race in words', () => {
  it('reads as on a card', () => {
    expect(classOf(record, 'ja')).toBe('3歳以上1勝クラス');
    expect(classOf(record, 'en')).toBe('3yo+ 1-win class');
    expect(courseWords(record, 'ja')).toEqual({ text: '芝1600', kind: 'turf' });
    expect(courseWords({ ...record, track_type: '2' }, 'en').text).toBe('Dirt 1600');
    expect(gradeOf(record, 'ja')).toBe('G3');
    expect(postTimeOf(record)).toBe('09:55');
  });

  it('goes by its name where it has one', () => {
    expect(titleOf({ ...record, race_name: '秋風特別' }, 'ja')).toBe('秋風特別');
    expect(titleOf(record, 'ja')).toBe('3歳以上1勝クラス');
  });

  it('shows what it cannot read as it is', () => {
    expect(classOf({ condition_cd: 'ZZ' }, 'ja')).toBe('ZZ');
    expect(postTimeOf({ post_time: 'late' })).toBe('late');
    expect(courseWords({ distance: '1600' }, 'ja').text).toBe('1600');
  });
});

describe('a meeting in words', () => {
  it('counts its days past nine', () => {
    expect(meetingTitle({ racecourse_cd: '08', holdingkey: '08243a' }, 'ja')).toBe('3回京都10日');
    expect(meetingTitle({ racecourse_cd: '05', holdingkey: '052656' }, 'en')).toBe('Tokyo, meeting 5, day 6');
  });

  it('leaves a place for what is missing', () => {
    const facts = meetingFacts({ meeting: { turf_condition_cd: '2', course_cd: '4' } }, 'ja');
    expect(facts.map(({ value }) => value)).toEqual([undefined, '稍重', undefined, undefined, 'B']);
  });
});
