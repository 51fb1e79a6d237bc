// Some of the archive's columns, read once for the other grids' pages.

import { Archive } from '../../electron/archive/archive.ts';
import { orderOf, quoted } from '../../electron/archive/where.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { PeerColumn } from './peers.ts';

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
    columns.push({ name, ...coded(cells.map((cell) => (cell === null ? null : String(cell)))) });
  }
  await archive.close();
  return columns;
}

function coded(cells: readonly (string | null)[]): Omit<PeerColumn, 'name'> {
  const places = new Map<string | null, number>();
  const codes = cells.map((cell) => {
    const place = places.get(cell) ?? places.size;
    places.set(cell, place);
    return place;
  });
  return { values: [...places.keys()], codes };
}
