// A few neighboring cells of a row, drawn again only when one of them changes.

import { memo, type ReactNode } from 'react';
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

interface GridCellsProps {
  readonly context: CellContext;
  readonly columns: readonly LaidColumn[];
  readonly row: number;
  /** Changes when a cell of the row does. */
  readonly rowVersion: number;
  /** Index of the column whose cell takes the focus; -1 if none of these does. */
  readonly focused: number;
  /** Drawn for the focus alone and not on screen: cells that were evicted show no skeleton. */
  readonly isAside: boolean;
  /** Indices of the first and last selected column; `to` is below `from` if none is. */
  readonly from: number;
  readonly to: number;
}

const LINK_CLASS = { place: 'grid-link', action: 'grid-link opens-here' } as const;

const skeleton = <span className="grid-skeleton" aria-hidden="true" />;

export const GridCells = memo(function GridCells(props: GridCellsProps): ReactNode {
  const { context, columns, row, focused, isAside, from, to } = props;
  const { source, language, names } = context;
  return columns.map((laid) => {
    const { column, index } = laid;
    const raw = source.cell(row, column.name);
    const rank = raw == null ? undefined : context.rankOf?.(column.name, row);
    const own = raw == null ? undefined : context.drawCell(column, row, raw);
    const drawing =
      raw === undefined || own !== undefined
        ? undefined
        : cellDrawing(column, raw, language, names, besideIn(source, row, column));
    const content = raw === undefined ? (isAside ? null : skeleton) : (own ?? drawing?.content);
    const toCome =
      drawing?.isMissing === true &&
      raw !== undefined &&
      context.isToCome?.(source, row, column, raw) === true;
    const lead = raw == null || raw === '' ? undefined : context.leadOf(column, row);
    const isSelected = index >= from && index <= to;
    let className = `grid-cell${laid.className}`;
    if (drawing?.isMissing === true) className += ' is-missing';
    if (toCome) className += ' is-to-come';
    if (isSelected) className += ' is-selected';
    if (rank !== undefined) className += ` is-rank-${rank}`;
    return (
      <div
        key={index}
        role="gridcell"
        aria-colindex={index + 1}
        aria-selected={isSelected || undefined}
        tabIndex={focused === index ? 0 : -1}
        data-index={index}
        className={className}
        style={laid.style}
      >
        {laid.trend === undefined ? null : (
          <Sparkline
            values={numbersIn(source, row, laid.trend)}
            label={column.label[language]}
            width={44}
            height={18}
          />
        )}
        {lead === undefined ? (
          content
        ) : (
          <button type="button" tabIndex={-1} className={LINK_CLASS[lead]} data-link="">
            {content}
          </button>
        )}
        {rank === undefined ? null : <sub className="grid-rank">{rank}</sub>}
      </div>
    );
  });
});
