// A small result as records, for screens that draw it themselves rather than in a grid.

import type { Sheet } from '#shared/bridge/results.ts';
import { isBlank } from '#shared/catalogue/reading.ts';

/** A value that is blank in the data is absent here. */
export type SheetRecord<Name extends string> = { readonly [name in Name]?: string };

type Cells = Pick<Sheet, 'columns' | 'cells' | 'records'>;

/** The named columns of every record, in the sheet's order; a column that the sheet lacks is absent. */
export function recordsOf<Name extends string>(
  sheet: Cells,
  names: readonly Name[],
): readonly SheetRecord<Name>[] {
  const columns = names.map((name) => {
    const at = sheet.columns.findIndex((column) => column.name === name);
    return { name, cells: sheet.cells[at] };
  });
  return Array.from({ length: sheet.records }, (_, row) => {
    const record: { [name in Name]?: string } = {};
    for (const { name, cells } of columns) {
      const value = cells?.[row];
      if (value !== null && value !== undefined && !isBlank(value)) record[name] = value.trim();
    }
    return record;
  });
}
