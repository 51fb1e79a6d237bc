// The width that fits a column's content. Pure: the function that measures text is an argument.

import type { Column } from '#shared/catalogue/column.ts';
import { formatBare, unitOf } from '#shared/catalogue/format.ts';
import { decode } from '#shared/catalogue/decode.ts';
import type { NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';
import { briefLabel } from '#shared/catalogue/brief-label.ts';
import { NARROWEST, WIDEST } from './column-width.ts';

/** Pixels beside the text: the padding of a cell, and of a head with its sort arrow and menu. */
const CELL_EXTRA = 20;
const HEAD_EXTRA = 40;

export interface FitOptions {
  readonly language: Language;
  readonly names: NameStyle;
  /** The width of a text in pixels. */
  readonly measure: (text: string) => number;
}

/** Pixels that fit the head and all given values; `besides`: what the texts of the values are made with. */
export function fitWidth(
  column: Column,
  raws: readonly (string | null | undefined)[],
  { language, names, measure }: FitOptions,
  besides: readonly (string | null)[] = [],
): number {
  const unit = unitOf(column, language);
  const head = measure(`${column.short[language]}${unit === undefined ? '' : ` ${unit}`}`) + HEAD_EXTRA;
  let widest = 0;
  const texts = new Set<string>();
  for (const [at, raw] of raws.entries()) {
    if (raw == null) continue;
    const isCode = column.codeTable !== undefined && decode(column, raw, language) !== undefined;
    const text = formatBare(column, raw, language, names, besides[at] ?? null);
    texts.add(isCode ? briefLabel(column, text, language) : text);
  }
  for (const text of texts) widest = Math.max(widest, measure(text));
  return Math.ceil(Math.min(WIDEST, Math.max(NARROWEST, head, widest + CELL_EXTRA)));
}

/** Measures text in an element's font. */
export function measureAs(element: HTMLElement): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  // Without a canvas, as in tests, letters have a fixed width.
  if (context === null) return (text) => text.length * 8;
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  return (text) => context.measureText(text).width;
}
