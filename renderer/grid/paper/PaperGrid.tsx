// A grid on paper: every column, in blocks that fit the page, as tables, which break between rows and repeat their heads.
// A grid's own cells stand where the screen has them, and what does not fit the page would be cut through.

import { useLayoutEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Column } from '#shared/catalogue/column.ts';
import { formatValue, unitOf } from '#shared/catalogue/format.ts';
import type { Language } from '#shared/text.ts';
import { holdPaper } from '../../components/use-is-printing.ts';
import { useTranslation } from '../../text/text.ts';
import { cellContent, type CellContext } from '../cell-content.tsx';
import { usualWidth, widthFor } from '../columns/column-width.ts';
import type { ColumnLayout, LaidColumn } from '../columns/layout.ts';
import {
  besideIn,
  isStruck,
  namesWithBeside,
  type Cells,
  type RowSource,
  type StatusColumn,
} from '../data/row-source.ts';
import { paperBlocks } from './paper-blocks.ts';
import './paper.css';

interface PaperGridProps {
  readonly label: string;
  readonly cells: CellContext;
  readonly layout: ColumnLayout;
  readonly statusColumns: readonly StatusColumn[];
  /** The rows wanted: all by default. */
  readonly from?: number;
  readonly to?: number;
  /** `false`: all cells are in memory, however many rows there are. */
  readonly virtual: boolean;
}

/** Rows of a grid that has any number of them: some ten pages, which the browser lays out in a moment. */
export const MOST_PAPER_ROWS = 300;

/** Rows that fit a page below its heading: such a block is not divided between pages. */
const ROWS_TOGETHER = 28;

/** A column that the user made wider wraps on paper, where it would push others to a further block. */
const WIDEST_ON_PAPER = 260;

const TREND_WIDTH = 52;
const TREND_HEIGHT = 14;

export function PaperGrid(props: PaperGridProps): ReactNode {
  const { label, layout, statusColumns, from = 0, virtual } = props;
  const { t } = useTranslation('grid');
  const { source, language } = props.cells;
  const { rows } = source;
  const wanted = Math.min(props.to ?? rows, rows);
  const to = virtual ? Math.min(wanted, from + MOST_PAPER_ROWS) : wanted;
  const shown = layout.all.flatMap(({ column, trend = [] }) => [...namesWithBeside([column]), ...trend]);
  const names = [
    ...new Set([
      ...shown,
      ...existing(
        statusColumns.map(({ name }) => name),
        source,
        from,
        to,
      ),
    ]),
  ];
  const read = useCells(source, from, to, names);
  if (read === undefined) return <p className="grid-paper grid-paper-note">{t('notOnPaper')}</p>;
  const context = { ...props.cells, source: read };
  const widthOf = (laid: LaidColumn): number => {
    const { column, width, trend } = laid;
    const onScreen = Math.max(
      usualWidth(column, language, trend === undefined ? 0 : TREND_WIDTH),
      Math.min(width, WIDEST_ON_PAPER),
    );
    const texts = trend === undefined ? textsOf(context, laid, from, to) : undefined;
    return texts === undefined ? onScreen : Math.min(onScreen, widthFor(texts));
  };
  const { blocks, zoom } = paperBlocks(layout, widthOf);
  const figures = {
    from: (from + 1).toLocaleString(language),
    to: to.toLocaleString(language),
    rows: rows.toLocaleString(language),
  };
  return (
    <div className="grid-paper" style={{ zoom }}>
      {blocks.map((columns) => (
        <table
          key={columns.at(-1)?.index}
          aria-label={label}
          className={to - from <= ROWS_TOGETHER ? 'is-short' : undefined}
        >
          <thead>
            <tr>
              {columns.map((laid) => (
                <PaperHead key={laid.index} laid={laid} context={context} />
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: to - from }, (_, at) => from + at).map((row) => (
              <tr key={row} className={isStruck(read, row, statusColumns) ? 'is-struck' : undefined}>
                {columns.map((laid) => (
                  <PaperCell key={laid.index} laid={laid} row={row} context={context} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {to - from < rows ? <p className="grid-paper-note">{t('partOnPaper', figures)}</p> : null}
    </div>
  );
}

function PaperHead({
  laid,
  context,
}: {
  readonly laid: LaidColumn;
  readonly context: CellContext;
}): ReactNode {
  return (
    <th scope="col" className={laid.className}>
      {headOf(laid.column, context.language)}
    </th>
  );
}

/**
 * What has to stand in one line: the words of the head, and each value, with its rank. Undefined if a screen draws the
 * values itself: how wide that is cannot be told.
 */
function textsOf(
  { source, language, names, drawCell, rankOf }: CellContext,
  { column }: LaidColumn,
  from: number,
  to: number,
): readonly string[] | undefined {
  const texts = headOf(column, language).split(' ');
  for (let row = from; row < to; row += 1) {
    const raw = source.cell(row, column.name) ?? null;
    if (raw !== null && drawCell(column, row, raw) !== undefined) return undefined;
    const text = formatValue(column, raw, language, names, besideIn(source, row, column));
    texts.push(`${text}${raw === null ? '' : (rankOf?.(column.name, row) ?? '')}`);
  }
  return texts;
}

const headOf = (column: Column, language: Language): string => {
  const unit = unitOf(column, language);
  const short = column.short[language];
  return unit === undefined || short.includes(unit) ? short : `${short} ${unit}`;
};

interface PaperCellProps {
  readonly laid: LaidColumn;
  readonly row: number;
  readonly context: CellContext;
}

function PaperCell({ laid, row, context }: PaperCellProps): ReactNode {
  const raw = context.source.cell(row, laid.column.name) ?? null;
  const { className, trend, content, rank } = cellContent(context, laid, row, raw, TREND_HEIGHT);
  return (
    <td className={className}>
      {trend}
      {content}
      {rank}
    </td>
  );
}

/** Those of the columns that the source has: it has loaded them for each row that is or was on screen. */
const existing = (names: readonly string[], source: RowSource, from: number, to: number): readonly string[] =>
  names.filter((name) => {
    for (let row = from; row < to; row += 1) if (source.cell(row, name) !== undefined) return true;
    return false;
  });

/** The source once it has all of these cells; meanwhile undefined, and they are asked for. */
function useCells(
  source: RowSource,
  from: number,
  to: number,
  names: readonly string[],
): RowSource | undefined {
  const [asked, setAsked] = useState<RowSource>();
  const isHere = Array.from({ length: to - from }, (_, at) => from + at).every((row) =>
    names.every((name) => source.cell(row, name) !== undefined),
  );
  // A column of a query may have any name.
  const key = JSON.stringify(names);
  useLayoutEffect(() => {
    if (isHere || source.cellsOf === undefined) return undefined;
    let isWanted = true;
    const columns = JSON.parse(key) as string[];
    const order = source.order?.();
    const take = (cells: Cells): void => {
      if (isWanted && source.order?.() === order)
        flushSync(() => setAsked(withCells(source, from, columns, cells)));
    };
    // Without them paper says that it lacks the rows.
    holdPaper(source.cellsOf({ from, count: to - from, columns }).then(take, () => undefined));
    return () => {
      isWanted = false;
      setAsked(undefined);
    };
  }, [isHere, source, from, to, key]);
  return isHere ? source : asked;
}

function withCells(source: RowSource, from: number, columns: readonly string[], cells: Cells): RowSource {
  const at = new Map(columns.map((name, index) => [name, index]));
  return {
    rows: source.rows,
    cell: (row, name) => cells[at.get(name) ?? -1]?.[row - from] ?? source.cell(row, name),
    show: () => undefined,
    subscribe: () => () => undefined,
    version: () => 0,
    rowVersion: () => 0,
  };
}
