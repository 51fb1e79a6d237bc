// Decodes coded values. An unknown code is undefined: the caller then shows it raw and never drops it.

import type { Column } from '#shared/catalogue/column.ts';
import { CODE_TABLES, type CodeEntry, type CodeTableName } from '#shared/catalogue/code-tables.ts';
import { RUNS } from '#shared/catalogue/digit-runs.ts';
import type { Language, Text } from '#shared/text.ts';

type Coded = Pick<Column, 'name' | 'kind' | 'codeTable' | 'english'>;

/** Whether any value of the column has a meaning to decode. */
export const isDecoded = ({ kind, codeTable, english }: Omit<Coded, 'name'>): boolean =>
  kind === 'codes' || codeTable !== undefined || english !== undefined;

/** The code tables of a column, in the order in which they are searched. */
export function codeTablesOf(table: CodeTableName): readonly CodeTableName[] {
  const { also } = CODE_TABLES[table];
  return also ? [table, ...codeTablesOf(also)] : [table];
}

/** The entry of a code in a table. Also finds a value that is the Japanese label itself, such as a weekday's character. */
export function entryOf(table: CodeTableName, code: string): CodeEntry | undefined {
  const wanted = code.trim();
  const { codes, also } = CODE_TABLES[table];
  if (Object.hasOwn(codes, wanted)) return codes[wanted];
  if (also) return entryOf(also, wanted);
  return Object.values(codes).find((entry) => entry.ja === wanted);
}

/** The meaning of a column's value in words; undefined if the value is shown unchanged or its code is unknown. */
export function decode(column: Coded, code: string, language: Language): string | undefined {
  if (column.kind === 'codes') return RUNS[column.name]?.(code, language);
  if (column.english) return language === 'en' ? column.english[code.normalize('NFKC').trim()] : undefined;
  return column.codeTable && entryOf(column.codeTable, code)?.[language];
}

/** Like `decode`, but in the short Japanese form if there is one ("東" for Tokyo). */
export function decodeShort(column: Coded, code: string, language: Language): string | undefined {
  if (language === 'ja' && column.kind !== 'codes' && column.codeTable) {
    const short = entryOf(column.codeTable, code)?.short;
    if (short !== undefined) return short;
  }
  return decode(column, code, language);
}

/** A mark's glyph: ◎ ○ ▲ 注 △ ☆. */
export const glyphOf = (column: Coded, code: string): string | undefined =>
  column.codeTable && entryOf(column.codeTable, code)?.glyph;

export interface CodeChoice {
  readonly code: string;
  readonly label: Text;
  readonly glyph?: string;
}

/** The codes that a filter on the column can list; empty for a column without codes and for kind `codes`. */
export function codesOf(column: Coded): readonly CodeChoice[] {
  if (!column.codeTable || column.kind === 'codes') return [];
  return Object.entries(CODE_TABLES[column.codeTable].codes)
    .map(([code, { en, ja, glyph }]) => ({
      code,
      label: { en, ja },
      ...(glyph === undefined ? {} : { glyph }),
    }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

const STRAIGHT_OR_OTHER = '9';
const STRAIGHT: Text = { en: 'Straight', ja: '直線' };
const NEITHER_HAND: Text = { en: 'Other', ja: 'その他' };
const JUMPS = '3';

/** The one straight course: Niigata's 1000 m. */
const isStraight = (racecourseCd: string, distance: string): boolean =>
  racecourseCd.trim() === '04' && Number(distance) === 1000;

/**
 * Decodes `turn_cd` by its race: 9 is "Straight" on Niigata's 1000 m, "Other" over jumps, whose courses turn both
 * ways, and "Straight / other" elsewhere.
 */
export function decodeTurn(
  code: string,
  race: { readonly racecourse_cd: string; readonly distance: string; readonly track_type?: string },
  language: Language,
): string | undefined {
  if (code.trim() === STRAIGHT_OR_OTHER) {
    if (race.track_type?.trim() === JUMPS) return NEITHER_HAND[language];
    if (isStraight(race.racecourse_cd, race.distance)) return STRAIGHT[language];
  }
  return entryOf('turn_cd', code)?.[language];
}
