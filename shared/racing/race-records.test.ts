import { describe, expect, it } from 'vitest';
import {
  cameWhole,
  fieldSize,
  headcountNotice,
  refundNotice,
  resultNotices,
  runnersText,
} from '#shared/racing/race-records.ts';

const ran = (horse_number: string, order_of_finish: string, trouble_classification = '0', idm = '') => ({
  racekey: '05266411',
  horse_number,
  order_of_finish,
  trouble_classification,
  idm,
  time_record: '950',
});
const entry = (horse_number: string, withdrawn_flag = '') => ({
  racekey: '05266411',
  horse_number,
  withdrawn_flag,
});
const race = { headcount: '3', distance: '1600' };
const nothing = { race, card: [], prerace: [], results: [] };

describe('the number of runners', () => {
  it('excludes scratched and excluded horses', () => {
    const results = [ran('1', '1'), ran('2', '0', '1'), ran('3', '0', '2')];
    expect(fieldSize({ ...nothing, results })).toBe(1);
    // The result may have no record of a scratched horse.
    expect(fieldSize({ ...nothing, card: [entry('3', '1')], results: [ran('1', '1'), ran('2', '2')] })).toBe(
      2,
    );
  });

  it('comes from a complete result, whatever the program states', () => {
    const results = [ran('1', '1'), ran('2', '2')];
    expect(fieldSize({ ...nothing, results })).toBe(3);
    expect(fieldSize({ ...nothing, results, areResultsWhole: true })).toBe(2);
    // Before the race, records without a finish may exist.
    expect(fieldSize({ ...nothing, results: [ran('1', '0')], areResultsWhole: true })).toBe(3);
    expect(cameWhole([{ reason: 'headcount_differs' }, { reason: 'race_missing' }])).toBe(true);
    expect(cameWhole([{ reason: 'headcount_differs' }, { reason: 'cut_short' }])).toBe(false);
  });

  it('excludes withdrawn horses before the race, and is as stated while not all are known', () => {
    const card = [entry('1'), entry('2', '1'), entry('3')];
    expect(fieldSize({ ...nothing, card })).toBe(2);
    expect(fieldSize({ ...nothing, card: card.slice(2) })).toBe(3);
    expect(fieldSize(nothing)).toBe(3);
    expect(fieldSize({ ...nothing, race: undefined })).toBeUndefined();
    expect(fieldSize({ ...nothing, race: {}, card })).toBe(2);
  });

  it('has a singular and a plural', () => {
    expect([1, 2].map((count) => runnersText(count, 'en'))).toEqual(['1 runner', '2 runners']);
    expect(runnersText(2, 'ja')).toBe('2頭');
  });
});

describe('the notices above a result', () => {
  const titles = (results: ReturnType<typeof ran>[], provisional: number, language: 'en' | 'ja' = 'en') =>
    resultNotices({ race, results }, provisional, language).map(({ title }) => title);

  it('report that the indices are still to come, while no horse has one', () => {
    expect(titles([ran('1', '1'), ran('2', '2')], 2)).toEqual(['Provisional']);
    expect(titles([ran('1', '1'), ran('2', '2')], 2, 'ja')).toEqual(['速報']);
    expect(titles([ran('1', '1', '0', '50'), ran('2', '2')], 1)).toEqual([]);
    // Jump races never get indices, so their results are never provisional.
    expect(titles([ran('1', '1'), ran('2', '2')], 0)).toEqual([]);
  });

  it('name the horses of a dead heat, also of three and for other places', () => {
    const heat = [ran('14', '1'), ran('5', '1'), ran('2', '3'), ran('8', '3'), ran('1', '3')];
    expect(titles(heat, 0)).toEqual([
      'Dead heat for place 1: numbers 5 and 14',
      'Dead heat for place 3: numbers 1, 2 and 8',
    ]);
    expect(titles(heat, 0, 'ja')).toEqual(['1着同着: 5・14番', '3着同着: 1・2・8番']);
  });

  it('report times that cannot be tenths over the distance', () => {
    const [notice] = resultNotices({ race, results: [{ ...ran('1', '1'), time_record: '1350' }] }, 0, 'en');
    expect(notice).toMatchObject({ kind: 'warning', title: 'Times shown raw' });
    expect(resultNotices({ race: undefined, results: [ran('1', '1')] }, 0, 'ja')).toEqual([]);
  });
});

describe('refunds', () => {
  it('are listed by horse number, and there is no notice without any', () => {
    const record = { refund_number_1: '05', refund_number_2: '11', refund_number_3: '00' };
    expect(refundNotice(record, 'en')?.text).toBe('All stakes on number 5, 11.');
    expect(refundNotice(record, 'ja')).toEqual({
      kind: 'info',
      title: '返還',
      text: '馬番5, 11は返還されました。',
    });
    expect(refundNotice({ refund_number_1: '00' }, 'en')).toBeUndefined();
    expect(refundNotice(undefined, 'en')).toBeUndefined();
  });
});

describe('missing runners', () => {
  const none = new Set<number>();

  it('are counted against the race and listed from the card', () => {
    const card = [entry('1'), entry('2'), entry('3')];
    expect(headcountNotice(race, [entry('1'), entry('2')], { card, withdrawn: none }, 'en')).toEqual({
      kind: 'warning',
      title: 'The program states 3 runners, but these records have 2.',
      text: 'Not in these records: number 3.',
    });
    expect(headcountNotice({}, [entry('1')], { card, withdrawn: new Set([3]) }, 'ja')).toEqual({
      kind: 'warning',
      title: 'このデータにない馬番: 2',
    });
    expect(headcountNotice(race, [entry('1')], { withdrawn: none }, 'ja')?.title).toBe(
      '番組では3頭ですが、このデータには1頭あります。',
    );
  });

  it('do not include withdrawn horses, with or without a record', () => {
    expect(
      headcountNotice(race, [entry('1'), entry('2')], { withdrawn: new Set([3]) }, 'en'),
    ).toBeUndefined();
    expect(
      headcountNotice(race, [entry('1'), entry('2'), entry('3')], { withdrawn: new Set([3]) }, 'en'),
    ).toBeUndefined();
  });
});
