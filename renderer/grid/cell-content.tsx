// What a cell of a grid shows, on screen and on paper: a screen's own drawing or that of the value, its rank, its trend, and
// the classes that say what it is.

import type { ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import type { NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';
import { Sparkline } from '../components/Sparkline.tsx';
import { cellDrawing } from './cell-drawing.tsx';
import type { LaidColumn } from './columns/layout.ts';
import { besideIn, numbersIn, type RowSource } from './data/row-source.ts';
import type { ReadingAids } from './grid-props.ts';

/** What cells need that is the same in every row. */
export interface CellContext {
  readonly source: RowSource;
  readonly language: Language;
  readonly names: NameStyle;
  /** What a cell leads to: another place, or something that opens here. */
  readonly leadOf: (column: Column, row: number) => 'place' | 'action' | undefined;
  /** A screen's own drawing, if it has one for this cell. */
  readonly drawCell: (column: Column, row: number, raw: string) => ReactNode;
  /** 1 to 3 when the cell is among the best three of its column. */
  readonly rankOf: ((column: string, row: number) => number | undefined) | undefined;
  readonly isToCome: ReadingAids['isToCome'];
}

interface CellContent {
  /** Those of its column, preceded by a space if there are any, and its own. */
  readonly className: string;
  /** Undefined while the value is not loaded. */
  readonly content: ReactNode;
  /** Before the content. */
  readonly trend: ReactNode;
  /** After the content. */
  readonly rank: ReactNode;
}

/** `raw`: its value; undefined while it is not loaded. `trendHeight`: in pixels. */
export function cellContent(
  context: CellContext,
  laid: LaidColumn,
  row: number,
  raw: string | null | undefined,
  trendHeight: number,
): CellContent {
  const { column, trend } = laid;
  const { source, language, names } = context;
  const own = raw == null ? undefined : context.drawCell(column, row, raw);
  const drawing =
    raw === undefined || own !== undefined
      ? undefined
      : cellDrawing(column, raw, language, names, besideIn(source, row, column));
  const rank = raw == null ? undefined : context.rankOf?.(column.name, row);
  let { className } = laid;
  if (raw !== undefined && drawing?.isMissing === true) {
    className += ' is-missing';
    if (context.isToCome?.(source, row, column, raw) === true) className += ' is-to-come';
  }
  if (rank !== undefined) className += ` is-rank-${rank}`;
  return {
    className,
    content: own ?? drawing?.content,
    trend:
      trend === undefined ? null : (
        <Sparkline
          values={numbersIn(source, row, trend)}
          label={column.label[language]}
          width={44}
          height={trendHeight}
        />
      ),
    rank: rank === undefined ? null : <sub className="grid-rank">{rank}</sub>,
  };
}
