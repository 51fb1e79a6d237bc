// Folds text for search: full and half width, hiragana and katakana, upper and lower case are equal. Names in kana are
// found by Latin letters as well.

import { isLatin, latinKey } from '#shared/names/name-key.ts';

const HIRAGANA_FROM_KATAKANA = 0x60;

/** The folded text, trimmed, with runs of spaces collapsed. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - HIRAGANA_FROM_KATAKANA))
    .replace(/\s+/g, ' ')
    .trim();
}

const joined = (text: string): string => latinKey(text).replaceAll(' ', '');

const KANA = /[\u3041-\u30fa\uff66-\uff9f]/;
/** One letter would find every name with that sound. */
const LEAST_LETTERS = 2;

/** Tests whether a value contains the text. A name in kana also contains how it sounds: "roreru" is in ローレル. */
export function containing(text: string, isName: boolean): (value: string) => boolean {
  const wanted = fold(text);
  const plainly = (value: string): boolean => fold(value).includes(wanted);
  if (!isName || !isLatin(text) || !/\p{Script=Latin}/u.test(text)) return plainly;
  const sound = joined(text);
  if (sound.length < LEAST_LETTERS) return plainly;
  return (value) => plainly(value) || (KANA.test(value) && joined(value).includes(sound));
}
