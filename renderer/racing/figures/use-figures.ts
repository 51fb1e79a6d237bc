// What a screen says about its figures: the tables that it read, and the records in its rows.

import { use } from 'react';
import type { ResultSource } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { figureIn, type Figure, type FigureOrigin } from './figure.ts';
import { FigureOrigins, figuresOn } from './shown-figures.ts';

export type Read = FigureOrigin['facts'] & { readonly source: ResultSource };

const origins = new WeakMap<Read, FigureOrigin>();

/** The same object for the same answer. */
function originOf(read: Read): FigureOrigin | undefined {
  const { source } = read;
  if (source.kind === 'sql') return undefined;
  const origin = origins.get(read) ?? {
    table: source.kind === 'table' ? source.table : source.subject,
    facts: read,
  };
  origins.set(read, origin);
  return origin;
}

/** The tables of what was read; the first has precedence for columns that several have. */
export const originsOf = (...read: readonly (Read | undefined)[]): readonly FigureOrigin[] =>
  read.flatMap((each) => (each === undefined ? [] : (originOf(each) ?? [])));

/** The values of a record in these columns, without blank ones. */
export const figuresIn = (
  origins: readonly FigureOrigin[],
  record: Readonly<Record<string, string | null | undefined>>,
  columns: readonly (Column | undefined)[],
): readonly Figure[] =>
  origins.length === 0
    ? []
    : columns.flatMap((column) =>
        column === undefined || isBlank(record[column.name] ?? null)
          ? []
          : (figureIn(origins, column, (name) => record[name] ?? null) ?? []),
      );

/** A ref for the element that shows a record: its values in these columns, without blank ones, can be asked about. */
export function useFigures(
  record: Readonly<Record<string, string | null | undefined>>,
  columns: readonly (Column | undefined)[],
): ReturnType<typeof figuresOn> {
  const origins = use(FigureOrigins);
  return figuresOn(() => figuresIn(origins, record, columns));
}
