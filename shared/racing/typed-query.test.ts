import { describe, expect, it } from 'vitest';
import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import { codeTablesOf } from '#shared/catalogue/decode.ts';
import { describeRacekey } from '#shared/racing/racekey.ts';
import { readQuery } from '#shared/racing/typed-query.ts';

const read = (text: string) => readQuery(text, '20261122');

describe('a search', () => {
  it.each([
    '東京11R', '東京 11R', 'tokyo 11', 'tokyo11', 'Tokyo 11R', 'TOKYO R11', '東11R', 'とうきょう11R', 'toukyou 11',
    '東京競馬 11R', '東京第11レース', '東京　１１Ｒ', 'race 11 tokyo',
  ])('for %s means a course and a race number', (text) => {
    expect(read(text)).toEqual({ racekeys: [], racecourse_cd: '05', raceNumber: 11, words: '' });
  }); // prettier-ignore

  it.each([
    ['11/15 東京11R', ''],
    ['11月15日東京11R', ''],
    ['tokyo 11 2026-11-15', ''],
    ['東京11R 11月15日 水仙', '水仙'],
    ['11月15日(日) 東京11R', ''],
    ['11月15日（日曜）の東京11R水仙', '水仙'],
    ['東京11R 11/15(日) 水仙', '水仙'],
    ['2026年11月15日(日・祝)東京11R', ''],
    ['2026-11-15 (Sun) Tokyo 11R', ''],
    ['15 Nov 2026 (Sun) Tokyo 11R', ''],
    ['Sun 15 Nov Tokyo 11R', ''],
    ['Sun, 15th of Nov 2026, Tokyo 11R', ''],
    ['tokyo 11 2026-11-15 Sun', ''],
    ['11月15日日曜日東京11R水仙', '水仙'],
    ['11月15日の日曜日の東京11R', ''],
    ['11月15日日曜日 東京11R', ''],
    ['2026-11-15 日曜日 東京11R', ''],
    ['先週の日曜日 東京11R', ''],
    ['日曜11/15 東京11R', ''],
    ['東京11R 11/15 日 水仙', '水仙'],
    ['先週日曜の東京11R', ''],
    ['last sunday tokyo 11', ''],
  ])('for %s means a day as well', (text, words) => {
    expect(read(text)).toEqual({
      racekeys: [],
      racecourse_cd: '05',
      raceNumber: 11,
      day: { is: 'days', racedates: ['20261115'] },
      words,
    });
  });

  it('has words where the rest means a place or a year', () => {
    expect(read('水仙大賞典 2024')).toMatchObject({
      day: { is: 'period', from: '20240101' },
      words: '水仙大賞典',
    });
    expect(read('2024年の桜')).toMatchObject({ day: { is: 'period' }, words: 'の桜' });
    expect(read('京都 新聞杯')).toMatchObject({ racecourse_cd: '08', words: '新聞杯' });
    expect(read('ローレル 11')).toEqual({ racekeys: [], words: 'ローレル 11' });
  });

  it('has race keys in the service’s spelling first, and none that no race can have', () => {
    const keys = (text: string) => read(text).racekeys;
    expect(keys('09261202')).toEqual(['09261202']);
    expect(keys('０９２６１２０２')).toEqual(['09261202']);
    expect(keys('06171A01')).toEqual(['06171a01', '06171A01']);
    expect(keys('08243a02')).toEqual(['08243a02']);
    expect(keys('3916BU11')).toEqual(['3916BU11']);
    // No such race number, course, or day of a local run.
    for (const none of ['05264113', '00264101', '20261399', '20260103', '39261399'])
      expect(keys(none)).toEqual([]);
  });

  it('has the horse ID that it can be, in its case; a word of twelve letters is none', () => {
    expect(read('12E345678901').horse_id).toBe('12E345678901');
    expect(read('orufevurosupa').horse_id).toBeUndefined();
    expect(read('roorerunotabi').horse_id).toBeUndefined();
    expect(read('abcdefghijkl').horse_id).toBeUndefined();
  });

  it.each(['土曜日', '日曜', '先週の土曜日', '11月22日日曜日'])('%s is a day alone', (text) => {
    expect(read(text)).toMatchObject({ day: { is: 'days' }, words: '' });
    expect(read(text)).not.toHaveProperty('racecourse_cd');
  });

  it('has the meeting day that it names', () => {
    expect(readQuery('5回中山8日', '20270104')).toMatchObject({ meeting: '062758', meetingBefore: '062658' });
    expect(readQuery('2026年5回中山8日', '20270104')).not.toHaveProperty('meetingBefore');
    expect(read('5回東京8日')).toMatchObject({ meeting: '052658', words: '' });
    expect(read('5回東京8日目 11R')).toMatchObject({ meeting: '052658', raceNumber: 11 });
    expect(read('2024年3回京都10日2R')).toMatchObject({ meeting: '08243a', raceNumber: 2 });
    expect(read('08243a')).toMatchObject({ meeting: '08243a' });
  });

  it('means the race whose description it is, in both languages', () => {
    const courses = codeTablesOf('racecourse_cd').flatMap((table) => Object.keys(CODE_TABLES[table].codes));
    for (const course of courses) {
      const middles = Number(course) > 10 ? ['11', 'BU', '4A'] : ['11', '58', '3a', '9c'];
      for (const key of middles.flatMap((middle) => [`${course}26${middle}11`, `${course}99${middle}01`]))
        for (const language of ['en', 'ja'] as const)
          expect(read(describeRacekey(key, language))).toEqual({ racekeys: [key], words: '' });
    }
    expect(read('2026年11月31日 大井 11R').racekeys).toEqual([]);
  });

  it('of six figures can be a day and a meeting, and no meeting is numbered 0', () => {
    const day = { is: 'days', racedates: ['20061112'] };
    expect(read('061112')).toMatchObject({ meeting: '061112', day });
    expect(read('061105')).toEqual({
      racekeys: [],
      day: { is: 'days', racedates: ['20061105'] },
      words: '',
    });
    expect(read('0回東京8日').meeting).toBeUndefined();
  });

  it('says that a date in it does not exist', () => {
    expect(read('2026年11月15日(土)')).toEqual({ racekeys: [], words: '', problem: 'not_a_date' });
    expect(read('2026-11-15 (Sat) Tokyo 11R')).toMatchObject({ words: '', problem: 'not_a_date' });
    expect(read('Sat 2026-11-15 Tokyo 11R')).toMatchObject({ words: '', problem: 'not_a_date' });
    expect(read('2026-02-30 Tokyo 11R').problem).toBe('not_a_date');
  });

  it('says that something like a date or a key is neither', () => {
    expect(read('20261399')).toEqual({ racekeys: [], words: '', problem: 'not_a_date' });
    expect(read('2026-02-31').problem).toBe('not_a_date');
    expect(read('2/30').problem).toBe('not_a_date');
    expect(read('05264113').problem).toBe('not_a_key');
    expect(read('09261202').problem).toBeUndefined();
    expect(read('20261115').problem).toBeUndefined();
    expect(read('12E345678901').problem).toBeUndefined();
  });
});
