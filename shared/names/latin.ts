// Names in Latin letters: kana in Hepburn romanization, by wanakana. The records have no readings, so a name with kanji
// has no Latin form.

import { toRomaji } from 'wanakana';

/** How names are shown: as recorded, with Latin letters beside them, or in Latin letters alone. In display order. */
export const NAME_STYLES = ['kana', 'beside', 'latin'] as const;

export type NameStyle = (typeof NAME_STYLES)[number];

/** Sounds of foreign words, frequent in horses' names, that wanakana's table writes as two syllables ("tei" for ティ). */
const FOREIGN: Readonly<Record<string, string>> = {
  いぇ: 'ye', うぃ: 'wi', うぇ: 'we', うぉ: 'wo',
  くぁ: 'kwa', くぃ: 'kwi', くぇ: 'kwe', くぉ: 'kwo', くゎ: 'kwa',
  ぐぁ: 'gwa', ぐぃ: 'gwi', ぐぇ: 'gwe', ぐぉ: 'gwo', ぐゎ: 'gwa',
  しぇ: 'she', じぇ: 'je', すぃ: 'si', ずぃ: 'zi',
  ちぇ: 'che', つぁ: 'tsa', つぃ: 'tsi', つぇ: 'tse', つぉ: 'tso',
  てぃ: 'ti', でぃ: 'di', てゅ: 'tyu', でゅ: 'dyu', とぅ: 'tu', どぅ: 'du',
  ふぁ: 'fa', ふぃ: 'fi', ふぇ: 'fe', ふぉ: 'fo', ふゅ: 'fyu',
  ゔぁ: 'va', ゔぃ: 'vi', ゔ: 'vu', ゔぇ: 've', ゔぉ: 'vo', ゔゅ: 'vyu',
}; // prettier-ignore

/** The consonant that a small っ doubles: "tch" for ッチ. */
const doubled = (romaji: string): string =>
  romaji.startsWith('ch') ? `t${romaji}` : `${romaji.charAt(0)}${romaji}`;

const MAPPING: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FOREIGN).flatMap(([kana, romaji]) => [
    [kana, romaji],
    [`っ${kana}`, doubled(romaji)],
  ]),
);

const KATAKANA_FROM_HIRAGANA = 0x60;

/** Hiragana as katakana; everything else is unchanged. */
export const inKatakana = (text: string): string =>
  text.replace(/[\u3041-\u3096]/g, (kana) =>
    String.fromCharCode(kana.charCodeAt(0) + KATAKANA_FROM_HIRAGANA),
  );

/** A syllable with what belongs to it: a small っ before it, long-vowel marks after it. */
const SYLLABLE = /ッ?[ァ-ヺ][ァィゥェォャュョヮ]?ー*/g;

/** wanakana takes 200 microseconds for a name, but only some hundred syllables occur. */
const known = new Map<string, string>();

/** An ん before a vowel needs an apostrophe: "n'a" is not "na". */
const APART = /ン(?=[アイウエオヤユヨ])/g;

function syllable(kana: string): string {
  const found = known.get(kana);
  if (found !== undefined) return found;
  const made = toRomaji(kana, { customRomajiMapping: MAPPING });
  known.set(kana, made);
  return made;
}

/** Kana in small Latin letters; everything else is unchanged. A long vowel is doubled: ASCII survives every file. */
export const romaji = (text: string): string =>
  inKatakana(text).replace(APART, "ン'").replace(SYLLABLE, syllable);

const KANA = /[\u3041-\u3096\u30a1-\u30fa]/;
const KANJI = /\p{Script=Han}/u;

/** "Rooreru", "C.Rumeeru"; undefined for a name without kana, and for one with kanji, whose reading is unknown. */
export function latinName(name: string): string | undefined {
  const plain = name.normalize('NFKC').trim();
  if (!KANA.test(plain) || KANJI.test(plain)) return undefined;
  return romaji(plain.replaceAll('・', ' ')).replace(
    /(^|[\s.])([a-z])/g,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

/** The name in a style; as recorded if it has no Latin form. */
export function styledName(name: string, style: NameStyle): string {
  const latin = style === 'kana' ? undefined : latinName(name);
  if (latin === undefined) return name;
  return style === 'latin' ? latin : `${name} (${latin})`;
}
