// The data grid of every screen. Cells come from a RowSource by position, so that only what is near the screen is
// loaded, whatever the size of the result.

import { useMemo, useState, type ReactNode } from 'react';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { CellContext } from './cell-content.tsx';
import { GridExtras, HELP_ID } from './GridExtras.tsx';
import type { HeadContext } from './GridHead.tsx';
import { GridPane } from './GridPane.tsx';
import type { GridProps } from './grid-props.ts';
import type { StatusColumn } from './data/row-source.ts';
import { PaperGrid } from './paper/PaperGrid.tsx';
import { PlainTable } from './PlainTable.tsx';
import { useCellTitle } from './use-cell-title.ts';
import { useGrid, type GridParts } from './use-grid.ts';
import { useGridMouse } from './use-grid-mouse.ts';
import { useIsPrinting } from '../components/use-is-printing.ts';
import { useLatest } from '../components/use-latest.ts';
import './grid.css';

const NONE: readonly StatusColumn[] = [];
const NO_SORT: Sort = [];

export function Grid(props: GridProps): ReactNode {
  const { sort = NO_SORT, statusColumns = NONE } = props;
  const [isPlain, setPlain] = useState(false);
  const grid = useGrid(props, isPlain);
  const {
    element,
    scroller,
    layout,
    heights,
    rows,
    rowHeight,
    height,
    focus,
    selecting,
    actions,
    onKeyDown,
  } = grid;
  /** The column whose filter has the focus. */
  const [filtered, setFiltered] = useState<number>();
  const cells = useCells(props, grid);
  const heads = useHeads(props, grid);
  const title = useCellTitle(cells, layout);
  const mouse = useGridMouse({ ...grid, onOpen: props.onOpen });

  const isOnPaper = useIsPrinting();

  const isVirtual = props.virtual !== false;
  const frame = isVirtual ? 'grid-frame' : 'grid-frame is-whole';
  if (isPlain) {
    return (
      <div className={frame}>
        <PlainTable
          label={props.label}
          cells={cells}
          layout={layout}
          sort={sort}
          onSort={props.onSort === undefined ? undefined : (index) => actions.run('sort', index)}
          onFollow={actions.open}
          statusColumns={statusColumns}
          firstRow={focus.at.row}
          onClose={(row) => {
            setPlain(false);
            focus.set({ row, column: focus.at.column });
          }}
        />
      </div>
    );
  }
  return (
    <div className={frame}>
      <div
        ref={element}
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows + heights.headRows}
        aria-colcount={layout.all.length}
        aria-multiselectable="true"
        aria-describedby={actions.overlay?.kind === 'help' ? HELP_ID : undefined}
        className={isVirtual ? 'grid' : 'grid is-whole'}
        style={{ ['--grid-row-height' as string]: `${rowHeight}px` }}
        onKeyDown={onKeyDown}
        {...mouse}
        onPointerOver={title}
        onFocus={(event) => {
          const filter = event.target.closest<HTMLElement>('[data-filter-index]');
          setFiltered(filter === null ? undefined : Number(filter.dataset['filterIndex']));
        }}
      >
        <div role="presentation" className="grid-extent" style={{ width: layout.width, height }}>
          <GridPane
            scroller={scroller}
            layout={layout}
            heights={heights}
            virtual={isVirtual}
            focused={focus.at}
            keepColumn={filtered ?? focus.at.column}
            selected={selecting.rectangle}
            cells={cells}
            heads={heads}
            statusColumns={statusColumns}
            filterCell={props.filterCell}
          />
        </div>
      </div>
      {isOnPaper ? (
        <PaperGrid
          label={props.label}
          cells={cells}
          layout={layout}
          statusColumns={statusColumns}
          virtual={isVirtual}
        />
      ) : null}
      <GridExtras props={props} grid={grid} isWhole={!isVirtual} showPlain={() => setPlain(true)} />
    </div>
  );
}

/** What cells need; the same object while nothing in it changes, so that no cell is drawn again without need. */
function useCells(props: GridProps, { source, language, names }: GridParts): CellContext {
  const { rankOf, aids } = props;
  const leadOf = useLatest((column: Column, row: number) =>
    props.cellAction?.(column, row) !== undefined
      ? 'action'
      : props.cellLink?.(column, row) === undefined
        ? undefined
        : 'place',
  );
  const drawCell = useLatest((column: Column, row: number, raw: string) =>
    props.drawCell?.(column, row, raw),
  );
  return useMemo(
    () => ({ source, language, names, leadOf, drawCell, rankOf, isToCome: aids?.isToCome }),
    [source, language, names, leadOf, drawCell, rankOf, aids],
  );
}

/** What heads need; the same object while nothing in it changes. */
function useHeads(
  { sort = NO_SORT, onSort, freshColumns }: GridProps,
  { language, headDrag: { drag } }: GridParts,
): HeadContext {
  const sortable = onSort !== undefined;
  const dragged = drag?.name;
  const dropBefore = drag?.before === dragged ? undefined : drag?.before;
  return useMemo(
    () => ({ sort, sortable, hasMenu: true, fresh: freshColumns, language, dragged, dropBefore }),
    [sort, sortable, freshColumns, language, dragged, dropBefore],
  );
}
