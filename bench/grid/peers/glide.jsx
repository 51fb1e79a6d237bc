// Glide Data Grid on the archive's columns, set up as in its guide: it draws on a canvas and requests each cell.

import { DataEditor, GridCellKind } from '@glideapps/glide-data-grid';
import '@glideapps/glide-data-grid/dist/index.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { COLUMNS, readColumns, ROWS, valueOf } from './data.js';

const read = await readColumns();
const columns = Array.from({ length: COLUMNS }, (_, at) => {
  const { name } = read[at % read.length];
  return { id: `${name}-${at}`, title: name, width: 96 };
});

const getCellContent = ([column, row]) => {
  const data = valueOf(read[column % read.length], row);
  return { kind: GridCellKind.Text, data, displayData: data, allowOverlay: false };
};

createRoot(document.querySelector('#root')).render(
  createElement(DataEditor, {
    columns,
    rows: ROWS,
    getCellContent,
    rowHeight: 26,
    headerHeight: 28,
    freezeColumns: 2,
    rowMarkers: 'none',
    smoothScrollX: true,
    smoothScrollY: true,
    width: '100%',
    height: '100%',
  }),
);
