// The archive's own columns for the other grids: a few of them repeat in place of all 276, coded as in the app, so that
// no grid pays for a million objects of 276 fields that its page could not hold.

export const ROWS = Number(new URLSearchParams(location.search).get('rows'));
export const COLUMNS = Number(new URLSearchParams(location.search).get('columns'));

/** `[{ name, numeric, values, codes }]`, one code per row. */
export async function readColumns() {
  const response = await fetch('/columns.json');
  const columns = await response.json();
  return columns.map((column) => ({ ...column, codes: Uint32Array.from(column.codes) }));
}

export const valueOf = (column, row) => column.values[column.codes[row]] ?? '';
