// The content of a cell that a screen does not draw itself, by the kind of its column, and the explanation of what
// it shows. The same value of a column is drawn once, because a scrolled grid shows thousands of cells.

import i18next from 'i18next';
import type { ReactNode } from 'react';
import type { Column, Kind } from '#shared/catalogue/column.ts';
import { formatValue, MISSING } from '#shared/catalogue/format.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { decode, glyphOf } from '#shared/catalogue/decode.ts';
import { styledName, type NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';
import { shownText } from '#shared/catalogue/shown-text.ts';

export interface CellDrawing {
  readonly content: ReactNode;
  /** Whether it is a dash in place of a value. */
  readonly isMissing: boolean;
}

/** A glyph, with its name for screen readers. */
function markDrawing(column: Column, raw: string, language: Language): ReactNode {
  const glyph = glyphOf(column, raw);
  if (glyph === undefined) return undefined;
  return (
    <span className="cell-mark" role="img" aria-label={decode(column, raw, language) ?? raw}>
      {glyph}
    </span>
  );
}

const NOTHING: CellDrawing = { content: MISSING, isMissing: true };

function draw(
  column: Column,
  raw: string,
  language: Language,
  names: NameStyle,
  beside: string | null,
): CellDrawing {
  if (isBlank(raw)) return NOTHING;
  const mark = column.kind === 'mark' ? markDrawing(column, raw, language) : undefined;
  // A code has its short label; `cellReason` has the whole one and the raw code. The unit is in the column's head.
  const content = mark ?? shownText(column, raw, language, names, beside);
  return { content, isMissing: content === MISSING };
}

/** Values of a column that are cached; beyond that the cache is emptied. */
const CACHED = 4000;

/** What is made of values, by what decides it beside the value, then by column and value. */
class ValueCache<Made> {
  readonly #kinds = new Map<string, WeakMap<Column, Map<string, Made>>>();

  of(kind: string, column: Column, raw: string, beside: string | null, make: () => Made): Made {
    let columns = this.#kinds.get(kind);
    if (columns === undefined) this.#kinds.set(kind, (columns = new WeakMap()));
    let known = columns.get(column);
    if (known === undefined || known.size > CACHED) columns.set(column, (known = new Map()));
    const key = beside === null ? raw : `${raw}\n${beside}`;
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as Made;
    const made = make();
    known.set(key, made);
    return made;
  }
}

const drawings = new ValueCache<CellDrawing>();
const reasons = new ValueCache<string | undefined>();

/** The drawing of a value, the same object for the same value. `beside`: see `Column.beside`. */
export function cellDrawing(
  column: Column,
  raw: string | null,
  language: Language,
  names: NameStyle,
  beside: string | null = null,
): CellDrawing {
  if (raw === null) return NOTHING;
  return drawings.of(language + names, column, raw, beside, () => draw(column, raw, language, names, beside));
}

const CODED: ReadonlySet<Kind> = new Set<Kind>(['code', 'codes', 'mark']);

/**
 * What a cell does not show: the raw code with its whole label, the reason for a dash, a text that is cut, a
 * number or key as the record has it. `toCome`: the value comes later. Undefined if the cell shows everything.
 */
export function cellReason(
  column: Column,
  raw: string | null,
  language: Language,
  toCome = false,
  beside: string | null = null,
): string | undefined {
  if (toCome) return reasonText(language, 'toCome');
  if (raw === null) return reasonText(language, 'missing');
  return reasons.of(language, column, raw, beside, () => reasonOf(column, raw, language, beside));
}

const reasonText = (
  lng: Language,
  key: 'missing' | 'toCome' | 'blank' | 'zero' | 'rawValue' | 'rawCode' | 'unknownCode',
  code = '',
): string => i18next.t(key, { ns: 'grid', lng, code });

/** The same for every cell with the value, in all the rows of a card. */
function reasonOf(
  column: Column,
  raw: string,
  language: Language,
  beside: string | null,
): string | undefined {
  const reason = (key: Parameters<typeof reasonText>[1], code?: string): string =>
    reasonText(language, key, code);
  if (isBlank(raw)) return reason('blank');
  // Both spellings, whichever the cell shows.
  if (column.kind === 'name') return styledName(raw.trim(), 'beside');
  const text = formatValue(column, raw, language, 'kana', beside);
  if (CODED.has(column.kind)) {
    const label = decode(column, raw, language);
    return label === undefined ? reason('unknownCode', raw) : `${reason('rawCode', raw)}: ${label}`;
  }
  if (text === MISSING) return reason('zero', raw);
  return text === raw ? (column.kind === 'text' ? text : undefined) : reason('rawValue', `${text} (${raw})`);
}
