// Columns that DuckDB joined into texts, cell by cell, each made when it is first looked at: the strings of two hundred
// thousand cells cost more than all of their reading.

import type { Joined } from './view/text-coder.ts';

/** Column `c` of what was joined with escapes, in the order of `rowids`. */
export type CellsOf = (column: number) => readonly (string | null)[];

export function joinedCells(joined: readonly Joined[], rowids: Int32Array): CellsOf {
  const placeOf = new Map<number, number>();
  for (const [place, rowid] of rowids.entries()) placeOf.set(rowid, place);
  const places = joined.map((piece) => piece.rowids.map((rowid) => placeOf.get(rowid) ?? -1));
  const made = new Map<number, readonly (string | null)[]>();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  function make(column: number): (string | null)[] {
    const cells = Array.from<string | null>({ length: rowids.length });
    for (const [at, { columns }] of joined.entries()) {
      const texts = decoder.decode(columns[column]?.text).split(SEPARATOR);
      const own = places[at] ?? new Int32Array(0);
      for (let row = 0; row < own.length; row += 1) cells[own[row] ?? -1] = read(texts[row] ?? '');
    }
    return cells;
  }

  return (column) => {
    const cells = made.get(column) ?? make(column);
    made.set(column, cells);
    return cells;
  };
}

const ESCAPE = String.fromCodePoint(27);
const SEPARATOR = String.fromCodePoint(31);

/** As joined-columns.ts escapes them. */
function read(text: string): string | null {
  if (!text.includes(ESCAPE)) return text;
  if (text === `${ESCAPE}2`) return null;
  return text.replaceAll(`${ESCAPE}1`, SEPARATOR).replaceAll(`${ESCAPE}0`, ESCAPE);
}
