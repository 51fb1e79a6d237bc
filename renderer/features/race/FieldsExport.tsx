// Exports one of a race's record sets: as shown, the cells of its grid; otherwise the visible columns that are fields of
// the records themselves.

import type { Summary } from '#shared/bridge/results.ts';
import type { Sort, ResultSource } from '#shared/bridge/source.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { columnOf, TABLES } from '#shared/catalogue/tables.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { sortedRows } from '../../racing/sorted-rows.ts';
import { useNameStyle } from '../../text/name-style.ts';
import { useLanguage } from '../../text/text.ts';
import { composedCells } from '../exports/composed-cells.ts';
import { ExportButton } from '../exports/ExportButton.tsx';

interface FieldsExportProps {
  readonly table: TableCode;
  readonly source: ResultSource;
  /** Of the open result of the source. */
  readonly summary: Summary | undefined;
  /** Names of columns in their order; those that the grid derives or takes from the card are left out. */
  readonly columns: readonly string[];
  /** That on screen; the dialog says if the records have no field for it. */
  readonly sort: Sort;
  /** What the grid shows: its columns, its records, and its own sort. */
  readonly grid: {
    readonly columns: readonly Column[];
    readonly records: readonly RecordValues[];
    readonly sort: Sort;
  };
}

export function FieldsExport({ table, source, summary, columns, sort, grid }: FieldsExportProps) {
  const language = useLanguage();
  const names = useNameStyle();
  const isOwn = (name: string): boolean => columnOf(table, name) !== undefined;
  return (
    <ExportButton
      source={source}
      summary={summary}
      columns={columns.filter(isOwn)}
      allColumns={TABLES[table].columns.map(({ name }) => name)}
      sort={sort}
      composed={() =>
        composedCells(grid.columns, sortedRows(grid.records, grid.columns, grid.sort), language, names)
      }
    />
  );
}
