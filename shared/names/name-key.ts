// Keys by which names are found: two spellings of one name have the same key. A key of kana, for a query in Japanese,
// and one of Latin letters, for a query in those. Words are separated by a space.

import { inKatakana, romaji } from '#shared/names/latin.ts';

/** Characters that separate the words of a name. */
const SEPARATORS = /[\s・.,'’`&!?()[\]「」/_-]+/g;

const words = (text: string): string => text.replace(SEPARATORS, ' ').trim();

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** People's names are typed with the common form of a character. */
const COMMON: Readonly<Record<string, string>> = {
  髙: '高', 﨑: '崎', 嵜: '崎', 邊: '辺', 邉: '辺', 濱: '浜', 澤: '沢', 齋: '斎', 齊: '斉', 廣: '広', 國: '国',
  櫻: '桜', 嶋: '島', 嶌: '島', 德: '徳', 眞: '真', 瀧: '滝', 龍: '竜', 榮: '栄', 惠: '恵', 壽: '寿', 彌: '弥',
}; // prettier-ignore
const RARE = new RegExp(`[${Object.keys(COMMON).join('')}]`, 'g');

const SMALL = 'ァィゥェォッャュョヮヵヶヲヂヅ';
const LARGE = 'アイウエオツヤユヨワカケオジズ';

const V_SOUNDS: Readonly<Record<string, string>> = {
  ヴァ: 'バ',
  ヴィ: 'ビ',
  ヴェ: 'ベ',
  ヴォ: 'ボ',
  ヴ: 'ブ',
};

/**
 * Full and half width, hiragana and katakana, small and large kana, ヴ and ブ, with and without long-vowel marks are
 * equal; so are the common and the old form of a character in people's names.
 */
export function kanaKey(text: string): string {
  const folded = inKatakana(plain(text))
    .replace(/ヴ[ァィェォ]?/g, (sound) => V_SOUNDS[sound] ?? sound)
    .replace(/[ァィゥェォッャュョヮヵヶヲヂヅ]/g, (kana) => LARGE.charAt(SMALL.indexOf(kana)))
    .replace(/[ー〜~]/g, '')
    .replace(RARE, (character) => COMMON[character] ?? character);
  return words(folded);
}

/**
 * Other romanizations in Hepburn's letters, and letters that Japanese does not tell apart in one. Double letters are
 * single, because few people write every one of them.
 */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/([a-z])\1+/g, '$1'],
  [/m(?=[bp])/g, 'n'],
  [/tch/g, 'ch'],
  [/c(?=[a-gi-z])/g, 'k'],
  [/q/g, 'k'],
  [/l/g, 'r'],
  [/v/g, 'b'],
  [/sh?y/g, 'sh'],
  [/si/g, 'shi'],
  [/ty|chy/g, 'ch'],
  [/ti/g, 'chi'],
  [/tu/g, 'tsu'],
  [/zy|jy/g, 'j'],
  [/zi/g, 'ji'],
  [/(?<![sc])hu/g, 'fu'],
  [/oh(?![aeiouy])/g, 'o'],
];

const respelled = (latin: string): string =>
  SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), latin);

/** Long vowels are short, however they were written. */
const shortened = (latin: string): string =>
  latin
    .replace(/([a-z])\1+/g, '$1')
    .replace(/ou/g, 'o')
    .replace(/ei/g, 'e')
    .replace(/([aeiou])\1+/g, '$1');

/** Syllables in the spelling of the key; all the others of a name are double letters anyway. */
const syllables = new Map<string, string>([
  ['ー', ''],
  ['ッ', ''],
]);

function syllable(kana: string): string {
  const known = syllables.get(kana);
  if (known !== undefined) return known;
  const made = respelled(romaji(kana));
  syllables.set(kana, made);
  return made;
}

const SYLLABLE = /[ァ-ヺー][ァィゥェォャュョヮ]?/g;
const LATIN_LETTER = /\p{Script=Latin}/u;
const MACRONS = /[\u0300-\u036f]/g;

/**
 * The name in Latin letters as loosely as people write it: "rooreru", "Roreru" and "rorelu" are equal, and so are
 * Hepburn and the other romanizations. Kanji are unchanged.
 */
export function latinKey(text: string): string {
  const folded = plain(text);
  const typed = LATIN_LETTER.test(folded)
    ? respelled(
        folded
          .normalize('NFD')
          .replace(MACRONS, '')
          .normalize('NFC')
          .replace(/(?<=n)['’]/g, ''),
      )
    : folded;
  return words(shortened(inKatakana(typed).replace(SYLLABLE, syllable)));
}

const OTHER_THAN_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether a query is in Latin letters and figures alone. A long-vowel mark alone is not. */
export const isLatin = (text: string): boolean =>
  !OTHER_THAN_LATIN.test(text.normalize('NFKC')) && !text.normalize('NFKC').includes('ー');
