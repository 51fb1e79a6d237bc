// Names as an archive could store them, none of them real: alike, with long vowels, small kana, ヴ and ティ, in several
// roles; and thousands of others around them.

import { NameIndex, type NamedKind } from '../name-index.ts';

/** The day on which the searches of the tests are made: a Sunday with racing at Tokyo and Kyoto. */
export const TODAY = '20261122';

const NAMED: readonly (readonly [NamedKind, key: string, name: string, seen: number])[] = [
  ['horse', '21HX00000001', 'ローレルスパイラル', 20261122],
  ['horse', '18HX00000002', 'スパイラルローレル', 20231005],
  ['horse', '22HX00000003', 'ヴィクトリーロード', 20261121],
  ['horse', '20HX00000004', 'ビクトリアピーク', 20240303],
  ['horse', '23HX00000005', 'ティアラオブローズ', 20261115],
  ['horse', '23HX00000006', 'トゥインクルスター', 20261108],
  ['horse', '22HX00000007', 'ダークノヴァ', 20261031],
  ['horse', '17HX00000008', 'テイオーノキセキ', 20220109],
  ['horse', '21HX00000009', 'トウカイノカゼ', 20261122],
  ['horse', '22HX00000010', 'オウカノミチ', 20261101],
  ['horse', '23HX00000011', 'オーカ', 20261010],
  ['horse', '22HX00000012', 'キャッチザウインド', 20261018],
  ['horse', '21HX00000013', 'フェーヴルルージュ', 20260905],
  ['horse', '20HX00000014', 'デュランダルキング', 20260606],
  ['horse', '22HX00000015', 'シンエイオー', 20261122],
  ['horse', '22HX00000016', 'シネイオン', 20261121],
  ['horse', '22HX00000017', 'アーモンドミルク', 20261114],
  ['horse', '23HX00000018', 'ジェットストリーム', 20261122],
  ['horse', '22HX00000019', 'ウォーターフォール', 20260712],
  ['horse', '19HX00000020', 'ファンタジア', 20231224],
  ['horse', '10HX00000021', 'ロードマジック', 20141228],
  ['horse', '22HX00000022', 'ロードマジックスター', 20261122],
  ['horse', '23HX00000023', 'ツキノヒカリ', 20261122],
  ['horse', '15HX00000024', 'ヒカリノツキ', 20190505],
  ['horse', '22HX00000025', 'マックスパワー', 20261003],
  ['horse', '23HX00000026', 'ワンダーアキュート', 20261121],
  ['horse', '24HX00000027', 'チョウテキ', 20261122],
  ['horse', '23HX00000028', 'ジュピターズ', 20261115],
  ['horse', '24HX00000029', 'シュンプウ', 20261025],
  ['horse', '24HX00000030', 'ゼッケン', 20261122],
  ['horse', '22HX00000031', 'クリスタルヌーヴォー', 20261121],
  ['horse', '21HX00000032', 'エイシンフラッグ', 20261122],
  ['horse', '16HX00000033', 'サトノアレス', 20201212],
  ['horse', '24HX00000034', 'ヌーベルリュンヌ', 20261108],
  ['jockey', '05001', '武藤豊作', 20261122],
  ['jockey', '05002', '髙橋一馬', 20261122],
  ['jockey', '05339', 'Ｃ．ルメリエ', 20261122],
  ['jockey', '05340', 'Ｍ．デムリーニ', 20261115],
  ['jockey', '05401', '横山　典夫', 20261122],
  ['jockey', '05402', '横山武一', 20261121],
  ['jockey', '05500', '浜中ひかり', 20261122],
  ['jockey', '05600', 'モレーラ', 20241229],
  ['trainer', '01001', '藤澤和彦', 20261122],
  ['trainer', '01002', '矢萩芳郎', 20261121],
  ['trainer', '01003', '国枝栄一', 20261122],
  ['trainer', '01004', '武藤英之', 20261122],
  ['sire', 'ロードマジック 2004', 'ロードマジック', 20261122],
  ['sire', 'ディープブルーシー', 'ディープブルーシー', 20261122],
  ['sire', 'キングオブハーツ', 'キングオブハーツ', 20261122],
  ['sire', 'Northern Piper', 'Northern Piper', 20261115],
  ['sire', 'サンダースノウ', 'サンダースノウ', 20261121],
  ['dam', 'ローレルティアラ', 'ローレルティアラ', 20261122],
  ['dam', 'ユキノハナビラ', 'ユキノハナビラ', 20261114],
  ['dam', 'Queen Esther', 'Queen Esther', 20261108],
];

/** Meetings of the last weeks and some years: racecourse, year, meeting, day of the meeting, race date. */
const MEETINGS: readonly (readonly [prefix: string, seen: number])[] = [
  ['052651', 20261107],
  ['052652', 20261108],
  ['052653', 20261114],
  ['052654', 20261115],
  ['052655', 20261121],
  ['052656', 20261122],
  ['082661', 20261107],
  ['082665', 20261121],
  ['082666', 20261122],
  ['032636', 20261122],
  ['092541', 20251206],
  ['062558', 20251228],
  ['052556', 20251123],
  ['052456', 20241124],
  ['052356', 20231126],
  ['06265a', 20260426],
];

const NAMES_BY_RACE: Readonly<Record<string, string>> = {
  '05265611': '水仙大賞典',
  '05255611': '水仙大賞典',
  '05245611': '水仙大賞典',
  '05235611': '水仙大賞典',
  '08266611': '天の川ステークス',
  '08266510': '桔梗特別',
  '05265511': '東京雪割草賞',
  '05265411': 'ジャパンナイトカップ',
  '06255811': '有明記念',
  '09254111': '阪神朝凪ジュニアステークス',
  '05265301': '2歳新馬',
  '03263612': 'ふくしまの夢特別',
};

const PARTS =
  'アカサタナハマヤラワイキシチニヒミリウクスツヌフムユルエケセテネヘメレオコソトノホモヨロ'.split('');

/** Thousands of other horses, dams and sires, all of them named on the last days as well. */
export function addOthers(index: NameIndex, count: number): void {
  for (let at = 0; at < count; at += 1) {
    const digit = (place: number): string =>
      PARTS[(at * (7 + 6 * place) + Math.floor(at / PARTS.length ** place)) % PARTS.length] ?? '';
    const name = `${digit(0)}${digit(1)}ー${digit(2)}ン${digit(3)}`;
    const kind = at % 3 === 0 ? 'dam' : 'horse';
    index.add(kind, {
      key: kind === 'dam' ? name : `24ZZ${String(at).padStart(8, '0')}`,
      name,
      seen: 20261101 + (at % 22),
    });
  }
}

export function storedNames(): NameIndex {
  const index = new NameIndex();
  addOthers(index, 5000);
  for (const [kind, key, name, seen] of NAMED) index.add(kind, { key, name, seen });
  for (const [prefix, seen] of MEETINGS) {
    for (let race = 1; race <= 12; race += 1) {
      const key = `${prefix}${String(race).padStart(2, '0')}`;
      index.add('race', { key, name: NAMES_BY_RACE[key] ?? '3歳以上1勝クラス', seen });
    }
  }
  return index;
}
