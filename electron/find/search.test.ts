import { beforeAll, describe, expect, it } from 'vitest';
import { NameIndex } from './name-index.ts';
import { searchNames } from './search.ts';
import type { Identified } from './service-keys.ts';
import { storedNames, TODAY } from './testing/stored-names.ts';

let index: NameIndex;
beforeAll(() => {
  index = storedNames();
});

const found = (text: string, limit = 20) => searchNames(index, { text, today: TODAY, limit });
const listed = (text: string, limit = 20) =>
  found(text, limit).items.map(({ kind, key, name }) => `${kind} ${key ?? name}`);

describe('six figures that are a day and a meeting', () => {
  const list = (...stored: readonly (readonly [key: string, seen: number])[]) => {
    const own = new NameIndex();
    for (const [key, seen] of stored) own.add('race', { key, name: '京成杯', seen });
    const { items, total } = searchNames(own, { text: '061112', today: TODAY, limit: 20 });
    return [total, ...items.map(({ kind, key, stored: isStored }) => `${kind} ${key} ${isStored}`)];
  };

  it('are both, the day first if there is racing on it', () => {
    const meeting = ['06111211', 20110116] as const;
    expect(list(meeting, ['05065411', 20061112])).toEqual([2, 'day 20061112 true', 'race 06111211 true']);
    expect(list(meeting)).toEqual([2, 'race 06111211 true', 'day 20061112 false']);
  });
});

describe('a search by name', () => {
  it('lists whole names, then beginnings, then words, then what is inside, each the newest first', () => {
    const own = new NameIndex();
    const names = ['アルタ', 'アルタイル', 'アルタミラ', 'ゴー・アルタ', 'ミアルタ'];
    for (const [at, name] of names.entries())
      own.add('horse', { key: String(at), name, seen: 20260101 + (at === 0 ? 0 : 100 * at) });
    const answer = searchNames(own, { text: 'あるた', today: TODAY, limit: 20 });
    expect(answer.items.map(({ name, match }) => `${name} ${match}`)).toEqual([
      'アルタ exact',
      'アルタミラ prefix',
      'アルタイル prefix',
      'ゴー・アルタ word',
      'ミアルタ inside',
    ]);
    expect(answer.total).toBe(5);
  });

  it('lists a horse before a sire of its name, and each with its own last day', () => {
    expect(found('ロードマジック').items.slice(0, 2)).toEqual([
      {
        kind: 'horse',
        name: 'ロードマジック',
        key: '10HX00000021',
        seen: '20141228',
        match: 'exact',
        stored: true,
      },
      {
        kind: 'sire',
        name: 'ロードマジック',
        key: 'ロードマジック 2004',
        seen: '20261122',
        match: 'exact',
        stored: true,
      },
    ]);
  });

  it('says how many there are when it lists fewer', () => {
    const few = found('ア', 10);
    const all = found('ア', 1000);
    expect(few.items).toHaveLength(10);
    expect(few.total).toBe(all.total);
    expect(all.items).toHaveLength(Math.min(1000, all.total));
    expect(all.items.slice(0, 10)).toEqual(few.items);
  });

  it('lists the races of a name newest first, a few of them on screen and all of them for a file', () => {
    expect(listed('水仙大賞典')).toEqual([
      'race 05265611', 'race 05255611', 'race 05245611', 'race 05235611',
    ]); // prettier-ignore
    const classes = found('3歳以上1勝クラス');
    expect(classes.items).toHaveLength(5);
    expect(found('3歳以上1勝クラス', 1000).items).toHaveLength(classes.total);
  });

  it('lists and counts only the kinds that are wanted', () => {
    const only = (text: string, kind: 'sire' | 'race' | 'day') =>
      searchNames(index, { text, today: TODAY, limit: 1000, kinds: [kind] });
    expect(only('ロードマジック', 'sire')).toMatchObject({ total: 1, items: [{ kind: 'sire' }] });
    expect(only('東京', 'race').items.map(({ key }) => key)).toEqual(['05265511']);
    expect(only('東京', 'race').total).toBe(1);
    expect(only('東京11R', 'day')).toEqual({ items: [], total: 0 });
  });

  it('compares kana with kana: オ is no part of ト', () => {
    const own = new NameIndex();
    own.add('horse', { key: '1', name: 'トリノ', seen: 1 });
    expect(searchNames(own, { text: 'オ', today: TODAY, limit: 20 }).items).toEqual([]);
    expect(searchNames(own, { text: 'o', today: TODAY, limit: 20 }).items).toHaveLength(1);
  });

  it('finds nothing for blank text and signs alone', () => {
    for (const text of ['', '  ', '・', '-', 'ー']) expect(found(text)).toEqual({ items: [], total: 0 });
  });
});

describe('a search for a place', () => {
  it('lists the races of a course and number, today’s first, then the nearest', () => {
    expect(listed('東京11R').slice(0, 3)).toEqual(['race 05265611', 'race 05265511', 'race 05265411']);
    expect(found('東京11R').items[0]).toMatchObject({ name: '水仙大賞典', seen: '20261122', match: 'place' });
  });

  it('lists every course of the day for a race number alone', () => {
    expect(listed('11R').slice(0, 3)).toEqual(['race 03263611', 'race 05265611', 'race 08266611']);
  });

  it('lists the days of a course, and below them the names that contain it', () => {
    const items = listed('東京');
    expect(items[0]).toBe('day 20261122');
    expect(items).toContain('race 05265511');
    expect(items.filter((item) => item.startsWith('day'))).toHaveLength(5);
  });

  it('lists the card of a course on a day', () => {
    expect(listed('11月15日 東京').filter((item) => item.startsWith('race'))).toHaveLength(12);
    expect(listed('11月15日 東京')[0]).toBe('day 20261115');
    expect(listed('11月15日東京11R')).toEqual(['race 05265411']);
  });

  it('counts each item once, whatever it is found by', () => {
    const answer = found('東京 雪割草', 1000);
    expect(answer.items).toHaveLength(answer.total);
    expect(new Set(answer.items.map(({ kind, key, name }) => kind + (key ?? name))).size).toBe(answer.total);
  });
});

describe('a search for a key or a date', () => {
  it('takes eight figures for the race if its course is one of the ten, otherwise for the day', () => {
    expect(listed('09261202')).toEqual(['race 09261202']);
    expect(found('09261202').items[0]).toMatchObject({ stored: false, name: '' });
    expect(listed('20261115')).toEqual(['day 20261115']);
    expect(found('20261115').items[0]).toMatchObject({ stored: true, racecourses: ['05'] });
  });

  it('offers a day that is not stored, and says so', () => {
    expect(found('2026-10-03').items).toEqual([
      { kind: 'day', name: '', key: '20261003', seen: '20261003', match: 'key', stored: false },
    ]);
  });

  it('says that there is no such date or race instead of offering one', () => {
    expect(found('20261399')).toEqual({ items: [], total: 0, problem: 'not_a_date' });
    expect(found('2026-02-31')).toEqual({ items: [], total: 0, problem: 'not_a_date' });
    expect(found('05264113')).toEqual({ items: [], total: 0, problem: 'not_a_key' });
  });

  it('finds a horse, a jockey and a trainer by identifier, and offers an unknown horse', () => {
    expect(listed('21HX00000001')).toEqual(['horse 21HX00000001']);
    expect(found('21HX00000001').items[0]).toMatchObject({ name: 'ローレルスパイラル', stored: true });
    expect(listed('05339')).toEqual(['jockey 05339']);
    expect(listed('01002')).toEqual(['trainer 01002']);
    expect(found('12E345678901').items).toEqual([
      { kind: 'horse', name: '', key: '12E345678901', match: 'key', stored: false },
    ]);
  });

  it('finds a run and its horse by keys of the service, before a day and a race that are not stored', () => {
    const keyed = (text: string, identified: Identified) =>
      searchNames(index, { text, today: TODAY, limit: 20, identified }).items.map(({ kind, key, stored }) => [
        kind, key, stored,
      ]); // prettier-ignore
    const horse_id = '21HX00000001';
    expect(keyed('09261202', { horse_id })).toEqual([['horse', horse_id, true], ['race', '09261202', false]]); // prettier-ignore
    expect(keyed('20261115', { horse_id })).toEqual([['day', '20261115', true], ['horse', horse_id, true]]); // prettier-ignore
    const run = { racedate: '20261115', racekey: '05265411', runner: 7 };
    const { items, total } = searchNames(index, {
      text: '2110000120261115',
      today: TODAY,
      limit: 20,
      identified: { run, horse_id },
    });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { kind: 'race', name: 'ジャパンナイトカップ', key: '05265411', runner: 7, match: 'key' },
      { kind: 'horse', name: 'ローレルスパイラル', key: horse_id },
    ]);
  });

  it('finds the races of a meeting day by its number or key', () => {
    expect(listed('052654')).toHaveLength(12);
    expect(listed('5回東京4日')).toEqual(listed('052654'));
    expect(listed('2026年5回東京4日11R')).toEqual(['race 05265411']);
    expect(listed('6回中山10日')).toEqual([]);
  });
});

describe('a key in another spelling', () => {
  const own = new NameIndex();
  own.add('horse', { key: '12E345678901', name: 'レター', seen: 20261115 });
  own.add('race', { key: '0526a101', name: 'デイテン', seen: 20261129 });
  own.add('race', { key: '0526A103', name: 'オオモジ', seen: 20261129 });
  const of = (text: string) =>
    searchNames(own, { text, today: TODAY, limit: 20 }).items.map(({ key, stored }) => [key, stored]);

  it.each(['12E345678901', '12e345678901', '１２ｅ３４５６７８９０１'])('finds the horse: %s', (text) => {
    expect(of(text)).toEqual([['12E345678901', true]]);
  });

  it('finds the race once, and does not call its other spelling a race that is not stored', () => {
    for (const text of ['0526a101', '0526A101']) expect(of(text)).toEqual([['0526a101', true]]);
    expect(of('0526A103')).toEqual([['0526A103', true]]);
    expect(of('0526A102')).toEqual([['0526a102', false]]);
  });
});
