// Windows-31J (code page 932), which Excel in Japan reads without asking. It lacks many characters: these are listed
// before anything is written, and only written as a geta mark if the user accepts that.

import iconv from 'iconv-lite';

const NAME = 'cp932';

/** What stands for a character that cannot be written, as in Japanese print. */
export const REPLACEMENT = '〓';

/** Characters that Windows writes by another code point with the same look; the dash of combinations and the yen among them. */
const TWINS: Readonly<Record<string, string>> = {
  '〜': '～',
  '−': '－',
  '‖': '∥',
  '¢': '￠',
  '£': '￡',
  '¬': '￢',
  '—': '―',
  '–': '―',
  '¥': '￥',
};
const TWIN = new RegExp(`[${Object.keys(TWINS).join('')}]`, 'g');

/** A letter with marks that follow it: most have a composed form. */
const COMPOSED = /\P{M}\p{M}+/gu;

const LAST_OF_PLANE = 0xffff;
const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** Whether the character comes back as it was written. */
const isWritable = (character: string): boolean =>
  iconv.decode(iconv.encode(character, NAME), NAME) === character;

const escaped = (code: number): string => `\\u{${code.toString(16)}}`;

/** Matches characters that cannot be written. Code page 932 has none beyond the first plane. */
function unwritablePattern(): RegExp {
  const ranges: [number, number][] = [];
  for (let code = 0; code <= LAST_OF_PLANE; code += 1) {
    if (isSurrogate(code) || !isWritable(String.fromCharCode(code))) continue;
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const writable = ranges.map(([from, to]) =>
    from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`,
  );
  return new RegExp(`[^${writable.join('')}]`, 'gu');
}

let pattern: RegExp | undefined;

/** Takes a fraction of a second the first time. */
const unwritable = (): RegExp => (pattern ??= unwritablePattern());

/** The text in characters that the code page has, as far as it has them. */
const prepared = (text: string): string =>
  text.replace(COMPOSED, (letter) => letter.normalize('NFC')).replace(TWIN, (each) => TWINS[each] ?? each);

/** The characters of the text that cannot be written, each as often as it occurs. */
export const unwritableIn = (text: string): readonly string[] => prepared(text).match(unwritable()) ?? [];

/** The text as bytes; what cannot be written becomes REPLACEMENT. */
export const encodeCp932 = (text: string): Buffer =>
  iconv.encode(prepared(text).replace(unwritable(), REPLACEMENT), NAME);
