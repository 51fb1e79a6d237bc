// Exports one of a race's record sets: as shown, the cells of its grid; otherwise the visible columns that are fields of
// the records themselves.

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
  /** The open result of the source. */
  readonly resultId: string | undefined;
  /** Names of columns in their order; those that the grid derives or takes from the card are left out. */
  readonly columns: readonly string[];
  readonly sort: Sort;
  /** What the grid shows: its columns, its records, and its own sort. */
  readonly grid: {
    readonly columns: readonly Column[];
    readonly records: readonly RecordValues[];
    readonly sort: Sort;
  };
}

export function FieldsExport({ table, source, resultId, columns, sort, grid }: FieldsExportProps) {
  const language = useLanguage();
  const names = useNameStyle();
  const isOwn = (name: string): boolean => columnOf(table, name) !== undefined;
  return (
    <ExportButton
      source={source}
      resultId={resultId}
      columns={columns.filter(isOwn)}
      allColumns={TABLES[table].columns.map(({ name }) => name)}
      sort={sort.filter(({ column }) => isOwn(column))}
      composed={() =>
        composedCells(grid.columns, sortedRows(grid.records, grid.columns, grid.sort), language, names)
      }
    />
  );
}
