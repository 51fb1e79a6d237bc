// Invented names in Japanese: horses in katakana, people and farms in kanji, races. None is real.

import { mix, type Draw } from '../draw.ts';

const HEAD =
  'ア アル イシュ ヴァ ヴィ ウィ ヴェ エル オル カナ カレ キリ クア グラ コル サフィ シエ シル スヴェ セレ ソル タリ ダル チェル ティア テオ トリ ナディ ニル ネフィ ノヴァ パル バル ビア フェル フロ ベル ポル マリ ミラ ムー メル モア ヤナ ユラ ヨシュ ラヴィ リュ ルナ レグ ロア ワル アズ イリ エヴァ キャス シャル ジェイ デュラ ノエ ハル ファル ミュー'.split(
    ' ',
  );
const MIDDLE =
  'ラ リ ル レ ロ ナ ニ ネ ノ マ ミ メ モ タ ティ テ ト サ シ セ ソ カ キ ケ コ ガ ギ ゴ ザ ジ ゼ ダ ディ デ ド バ ビ ブ ベ ボ ヴィ ヴァ フィ ファ ラン リン ロン ダン ティン サン ミン ーラ ーナ ーリ ール ッカ ッサ ット'.split(
    ' ',
  );
const TAIL =
  'ア ス ル ン ナ ノ ラ リア リス ルド レイ ロス ーザ ード ーン ーヴ ート ーネ ーラ クス ジア シオ スト ゼル ダム ティカ トス ニア ネス バーン ベルト マード ミス メダ モア ヤード ライン ランド リオン ルス レンス ロード ワール ヴァル エール オーネ カント ガルド キス グラム ケイン コール サージ シア'.split(
    ' ',
  );
const BEFORE =
  'アオノ イトシノ ウミノ オウカ カガリ カゼノ キミノ クモノ コハル サンノ シロノ スズノ ソラノ タケノ ツキノ トキノ ナツノ ハナノ ヒノデ フユノ ホムラ マツノ ミズノ ユメノ ヨゾラ リクノ ルリノ ワカバ'.split(
    ' ',
  );
const AFTER =
  'アロー ウェイ エコー オーラ ギフト グロウ クレスト コード シップ スター ステップ ソング タイム テール ドロップ ノート ハート バード ビート フラグ ブルー ページ ベイ ミスト ムーブ ライト ラッシュ リング ルート ワルツ'.split(
    ' ',
  );

const at = (items: readonly string[], index: number): string => items[index % items.length] ?? '';

/** A horse's name, two to nine characters; different horses have different names. */
export function horseName(root: number, horse: number): string {
  // The stem enumerates all combinations, so no two horses share one; the rest never makes a name longer than nine.
  const combinations = HEAD.length * MIDDLE.length * TAIL.length;
  const serial = (horse * 7919 + (root % combinations)) % combinations;
  const stem =
    at(HEAD, serial % HEAD.length) +
    at(MIDDLE, Math.floor(serial / HEAD.length)) +
    at(TAIL, Math.floor(serial / HEAD.length / MIDDLE.length));
  const dress = mix(root, horse, 0x6e616d65);
  if (dress % 100 < 24) return fit(at(BEFORE, dress >>> 8) + stem, stem);
  if (dress % 100 < 58) return fit(stem + at(AFTER, dress >>> 8), stem);
  return fit(stem, stem);
}

const fit = (name: string, stem: string): string =>
  (name.length <= 9 ? name : stem).replaceAll(/ーー|ンー|ッー|ッン/g, 'ン');

const SURNAMES =
  '相川 青柳 朝霧 天城 有坂 安堂 池谷 石動 磯辺 一色 稲守 今里 入江 浮田 宇喜 榎戸 大鐘 岡嶺 荻窪 長内 柏葉 風間 片瀬 勝木 鎌谷 神代 川霧 菊里 北条 桐原 久賀 倉持 黒瀬 郡司 小鳥 西園 榊原 鷺宮 椎葉 篠塚 白峰 杉浦 瀬名 高嶺 滝沢 立花 田所 千種 筒見 堂本 富樫 中津 永嶋 鳴海 仁科 野分 灰原 羽鳥 東雲 平賀 深町 藤倉 二木 星野 真壁 松風 三雲 水城 峰岸 宮古 椋木 望月 八雲 山吹 結城 由良 吉祥 若宮'.split(
    ' ',
  );
const GIVEN =
  '蒼太 晃 明人 篤 一馬 逸平 悦郎 修 岳 和真 勝己 恭平 樹 圭吾 賢治 航 光輝 悟 聡 茂 俊介 翔 慎一 末広 誠 大地 隆之 拓海 武 達哉 剛 哲平 透 直樹 伸 昇 隼人 春樹 英明 浩二 風雅 文彦 真 雅人 稔 守 勇気 洋 良平 陸 涼 蓮'.split(
    ' ',
  );

/** A person's name; `index` enumerates all pairs, so people of one profession have different names. */
export function personName(root: number, trade: number, index: number): string {
  const step = index * 37 + (mix(root, trade, 1) % SURNAMES.length);
  const lap = Math.floor((index * 37) / SURNAMES.length);
  return at(SURNAMES, step) + at(GIVEN, index * 11 + lap * 5 + (mix(root, trade, 2) % GIVEN.length));
}

const PLACES = '新ひだか 浦河 新冠 日高 安平 千歳 むかわ 平取 白老 様似 えりも 洞爺湖'.split(' ');
const PLACE_WEIGHTS = [21, 18, 15, 13, 10, 7, 5, 4, 3, 2, 1, 1];

export const breedingArea = (draw: Draw): string =>
  draw.weighted(PLACES.map((place, index) => [place, PLACE_WEIGHTS[index] ?? 1] as const));

/** The farm that bred a horse, or where it rests. */
export const farmName = (root: number, index: number): string =>
  at(SURNAMES, index * 29 + (mix(root, 5) % 71)) +
  at(['牧場', 'ファーム', 'スタッド', '育成牧場'], mix(root, 6, index));

export function ownerName(root: number, index: number): string {
  const roll = mix(root, 7, index) % 10;
  if (roll < 5) return personName(root, 8, index);
  const word = at(HEAD, index * 13) + at(TAIL, index * 7);
  if (roll < 8) return `(株)${word}`;
  return word + at(['レーシング', 'ホースクラブ', 'サラブレッドＣ'], index);
}

const MEADOWS =
  '朝凪 綾瀬川 銀杏 浮雲 雲雀 大樹 霞 風花 桔梗 金木犀 小春 木枯らし 桜並木 五月雨 三日月 白樺 水仙 雪割草 鈴蘭 千草 立待 月影 椿 天の川 灯台 夏空 七夕 虹の橋 野菊 花筏 春霞 藤波 帆船 ほたる 舞鶴草 水鏡 港町 紅葉坂 八重桜 夕凪 雪明り 若草 渡り鳥'.split(
    ' ',
  );

/** A named race: an invented subject and the suffix of its class. */
export function raceName(root: number, salt: number, suffix: string): string {
  return at(MEADOWS, mix(root, 9, salt)) + suffix;
}
