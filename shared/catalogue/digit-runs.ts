// Values that are a sequence of one-digit codes: the meaning of each digit.

import { isStated } from '#shared/catalogue/reading.ts';
import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import type { Language } from '#shared/text.ts';

type Scale = readonly (readonly [en: string, ja: string])[];

// prettier-ignore
const SCALES = {
  shape: [['rectangular', '長方形'], ['normal', '普通'], ['square', '正方形']],
  length: [['long', '長い'], ['normal', '普通'], ['short', '短い']],
  size: [['large', '大きい'], ['normal', '普通'], ['small', '小さい']],
  stride: [['wide', '広い'], ['normal', '普通'], ['narrow', '狭い']],
  carriage: [['up', '上げる'], ['down', '下げる']],
  none: [],
  swing: [['strong', '激しい'], ['slight', '少し'], ['hardly', 'ほとんどなし']],
} as const satisfies Readonly<Record<string, Scale>>;

/** The scale of each of the eighteen positions of `bodytype`, in their order. */
const BODY_SCALES: readonly (keyof typeof SCALES)[] = [
  'shape', 'length', 'length', 'size', 'size', 'size', 'size', 'length', 'size', 'size', 'length', 'length', 'stride',
  'stride', 'length', 'length', 'carriage', 'swing',
]; // prettier-ignore

const INSIGNIA = [CODE_TABLES.insignia_cd_1, CODE_TABLES.insignia_cd_2, CODE_TABLES.insignia_cd_3] as const;

const NORMAL = { en: 'normal', ja: '普通' } as const;
const NONE = { en: 'None', ja: 'なし' } as const;

/** Digits with their position, from 1; a blank position has no meaning. */
const digits = (run: string): readonly (readonly [digit: string, position: number])[] =>
  run
    .split('')
    .map((digit, index) => [digit, index + 1] as const)
    .filter(([digit]) => digit.trim() !== '');

/** One digit as text: '' if it is nothing notable, undefined if it is unknown. */
type ReadDigit = (digit: string, position: number, language: Language) => string | undefined;

const unknownDigit = (digit: string, position: number, language: Language): string =>
  language === 'ja' ? `${position}桁目${digit}` : `digit ${position}: ${digit}`;

/**
 * Every digit is decoded separately, so that an unknown one is shown raw in its place and hides none of the
 * others. Undefined if no nonzero digit is known.
 */
function readRun(
  run: string,
  language: Language,
  read: ReadDigit,
  nothing: Readonly<Record<Language, string>>,
): string | undefined {
  const all = digits(run.trimEnd());
  const words = all.map(([digit, position]) => read(digit, position, language));
  const isKnown = words.some((word, index) => word !== undefined && all[index]?.[0] !== '0');
  if (!isKnown && words.includes(undefined)) return undefined;
  const texts = words.map((word, index) => {
    const [digit = '', position = 0] = all[index] ?? [];
    return word ?? unknownDigit(digit, position, language);
  });
  return texts.filter((word) => word !== '').join(language === 'ja' ? '・' : ', ') || nothing[language];
}

/** Whether a horse's flag says that it was withdrawn. */
const isFlagged = (flag: string): boolean => /[1-9]/.test(flag);

/** The numbers of the horses whose flags in `cancel_horse` are set. */
export const withdrawnIn = (run: string): readonly number[] =>
  digits(run).flatMap(([flag, horse]) => (isFlagged(flag) ? [horse] : []));

/** The decoder of each column whose value is a run of one-digit codes. */
export const RUNS: Readonly<Record<string, (run: string, language: Language) => string | undefined>> = {
  insignia_cd: (run, language) =>
    run.length === INSIGNIA.length
      ? readRun(
          run,
          language,
          (digit, position) => (digit === '0' ? '' : INSIGNIA[position - 1]?.codes[digit]?.[language]),
          NONE,
        )
      : undefined,
  cancel_horse: (run, language) =>
    readRun(
      run,
      language,
      (digit, horse) => (digit === '0' ? '' : isFlagged(digit) ? String(horse) : undefined),
      NONE,
    ),
  // Most of the eighteen are normal, and users look for the exceptions. Zero means no description.
  bodytype: (run, language) =>
    isStated(run)
      ? readRun(
          run,
          language,
          (digit, position) => {
            if (digit === '0') return '';
            const part = CODE_TABLES.bodytype_part.codes[String(position)];
            const scale: Scale = SCALES[BODY_SCALES[position - 1] ?? 'none'];
            const [en, ja] = scale[Number(digit) - 1] ?? [];
            if (!part || en === undefined || ja === undefined) return undefined;
            if (en === NORMAL.en) return '';
            return language === 'ja' ? `${part.ja}${ja}` : `${part.en} ${en}`;
          },
          NORMAL,
        )
      : undefined,
};
