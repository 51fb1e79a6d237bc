// Names of races that only say age and class, such as 2歳未勝利, in English. Every other name is a proper one.

import type { Language } from '#shared/text.ts';

const CLASSES: Readonly<Record<string, string>> = {
  新馬: 'Newcomer',
  未勝利: 'Maiden',
  未出走: 'Unraced',
  オープン: 'Open',
};

/** Without blanks. */
const GENERIC =
  /^(?:サラ系?)?(障害)?([2-4])歳(以上)?(障害)?(新馬|未勝利|未出走|オープン|([1-3])勝クラス|(\d{3,4})万(?:円?以)?下)$/;

const genericParts = (name: string): RegExpExecArray | null =>
  GENERIC.exec(name.normalize('NFKC').replaceAll(/\s/g, ''));

/** Whether the name only says age and class, such as 2歳未勝利. */
export const isGenericName = (name: string): boolean => genericParts(name) !== null;

/** The name, or in English what a generic one means: "3yo+ 1-win class". Full-width digits read as plain ones. */
export function raceNameIn(name: string, language: Language): string {
  if (language === 'ja') return name;
  const [, before, age, up, after, words = '', wins, money] = genericParts(name) ?? [];
  if (age === undefined) return name;
  const ages = `${age}yo${up === undefined ? '' : '+'}`;
  const jump = before === undefined && after === undefined ? '' : 'Jump ';
  const kind =
    wins !== undefined
      ? `${wins}-win class`
      : money !== undefined
        ? `${Number(money) / 100}M yen class`
        : (CLASSES[words] ?? words);
  return `${ages} ${jump}${kind}`;
}
