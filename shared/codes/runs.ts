// Values that are a run of one-digit codes: which digit says what.

import { CODE_TABLES } from '#shared/codes/code-tables.ts';
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

const joined = (parts: readonly (string | undefined)[], language: Language, none: string): string =>
  parts.filter((part) => part !== undefined).join(language === 'ja' ? '・' : ', ') || none;

const NORMAL = { en: 'normal', ja: '普通' } as const;
const NONE = { en: 'None', ja: 'なし' } as const;

/** Digits with their position, from 1; a blank position says nothing. */
const digits = (run: string): readonly (readonly [digit: string, position: number])[] =>
  run
    .split('')
    .map((digit, index) => [digit, index + 1] as const)
    .filter(([digit]) => digit.trim() !== '');

/** How each such column is read; the whole run stays raw where one digit is unknown. */
export const RUNS: Readonly<Record<string, (run: string, language: Language) => string | undefined>> = {
  insignia_cd: (run, language) => {
    if (run.length !== INSIGNIA.length) return undefined;
    const entries = INSIGNIA.map((table, index) => table.codes[run.charAt(index)]);
    if (entries.includes(undefined)) return undefined;
    const said = entries.map((entry, index) => (run[index] === '0' ? undefined : entry?.[language]));
    return joined(said, language, NONE[language]);
  },
  cancel_horse: (run, language) => {
    if (!/^[0-9 ]+$/.test(run)) return undefined;
    const out = digits(run).flatMap(([digit, horse]) => (digit === '0' ? [] : [String(horse)]));
    return joined(out, language, NONE[language]);
  },
  bodytype: (run, language) => {
    const parts = digits(run.trimEnd()).map(([digit, position]) => {
      const scale: Scale = SCALES[BODY_SCALES[position - 1] ?? 'none'];
      const [en, ja] = scale[Number(digit) - 1] ?? [];
      const part = CODE_TABLES.bodytype_part.codes[String(position)];
      if (!part || en === undefined || ja === undefined) return undefined;
      if (en === NORMAL.en) return '';
      return language === 'ja' ? `${part.ja}${ja}` : `${part.en} ${en}`;
    });
    if (parts.length === 0 || parts.includes(undefined)) return undefined;
    // Most of the eighteen are normal; what stands out is what a person looks for.
    return joined(
      parts.filter((part) => part !== ''),
      language,
      NORMAL[language],
    );
  },
};
