// CSV as RFC 4180 has it: CRLF, quotes only where needed; null is nothing at all, an empty string is "".

export const LINE_END = '\r\n';

const NEEDS_QUOTES = /[",\r\n]/;

/** One cell. A value that any reader would take apart is quoted, and nothing else about it is changed. */
export function csvCell(value: string | null): string {
  if (value === null) return '';
  if (value === '') return '""';
  return NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

export const csvLine = (values: readonly (string | null)[]): string =>
  values.map(csvCell).join(',') + LINE_END;

/** Lines of a page of cells by column, `cells[c][r]`. */
export function csvPage(cells: readonly (readonly (string | null)[])[]): string {
  const rows = cells[0]?.length ?? 0;
  const lines: string[] = [];
  for (let row = 0; row < rows; row += 1) lines.push(csvLine(cells.map((column) => column[row] ?? null)));
  return lines.join('');
}
