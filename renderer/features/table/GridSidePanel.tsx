// The panel beside the grid: its columns, a record, or the summary.

import { useMemo, useState, type ReactNode } from 'react';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { useApplied, useRowOrder } from '../../grid/data/use-open-result.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { Sort } from '#shared/bridge/source.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { RowDetail } from './RowDetail.tsx';
import { SummaryPanel } from './summary/SummaryPanel.tsx';
import type { ResultTable } from './result-table.ts';
import { PINNED, RACE_TAB } from './table-looks.ts';
import type { ResultState } from './use-result.ts';

const NO_SORT: Sort = [];

interface GridSidePanelProps {
  readonly table: ResultTable;
  readonly result: ResultState;
  readonly summary: Summary;
  readonly currentColumn: Column | undefined;
  readonly onFilters: (filters: readonly ColumnFilter[]) => void;
  readonly onClose: () => void;
}

export function GridSidePanel({
  table,
  result,
  summary,
  currentColumn,
  onFilters,
  onClose,
}: GridSidePanelProps): ReactNode {
  /** The panel that was open when the screen appeared: it does not take the focus. */
  const [asFound, setAsFound] = useState<string | undefined>(result.sidePanel);
  if (asFound !== undefined && asFound !== result.sidePanel) setAsFound(undefined);
  const { rows, all, shown, queryResult, current } = result;
  const { resultId, query } = useApplied(rows);
  // Rows that were renewed from the archive are others under the same id.
  const rowsKey = useMemo(() => [rows.recordsKey, query], [rows, query]);
  const rowOrder = useRowOrder(rows);
  const placesKey = useMemo(() => [rows.recordsKey, rowOrder], [rows, rowOrder]);
  const records = queryResult.rows;
  switch (result.sidePanel) {
    case 'nothing':
      return null;
    case 'columns':
      return (
        <ColumnChooser
          columns={all}
          fresh={result.fresh}
          columnState={result.tableState.columnState}
          pinned={PINNED[table.grain]}
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
          renderExport={(groups, columns, count) => (
            <ExportButton
              source={rows.source}
              resultId={resultId}
              sort={NO_SORT}
              filters={result.rowQuery.filters}
              quick={result.rowQuery.quick}
              rows={{ rows: count, total: count, problems: [] }}
              columns={columns}
              groups={groups}
              summary={summary}
            />
          )}
          onClose={onClose}
        />
      );
    case 'record':
      return records === 0 ? null : (
        <RowDetail
          source={rows}
          resultId={resultId}
          rowsKey={placesKey}
          columns={all}
          row={Math.min(current, records - 1)}
          rows={records}
          tab={RACE_TAB[table.code]}
          onStep={result.setCurrent}
          onClose={onClose}
        />
      );
  }
}
