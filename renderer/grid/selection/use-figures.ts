// Figures of the selection: computed here if its cells are loaded or few, otherwise requested from the screen.

import { useEffect, useState } from 'react';
import type { Statistics } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { MOST_CELLS, readCells } from './read-cells.ts';
import { namesWithBeside, type CellRange, type RowSource } from '../data/row-source.ts';
import { useLatest } from '../../components/use-latest.ts';
import { cellsIn, rowsIn, type Rectangle } from './selection.ts';
import { figuresOf } from './selection-figures.ts';

/** Milliseconds to wait, so that a drag requests its last rectangle and not every one on the way. */
const REST_MS = 120;

interface Wanted {
  readonly source: RowSource;
  readonly rectangle: Rectangle | undefined;
  readonly columns: readonly Column[];
  readonly statisticsOf: ((range: CellRange) => Promise<Statistics>) | undefined;
}

/** Above this many cells the screen's own figures are used, if it has them. */
const FEW = 20_000;

async function figures({
  source,
  rectangle,
  columns,
  statisticsOf,
}: Wanted): Promise<Statistics | undefined> {
  if (rectangle === undefined) return undefined;
  const names = columns.map(({ name }) => name);
  const range = { from: rectangle.top, count: rowsIn(rectangle), columns: names };
  const cells = cellsIn(rectangle);
  if (statisticsOf !== undefined && cells > FEW) return statisticsOf(range);
  if (cells > MOST_CELLS) return undefined;
  const all = namesWithBeside(
    columns.map(({ name, kind, beside }) => (kind === 'gap' && beside ? { name, beside } : { name })),
  );
  const read = await readCells(source, { ...range, columns: all });
  if (read === undefined) return undefined;
  const cellsOf = (name: string | undefined) => (name === undefined ? undefined : read[all.indexOf(name)]);
  return figuresOf(
    columns,
    names.map((name) => cellsOf(name) ?? []),
    columns.map(({ beside }) => cellsOf(beside)),
  );
}

interface Found {
  readonly key: string;
  readonly source: RowSource;
  readonly figures: Statistics | undefined;
}

/** Undefined until they are computed, and without a selection. */
export function useFigures(wanted: Wanted): Statistics | undefined {
  const { source, rectangle, columns, statisticsOf } = wanted;
  const key = rectangle === undefined ? '' : JSON.stringify([rectangle, columns.map(({ name }) => name)]);
  const [found, setFound] = useState<Found>();
  // Sorting removes the selection: the same rectangle has other rows then.
  if (key === '' && found !== undefined) setFound(undefined);
  const read = useLatest(() => figures(wanted));
  useEffect(() => {
    if (key === '') return undefined;
    let isWanted = true;
    const timer = setTimeout(() => {
      read().then(
        (result) => (isWanted ? setFound({ key, source, figures: result }) : undefined),
        () => undefined,
      );
    }, REST_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
    // The key is made of rectangle and columns.
  }, [key, source, statisticsOf, read]);
  return found?.key === key && found.source === source ? found.figures : undefined;
}
