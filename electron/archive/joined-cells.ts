// Columns that DuckDB joined into texts, split into cells on first access: making the strings of two hundred thousand
// cells costs more than reading them.

import type { JoinedText } from '../query-engine/text-coder.ts';

/** Column `c` of the joined texts, in the requested order of rows. */
export type CellsOf = (column: number) => readonly (string | null)[];

/**
 * Whether no value contains the separator or the mark for null; if one does, the column must be joined with escapes.
 */
export const isPlain = (joined: readonly JoinedText[]): boolean =>
  joined.every(({ rowids, columns }) =>
    columns.every(({ text, filled }) => {
      let [separators, nulls] = [0, 0];
      for (let at = 0; at < text.length; at += 1) {
        if (text[at] === SEPARATOR_BYTE) separators += 1;
        else if (text[at] === NULL_BYTE) nulls += 1;
      }
      return separators === rowids.length - 1 && nulls === rowids.length - filled;
    }),
  );

/** Undefined if the texts are not of exactly these rows. */
export function joinedCells(
  joined: readonly JoinedText[],
  rowids: Int32Array,
  escaped: boolean,
): CellsOf | undefined {
  const placeOf = new Map<number, number>();
  for (const [place, rowid] of rowids.entries()) placeOf.set(rowid, place);
  const count = joined.reduce((sum, piece) => sum + piece.rowids.length, 0);
  if (count !== rowids.length || joined.some((piece) => piece.rowids.some((rowid) => !placeOf.has(rowid))))
    return undefined;
  const places = joined.map((piece) => piece.rowids.map((rowid) => placeOf.get(rowid) ?? -1));
  const made = new Map<number, readonly (string | null)[]>();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const read = escaped ? readEscaped : readPlain;

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

const NULL_BYTE = 30;
const SEPARATOR_BYTE = 31;
const ESCAPE = String.fromCodePoint(27);
const NULL = String.fromCodePoint(NULL_BYTE);
const SEPARATOR = String.fromCodePoint(SEPARATOR_BYTE);

/** As joined-columns.ts writes nulls. */
const readPlain = (text: string): string | null => (text === NULL ? null : text);

/** As joined-columns.ts escapes separators. */
function readEscaped(text: string): string | null {
  if (!text.includes(ESCAPE)) return text;
  if (text === `${ESCAPE}2`) return null;
  return text.replaceAll(`${ESCAPE}1`, SEPARATOR).replaceAll(`${ESCAPE}0`, ESCAPE);
}
