import { describe, expect, it } from 'vitest';
import { meetingFacts, meetingTitle } from './meeting-words.ts';

describe('the texts of a meeting', () => {
  it('count its days beyond nine', () => {
    expect(meetingTitle({ racecourse_cd: '08', holdingkey: '08243a' }, 'ja')).toBe('3回京都10日');
    expect(meetingTitle({ racecourse_cd: '05', holdingkey: '052656' }, 'en')).toBe('Tokyo, meeting 5, day 6');
  });

  it('keep a place for missing facts', () => {
    const facts = meetingFacts({ meeting: { turf_condition_cd: '2', course_cd: '4' } }, 'ja');
    expect(facts.map(({ value }) => value)).toEqual([undefined, '稍重', undefined, undefined, 'B']);
  });

  it('mark an unknown code as a code, and omit zeros', () => {
    const rail = (course_cd: string, language: 'en' | 'ja') =>
      meetingFacts({ meeting: { course_cd, weather_cd: '00' } }, language).map(({ value }) => value);
    expect(rail('06', 'en')).toEqual([undefined, undefined, undefined, undefined, 'code 06']);
    expect(rail('06', 'ja').at(-1)).toBe('コード06');
  });
});
