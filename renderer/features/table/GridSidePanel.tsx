// What stands beside the grid: its columns, a record, the summary.

import { useMemo, useState, type ReactNode } from 'react';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { useApplied } from '../../grid/data/use-open-result.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { RowDetail } from './RowDetail.tsx';
import { SummaryPanel } from './summary/SummaryPanel.tsx';
import { PINNED, RACE_TAB } from './table-looks.ts';
import type { ResultState } from './use-result.ts';

interface GridSidePanelProps {
  readonly table: TableCode;
  readonly result: ResultState;
  readonly currentColumn: Column | undefined;
  readonly onFilters: (filters: readonly ColumnFilter[]) => void;
  readonly onClose: () => void;
}

export function GridSidePanel({
  table,
  result,
  currentColumn,
  onFilters,
  onClose,
}: GridSidePanelProps): ReactNode {
  /** What stood here when the screen appeared leaves the focus where one was. */
  const [asFound, setAsFound] = useState<string | undefined>(result.beside);
  if (asFound !== undefined && asFound !== result.beside) setAsFound(undefined);
  const { rows, all, shown, queryResult, current } = result;
  const { resultId, query } = useApplied(rows);
  // Rows that were renewed from the archive are others under the same id.
  const rowsKey = useMemo(() => [rows.recordsKey, query], [rows, query]);
  const records = queryResult.rows;
  switch (result.beside) {
    case 'nothing':
      return null;
    case 'columns':
      return (
        <ColumnChooser
          columns={all}
          fresh={result.fresh}
          columnState={result.tableState.columnState}
          pinned={PINNED[TABLES[table].grain]}
          onChange={result.state.setColumnState}
          onHideEmpty={result.empty.hide}
          takesFocus={asFound === undefined}
          onClose={onClose}
        />
      );
    case 'summary':
      return (
        <SummaryPanel
          resultId={resultId}
          rowsKey={rowsKey}
          columns={all}
          current={currentColumn ?? shown[0]}
          onFilters={onFilters}
          onClose={onClose}
        />
      );
    case 'record':
      return records === 0 ? null : (
        <RowDetail
          source={rows}
          resultId={resultId}
          rowsKey={rowsKey}
          columns={all}
          row={Math.min(current, records - 1)}
          rows={records}
          tab={RACE_TAB[table]}
          onStep={result.setCurrent}
          onClose={onClose}
        />
      );
  }
}
