// The same rows as an ordinary table, a few hundred at a time, for screen readers and browser tools, which handle
// tables better than grids.

import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Sort } from '#shared/bridge/source.ts';
import { unitOf } from '#shared/catalogue/format.ts';
import { Button } from '../components/Button.tsx';
import { useIsPrinting } from '../components/use-is-printing.ts';
import { useLanguage, useTranslation } from '../text/text.ts';
import { Cell } from './Cell.tsx';
import type { CellContext } from './cell-content.tsx';
import { isNumeric } from './columns/column-width.ts';
import { besideIn, namesWithBeside, type StatusColumn } from './data/row-source.ts';
import type { ColumnLayout } from './columns/layout.ts';
import { PaperGrid } from './paper/PaperGrid.tsx';

interface PlainTableProps {
  readonly label: string;
  readonly cells: CellContext;
  readonly layout: ColumnLayout;
  readonly sort: Sort;
  readonly onSort: ((index: number) => void) | undefined;
  readonly statusColumns: readonly StatusColumn[];
  readonly onFollow: (row: number, index: number) => void;
  readonly firstRow: number;
  readonly onClose: (row: number) => void;
}

/** Rows of a page: more take a screen reader long to cross, and long to draw. */
export const PLAIN_ROWS = 200;

export function PlainTable(props: PlainTableProps): ReactNode {
  const { label, cells, layout, sort, onSort, onFollow } = props;
  const { source, names } = cells;
  const { t } = useTranslation('grid');
  const language = useLanguage();
  useSyncExternalStore(source.subscribe, source.version);
  const [wanted, setPage] = useState(Math.floor(Math.max(0, props.firstRow) / PLAIN_ROWS));
  const pages = Math.max(1, Math.ceil(source.rows / PLAIN_ROWS));
  const isOnPaper = useIsPrinting();
  const page = Math.min(wanted, pages - 1);
  const from = page * PLAIN_ROWS;
  const to = Math.min(source.rows, from + PLAIN_ROWS);
  useEffect(() => {
    if (to > from) source.show(from, to, namesWithBeside(layout.all.map(({ column }) => column)));
  }, [source, from, to, layout]);
  const figures = {
    from: (from + 1).toLocaleString(language),
    to: to.toLocaleString(language),
    rows: source.rows.toLocaleString(language),
  };
  return (
    <>
      <div className="plain-table-bar">
        <Button onPress={() => setPage(page - 1)} isDisabled={page === 0}>
          {t('previousPage')}
        </Button>
        <Button onPress={() => setPage(page + 1)} isDisabled={page >= pages - 1}>
          {t('nextPage')}
        </Button>
        <span role="status">{t('plainRows', figures)}</span>
        <Button onPress={() => props.onClose(from)}>{t('backToGrid')}</Button>
      </div>
      <div className="plain-table">
        <table>
          <caption>{`${label}: ${t('plainRows', figures)}`}</caption>
          <thead>
            <tr>
              {layout.all.map(({ column, index }) => {
                const direction = sort.find((each) => each.column === column.name)?.direction;
                const unit = unitOf(column, language);
                const words = `${column.label[language]}${unit === undefined ? '' : ` (${unit})`}`;
                return (
                  <th
                    key={column.name}
                    scope="col"
                    aria-sort={direction}
                    className={isNumeric(column) ? 'is-numeric' : undefined}
                  >
                    {onSort === undefined ? (
                      words
                    ) : (
                      <button type="button" className="grid-status-button" onClick={() => onSort(index)}>
                        {words}
                        {direction === undefined ? '' : direction === 'ascending' ? ' ▲' : ' ▼'}
                      </button>
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: to - from }, (_, at) => {
              const row = from + at;
              return (
                <tr key={row}>
                  {layout.all.map(({ column, index }) => {
                    const raw = source.cell(row, column.name);
                    const drawn =
                      raw === undefined
                        ? '…'
                        : ((raw === null ? undefined : cells.drawCell(column, row, raw)) ?? (
                            <Cell
                              column={column}
                              raw={raw}
                              beside={besideIn(source, row, column)}
                              language={language}
                              names={names}
                            />
                          ));
                    const leads = raw != null && raw !== '' && cells.leadOf(column, row) !== undefined;
                    return (
                      <td key={column.name} className={isNumeric(column) ? 'is-numeric' : undefined}>
                        {leads ? (
                          <button type="button" className="grid-link" onClick={() => onFollow(row, index)}>
                            {drawn}
                          </button>
                        ) : (
                          drawn
                        )}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {isOnPaper ? (
        <PaperGrid
          label={label}
          cells={cells}
          layout={layout}
          statusColumns={props.statusColumns}
          from={from}
          to={to}
          virtual
        />
      ) : null}
    </>
  );
}
