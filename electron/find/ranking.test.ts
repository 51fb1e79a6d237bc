// The first result of a hundred searches, written by hand as people would type them.

import { describe, expect, it } from 'vitest';
import { searchNames } from './search.ts';
import { storedNames, TODAY } from './testing/stored-names.ts';

/** What is typed, and the kind and the key (of a parent the name) that belongs first. */
const SEARCHES: readonly (readonly [typed: string, first: string])[] = [
  // Horses: whole names, in every script and width.
  ['ローレルスパイラル', 'horse 21HX00000001'],
  ['ろーれるすぱいらる', 'horse 21HX00000001'],
  ['ﾛｰﾚﾙｽﾊﾟｲﾗﾙ', 'horse 21HX00000001'],
  ['rooreru supairaru', 'horse 21HX00000001'],
  ['rorerusupairaru', 'horse 21HX00000001'],
  ['ロレルスパイラル', 'horse 21HX00000001'],
  ['ＲＯＲＥＲＵＳＵＰＡＩＲＡＲＵ', 'horse 21HX00000001'],
  ['ヴィクトリーロード', 'horse 22HX00000003'],
  ['ビクトリーロード', 'horse 22HX00000003'],
  ['vikutorii roodo', 'horse 22HX00000003'],
  ['bikutorirodo', 'horse 22HX00000003'],
  ['びくとりあぴーく', 'horse 20HX00000004'],
  ['tiaraoburoozu', 'horse 23HX00000005'],
  ['テイアラオブローズ', 'horse 23HX00000005'],
  ['twinkle', 'horse 23HX00000006'],
  ['tuinkurusutaa', 'horse 23HX00000006'],
  ['トウインクルスター', 'horse 23HX00000006'],
  ['fevururuuju', 'horse 21HX00000013'],
  ['フェーブルルージュ', 'horse 21HX00000013'],
  ['dyurandaru', 'horse 20HX00000014'],
  ["shin'eioo", 'horse 22HX00000015'],
  ['シンエイオー', 'horse 22HX00000015'],
  ['シネイオン', 'horse 22HX00000016'],
  ['amondomiruku', 'horse 22HX00000017'],
  ['jettosutoriimu', 'horse 23HX00000018'],
  ['wootaafooru', 'horse 22HX00000019'],
  ['ファンタジア', 'horse 19HX00000020'],
  ['fantajia', 'horse 19HX00000020'],
  ['オーカ', 'horse 23HX00000011'],
  ['おうかのみち', 'horse 22HX00000010'],
  ['makkusupawaa', 'horse 22HX00000025'],
  ['tyouteki', 'horse 24HX00000027'],
  ['chouteki', 'horse 24HX00000027'],
  ['chōteki', 'horse 24HX00000027'],
  ['jupitaazu', 'horse 23HX00000028'],
  ['zyupitaazu', 'horse 23HX00000028'],
  ['shumpuu', 'horse 24HX00000029'],
  ['syunpuu', 'horse 24HX00000029'],
  ['zekken', 'horse 24HX00000030'],
  ['サトノアレス', 'horse 16HX00000033'],
  ['ヌーベル リュンヌ', 'horse 24HX00000034'],
  // Beginnings and insides of names.
  ['ローレル', 'horse 21HX00000001'],
  ['ビクト', 'horse 22HX00000003'],
  ['ダーク', 'horse 22HX00000007'],
  ['daaku', 'horse 22HX00000007'],
  ['tokai', 'horse 21HX00000009'],
  ['toukai', 'horse 21HX00000009'],
  ['スパイラル', 'horse 18HX00000002'],
  ['キャッチ', 'horse 22HX00000012'],
  ['kyacchi', 'horse 22HX00000012'],
  ['キセキ', 'horse 17HX00000008'],
  ['アキュート', 'horse 23HX00000026'],
  ['nuuvoo', 'horse 22HX00000031'],
  ['eishin', 'horse 21HX00000032'],
  ['ツキノヒカリ', 'horse 23HX00000023'],
  ['ヒカリノツキ', 'horse 15HX00000024'],
  // A horse before a sire of its name, and before longer names.
  ['ロードマジック', 'horse 10HX00000021'],
  ['roodo majikku', 'horse 10HX00000021'],
  // People.
  ['武藤豊作', 'jockey 05001'],
  ['武藤 豊作', 'jockey 05001'],
  ['高橋一馬', 'jockey 05002'],
  ['髙橋', 'jockey 05002'],
  ['ルメリエ', 'jockey 05339'],
  ['rumerie', 'jockey 05339'],
  ['C.ルメリエ', 'jockey 05339'],
  ['デムリーニ', 'jockey 05340'],
  ['demuriini', 'jockey 05340'],
  ['横山典夫', 'jockey 05401'],
  ['横山武', 'jockey 05402'],
  ['moreera', 'jockey 05600'],
  ['藤沢和彦', 'trainer 01001'],
  ['藤澤', 'trainer 01001'],
  ['矢萩', 'trainer 01002'],
  ['國枝', 'trainer 01003'],
  // Parents.
  ['ディープブルーシー', 'sire ディープブルーシー'],
  ['diipu', 'sire ディープブルーシー'],
  ['northern', 'sire Northern Piper'],
  ['northernpiper', 'sire Northern Piper'],
  ['ローレルティアラ', 'dam ローレルティアラ'],
  ['yukinohana', 'dam ユキノハナビラ'],
  ['queen esther', 'dam Queen Esther'],
  ['esther', 'dam Queen Esther'],
  // Races and places.
  ['水仙大賞典', 'race 05265611'],
  ['水仙大賞典 2024', 'race 05245611'],
  ['2023 水仙大賞典', 'race 05235611'],
  ['天の川', 'race 08266611'],
  ['あまのがわ', 'race 08266611'],
  ['東京 雪割草', 'race 05265511'],
  ['有明記念', 'race 06255811'],
  ['ジャパンナイト', 'race 05265411'],
  ['japan naito', 'race 05265411'],
  ['東京11R', 'race 05265611'],
  ['tokyo 11', 'race 05265611'],
  ['東11R', 'race 05265611'],
  ['京都１１Ｒ', 'race 08266611'],
  ['11/15 東京 11R', 'race 05265411'],
  // Days and keys.
  ['11/15', 'day 20261115'],
  ['2025年12月28日', 'day 20251228'],
  ['05265611', 'race 05265611'],
  ['5回東京5日 11R', 'race 05265511'],
];

describe('the first of the found', () => {
  const index = storedNames();
  const firstOf = (typed: string): string => {
    const [first] = searchNames(index, { text: typed, today: TODAY, limit: 20 }).items;
    return first === undefined ? 'nothing' : `${first.kind} ${first.key ?? first.name}`;
  };

  it('is the right one in at least 95 of 100 searches', () => {
    const wrong = SEARCHES.filter(([typed, first]) => firstOf(typed) !== first).map(
      ([typed, first]) => `${typed}: ${firstOf(typed)} instead of ${first}`,
    );
    expect(SEARCHES).toHaveLength(100);
    // The English spelling of kana and the readings of kanji are not in the records.
    expect(wrong).toEqual([
      'twinkle: nothing instead of horse 23HX00000006',
      'あまのがわ: nothing instead of race 08266611',
    ]);
  });
});
