// Some of the archive's columns, read once for the other grids' pages.

import { Archive } from '../../electron/archive/archive.ts';
import { fromCells } from '../../electron/query-engine/coded-column.ts';
import { orderOf, quoted } from '../../electron/archive/filter-sql.ts';
import { NUMERIC_KINDS } from '#shared/catalogue/reading.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { PeerColumn } from './peers.ts';

/** The least and the greatest value of a filled column, in the catalogue's order. */
export function endsOf(
  code: TableCode,
  { name, values }: PeerColumn,
): Readonly<Record<'asc' | 'desc', string>> {
  const definition = TABLES[code].columns.find((column) => column.name === name);
  if (definition === undefined) throw new Error(`no such column: ${name}`);
  const column = fromCells(definition, values);
  return { asc: column.text(0) ?? '', desc: column.text(column.filled - 1) ?? '' };
}

/** The named columns of the table, in the archive's order of rows. */
export async function peerColumns(
  file: string,
  code: TableCode,
  names: readonly string[],
): Promise<PeerColumn[]> {
  const table = TABLES[code];
  const archive = await Archive.open(file, Date.now());
  const columns: PeerColumn[] = [];
  for (const name of names) {
    const [cells = []] = await archive.columns(
      `select ${quoted(name)} from ${quoted(code)} order by ${orderOf(table)}`,
    );
    const kind = table.columns.find((column) => column.name === name)?.kind;
    const numeric = kind !== undefined && NUMERIC_KINDS.has(kind);
    columns.push({ name, numeric, ...coded(cells.map((cell) => (cell === null ? null : String(cell)))) });
  }
  await archive.close();
  return columns;
}

function coded(cells: readonly (string | null)[]): Pick<PeerColumn, 'values' | 'codes'> {
  const codeOf = new Map<string | null, number>();
  const codes = cells.map((cell) => {
    const code = codeOf.get(cell) ?? codeOf.size;
    codeOf.set(cell, code);
    return code;
  });
  return { values: [...codeOf.keys()], codes };
}
