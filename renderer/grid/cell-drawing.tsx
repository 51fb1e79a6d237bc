// What stands in a cell when a screen has no drawing of its own, by the kind of its column; and what there is to
// say about it. The same value of a column is drawn once: a grid shows a thousand while it is scrolled.

import i18next from 'i18next';
import type { ReactNode } from 'react';
import type { Column, Kind } from '#shared/catalogue/column.ts';
import { formatBare, formatValue, MISSING } from '#shared/catalogue/format.ts';
import { isBlank, readNumber } from '#shared/catalogue/reading.ts';
import { decode, glyphOf } from '#shared/catalogue/decode.ts';
import type { Language } from '#shared/text.ts';
import { BracketNumber } from '../components/BracketNumber.tsx';
import { briefLabel } from './columns/brief-label.ts';

export interface CellDrawing {
  readonly content: ReactNode;
  /** A dash that stands for a value. */
  readonly isMissing: boolean;
}

type Draw = (column: Column, raw: string, language: Language) => ReactNode;

/** The label in short; what it is in full, and as it came, `cellReason` says. */
const coded: Draw = (column, raw, language) =>
  briefLabel(column, formatValue(column, raw, language), language);

/** A glyph, with its name for those who do not see it. */
const marked: Draw = (column, raw, language) => {
  const glyph = glyphOf(column, raw);
  if (glyph === undefined) return coded(column, raw, language);
  return (
    <span className="cell-mark" role="img" aria-label={decode(column, raw, language) ?? raw}>
      {glyph}
    </span>
  );
};

const DRAWINGS: { readonly [kind in Kind]?: Draw } = { code: coded, codes: coded, mark: marked };

/** Columns that have a look of their own wherever they stand. */
const BY_NAME: { readonly [name: string]: Draw | undefined } = {
  bracket_number: (_column, raw) => <BracketNumber bracket={readNumber(raw)} />,
};

const NOTHING: CellDrawing = { content: MISSING, isMissing: true };

function draw(column: Column, raw: string, language: Language): CellDrawing {
  if (isBlank(raw)) return NOTHING;
  const drawing = BY_NAME[column.name] ?? DRAWINGS[column.kind];
  // The unit stands once in the column's head.
  const content = drawing === undefined ? formatBare(column, raw, language) : drawing(column, raw, language);
  return { content, isMissing: content === MISSING };
}

/** Values of a column that are remembered; beyond it is begun anew. */
const REMEMBERED = 4000;

type Drawings = Map<string, CellDrawing>;

const drawings: { readonly [language in Language]: WeakMap<Column, Drawings> } = {
  en: new WeakMap(),
  ja: new WeakMap(),
};

/** The drawing of a value, the same object for the same value. */
export function cellDrawing(column: Column, raw: string | null, language: Language): CellDrawing {
  if (raw === null) return NOTHING;
  let known = drawings[language].get(column);
  if (known === undefined || known.size > REMEMBERED) {
    known = new Map();
    drawings[language].set(column, known);
  }
  let drawing = known.get(raw);
  if (drawing === undefined) {
    drawing = draw(column, raw, language);
    known.set(raw, drawing);
  }
  return drawing;
}

const CODED: ReadonlySet<Kind> = new Set<Kind>(['code', 'codes', 'mark']);

/**
 * What a cell does not show by itself: a code as it came with its whole label, why there is a dash, a text that is
 * cut, a figure as the record has it. `toCome`: as row-reading.ts has it. Undefined where the cell says all.
 */
export function cellReason(
  column: Column,
  raw: string | null,
  language: Language,
  toCome = false,
): string | undefined {
  const say = (
    key: 'missing' | 'toCome' | 'blank' | 'zero' | 'rawValue' | 'rawCode' | 'unknownCode',
    code = '',
  ): string => i18next.t(key, { ns: 'grid', code });
  if (toCome) return say('toCome');
  if (raw === null) return say('missing');
  if (isBlank(raw)) return say('blank');
  const text = formatValue(column, raw, language);
  if (CODED.has(column.kind)) {
    const label = decode(column, raw, language);
    return label === undefined ? say('unknownCode', raw) : `${say('rawCode', raw)}: ${label}`;
  }
  if (text === MISSING) return say('zero', raw);
  return text === raw
    ? column.kind === 'text' || column.kind === 'name'
      ? text
      : undefined
    : say('rawValue', `${text} (${raw})`);
}
