// AG Grid Community on the archive's columns, client side, with the settings that its guide recommends for speed.

import { AllCommunityModule, createGrid, ModuleRegistry, themeQuartz } from 'ag-grid-community';
import { COLUMNS, readColumns, ROWS, valueOf } from './data.js';

ModuleRegistry.registerModules([AllCommunityModule]);

/** The catalogue's order: numbers by size, blanks last in either direction. Otherwise AG Grid's order of text. */
const IN_ORDER = new URLSearchParams(location.search).get('order') === 'catalogue';

const comparatorOf =
  ({ numeric }) =>
  (a, b, _nodeA, _nodeB, isDescending) => {
    const [blankA, blankB] = [a.trim() === '', b.trim() === ''];
    if (blankA || blankB) return blankA === blankB ? 0 : blankA !== isDescending ? 1 : -1;
    if (numeric) return Number(a) - Number(b);
    return a < b ? -1 : a > b ? 1 : 0;
  };

const read = await readColumns();
const columnDefs = Array.from({ length: COLUMNS }, (_, at) => {
  const column = read[at % read.length];
  return {
    colId: at < read.length ? column.name : `${column.name}-${at}`,
    headerName: column.name,
    width: 96,
    pinned: at < 2 ? 'left' : undefined,
    // A row is just its number: the fairest representation of 276 columns.
    valueGetter: ({ data }) => valueOf(column, data.row),
    filter: 'agTextColumnFilter',
    ...(IN_ORDER ? { comparator: comparatorOf(column) } : {}),
  };
});

const api = createGrid(document.querySelector('#root'), {
  theme: themeQuartz.withParams({ rowHeight: 26, headerHeight: 28 }),
  columnDefs,
  rowData: Array.from({ length: ROWS }, (_, row) => ({ row })),
  defaultColDef: { sortable: true },
  suppressColumnMoveAnimation: true,
  animateRows: false,
});

globalThis.peer = {
  sort: (colId, sort) => api.applyColumnState({ state: [{ colId, sort }], defaultState: { sort: null } }),
  filter: async (colId, text) => {
    await api.setColumnFilterModel(colId, text === '' ? null : { type: 'contains', filter: text });
    api.onFilterChanged();
  },
  rows: () => api.getDisplayedRowCount(),
  at: (row, colId) => api.getCellValue({ rowNode: api.getDisplayedRowAtIndex(row), colKey: colId }),
};
