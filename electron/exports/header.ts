// The header line: field names for programs, labels for people, or both in one cell.

import type { ExportRequest } from '#shared/bridge/exports.ts';
import type { Column } from '#shared/catalogue/column.ts';

/** One line whatever is chosen, so that every reader finds the first record on the second. */
export function headerCells(
  request: Pick<ExportRequest, 'columns' | 'header' | 'language'>,
  columns: ReadonlyMap<string, Column>,
): string[] {
  return request.columns.map((name) => {
    const label = columns.get(name)?.label[request.language] ?? name;
    switch (request.header) {
      case 'name':
        return name;
      case 'label':
        return label;
      case 'both':
        return label === name ? name : `${name} (${label})`;
    }
  });
}
